/** Computes what code makes of its constants: `'r' + 'm'` is `"rm"`, so that rules read what would run. */
import { type Constant, charactersOf, formatted, functions, listMethods, methods } from './functions.ts'
import { MOST_CODE, type Token, textOf, tokensOf } from './tokens.ts'

const MOST_ROUNDS = 16
const MOST_TOKENS = 3_000
const MOST_NESTED = 3

/** The code with its constants computed; the same text where nothing is to compute. */
export function foldCode(language: string, code: string, depth = 0): string {
  if (code.length > MOST_CODE) return code
  let tokens = tokensOf(language, code)
  if (tokens.length > MOST_TOKENS) return code
  let isChanged = /%[wWiI][[({]|\bqw\b/.test(code)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const filled = fillIn(tokens)
    if (filled === undefined || filled.length > 2 * MOST_TOKENS) return code
    const next = foldOnce(filled, language)
    if (next.length === tokens.length && next.every((token, at) => token === tokens[at])) break
    tokens = next
    isChanged = true
  }
  const nested = depth < MOST_NESTED ? evaluated(tokens).map((text) => foldCode(language, text, depth + 1)) : []
  return isChanged || nested.length > 0 ? [textOf(tokens), ...nested].join('\n') : code
}

/** `exec("…")`, `new Function("…")`: the text is code of the same language. */
function evaluated(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token, at) => {
    const opens = tokens[at + 1]?.text === '(' ? at + 2 : at + 1
    const text = tokens[opens]
    return isEvaluating.test(token.text) && token.kind === 'name' && text?.kind === 'string' ? [text.text] : []
  })
}
const isEvaluating = /^(eval|exec|Function|instance_eval|class_eval|compile|loadstring|load|runIn\w+Context)$/

type Held = readonly Token[]

/** Puts the values of variables where they are used, in the order of the text. */
function fillIn(tokens: readonly Token[]): readonly Token[] | undefined {
  const held = new Map<string, Held>()
  const result: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (result.length > 2 * MOST_TOKENS) return undefined
    const token = tokens[at] as Token
    const next = tokens[at + 1]?.text
    holdAlias(tokens, at, held)
    const several =
      token.kind === 'name' && next === ',' && last(tokens, at) !== '.' ? holdSeveral(tokens, at, held) : at
    if (several > at) {
      result.push(...tokens.slice(at, several))
      at = several - 1
      continue
    }
    if (token.kind === 'name' && /^(=|:=|\+=|\.=)$/.test(next ?? '') && isTarget(tokens, at)) {
      assign(token.text, next === '+=' || next === '.=', valueAt(tokens, at + 2), held)
      result.push(token)
    } else if (token.kind === 'name' && held.has(token.text) && isUse(tokens, at))
      result.push(
        ...(held.get(token.text) ?? []).map((one, index) => (index === 0 ? { ...one, before: token.before } : one)),
      )
    else result.push(token.kind === 'string' ? withVariables(token, held) : token)
  }
  return result.reduce((length, { text }) => length + text.length, 0) > 2 * MOST_CODE ? undefined : result
}

const last = (tokens: readonly Token[], at: number): string => tokens[at - 1]?.text ?? ''

/** Functions whose other names are worth knowing. */
const starts =
  /^(system|popen|exec\w*|spawn\w*|run|call|check_output|check_call|Popen|rmtree|rm|rmSync|unlink\w*|remove|removeSync|rm_rf|shell_exec|passthru|eval)$/

/** `from os import system as s`, `{ execSync: e }`. */
function holdAlias(tokens: readonly Token[], at: number, held: Map<string, Held>): void {
  const token = tokens[at]
  const alias = tokens[at + 2]
  if (token?.kind !== 'name' || alias?.kind !== 'name' || !starts.test(token.text)) return
  const isRenamed = tokens[at + 1]?.text === 'as' || (tokens[at + 1]?.text === ':' && /^[{,]$/.test(last(tokens, at)))
  if (isRenamed) held.set(alias.text, [{ ...token, before: '' }])
}

/** `a, b = "x", "y"`; returns where the values begin. */
function holdSeveral(tokens: readonly Token[], at: number, held: Map<string, Held>): number {
  const names: string[] = []
  let end = at
  while (tokens[end]?.kind === 'name' && names.length < 8) {
    names.push(tokens[end]?.text ?? '')
    if (tokens[end + 1]?.text !== ',') break
    end += 2
  }
  if (tokens[end + 1]?.text !== '=') return at
  names.forEach((one, index) => {
    const value = tokens[end + 2 + 2 * index]
    if (value?.kind === 'string') held.set(one, [value])
  })
  return end + 2
}

/** `x = "a"`, not `o.x = "a"` nor a named argument. */
const isTarget = (tokens: readonly Token[], at: number): boolean => {
  const last = tokens[at - 1]?.text ?? ''
  return last !== '.' && (last !== '(' || (tokens[at - 2]?.kind ?? 'mark') === 'mark')
}
const isUse = (tokens: readonly Token[], at: number): boolean => {
  const last = tokens[at - 1]?.text ?? ''
  const next = tokens[at + 1]?.text ?? ''
  return (
    (last !== '.' || tokens[at]?.text.startsWith('$') === true) &&
    last !== '->' &&
    !/^(=|:=|\+=|\.=|:|=>)$/.test(next) &&
    !/^(const|let|var|local|my|def|function|for)$/.test(last)
  )
}

function assign(name: string, adds: boolean, value: Held | undefined, held: Map<string, Held>): void {
  const [own] = held.get(name) ?? []
  const [more] = value ?? []
  if (!adds && value !== undefined) held.set(name, value)
  else if (adds && own?.kind === 'string' && more?.kind === 'string' && own.text.length < MOST_CODE)
    held.set(name, [{ ...own, text: own.text + more.text }])
  else held.delete(name)
}

/** A string or a list of constants that is the whole right side. */
function valueAt(tokens: readonly Token[], at: number): Held | undefined {
  const one = tokens[at]
  const list = one?.text === '[' && one.kind === 'mark' ? listAt(tokens, at) : undefined
  const chain = one?.kind === 'name' ? chainAt(tokens, at) : undefined
  const isFunction = chain !== undefined && starts.test(chain.names.at(-1) ?? '')
  const end = one?.kind === 'string' ? at + 1 : isFunction ? chain.end : (list?.end ?? -1)
  const after = tokens[end]
  const isEnd = after === undefined || /^[;,})]$|^(in|do|then|if)$/.test(after.text) || /\n/.test(after.before)
  return end !== -1 && isEnd ? tokens.slice(at, end) : undefined
}

/** `f"{x} -rf"`, `` `${x} -rf` ``. */
function withVariables(token: Token, held: Map<string, Held>): Token {
  if (token.fills === undefined) return token
  const text = token.text.replace(token.fills, (all, inner: string) => {
    const [, quoted] = /^\s*["']([^"']*)["']\s*$/.exec(inner) ?? []
    const name = inner.trim()
    const value = held.get(name)?.[0] ?? held.get(`$${name}`)?.[0]
    return quoted ?? (value?.kind === 'string' ? value.text : all)
  })
  return text === token.text ? token : { ...token, text }
}

interface Folded {
  readonly tokens: readonly Token[]
  /** Where the rest begins. */
  readonly end: number
}

function foldOnce(tokens: readonly Token[], language: string): readonly Token[] {
  const result: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const folded = foldAt(tokens, at, language)
    if (folded === undefined) {
      result.push(tokens[at] as Token)
      at++
    } else {
      const { before } = tokens[at] as Token
      result.push(...folded.tokens.map((one, index) => (index === 0 ? { ...one, before } : one)))
      at = folded.end
    }
  }
  return result
}

const string = (text: string): Token => ({ kind: 'string', text, before: '' })
const name = (text: string): Token => ({ kind: 'name', text, before: '' })
const mark = (text: string): Token => ({ kind: 'mark', text, before: '' })

/** A constant as tokens. */
function written(value: Constant | undefined): readonly Token[] | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string') return [string(value)]
  if (typeof value === 'number') return [{ kind: 'number', text: String(value), before: '' }]
  if (value.length > 400) return undefined
  const items = value.flatMap((one, at) => [...(at === 0 ? [] : [mark(',')]), ...(written(one) ?? [])])
  return [mark('['), ...items, mark(']')]
}
const made = (value: Constant | undefined, end: number): Folded | undefined => {
  const tokens = written(value)
  return tokens === undefined ? undefined : { tokens, end }
}

function foldAt(tokens: readonly Token[], at: number, language: string): Folded | undefined {
  const token = tokens[at] as Token
  if (token.kind === 'string') return foldString(tokens, at, language)
  if (token.kind === 'name') return foldName(tokens, at, language)
  if (token.text === '[') return foldList(tokens, at)
  // `("rm")`: brackets around one constant that are no call.
  const isCall = /^(name|string)$/.test(tokens[at - 1]?.kind ?? '') || /^[)\]]$/.test(tokens[at - 1]?.text ?? '')
  if (token.text === '(' && !isCall && tokens[at + 1]?.kind === 'string' && tokens[at + 2]?.text === ')')
    return { tokens: [tokens[at + 1] as Token], end: at + 3 }
  return undefined
}

const joins: Readonly<Record<string, RegExp>> = {
  perl: /^\.$/,
  php: /^\.$/,
  lua: /^\.\.$/,
  applescript: /^&$/,
  r: /^$/,
}
const adjoins = /^(python|awk|ruby|c)$/

function foldString(tokens: readonly Token[], at: number, language: string): Folded | undefined {
  const { text: own } = tokens[at] as Token
  const next = tokens[at + 1]
  const second = tokens[at + 2]
  if (next === undefined) return undefined
  if (next.kind === 'string' && adjoins.test(language)) return made(own + next.text, at + 2)
  if (second?.kind === 'string' && (joins[language] ?? /^\+$/).test(next.text)) return made(own + second.text, at + 3)
  if (next.text === '%' && second !== undefined) {
    const values = second.kind === 'string' ? { args: [second.text], end: at + 3 } : argumentsAt(tokens, at + 2)
    if (values !== undefined) return made(formatted(own, values.args), values.end)
  }
  if (next.text === '[') return foldSlice(own, tokens, at)
  if (next.text === '(' && language === 'php' && /^\w+$/.test(own)) return { tokens: [name(own)], end: at + 1 }
  if (next.text !== '.' && next.text !== ':') return undefined
  const method = second?.kind === 'name' && Object.hasOwn(methods, second.text) ? methods[second.text] : undefined
  if (method === undefined) return undefined
  const called = tokens[at + 3]?.text === '(' ? argumentsAt(tokens, at + 3) : undefined
  if (called !== undefined) return made(method(own, called.args), called.end)
  return tokens[at + 3]?.text !== '(' && language === 'ruby' ? made(method(own, []), at + 3) : undefined
}

/** `"abc"[::-1]`, `"abc"[1:]`. */
function foldSlice(own: string, tokens: readonly Token[], at: number): Folded | undefined {
  const end = tokens.findIndex((one, index) => index > at && index < at + 8 && one.text === ']')
  const inner = end === -1 ? '' : textOf(tokens.slice(at + 2, end)).replace(/\s/g, '')
  if (/^::-1$/.test(inner)) return made([...own].reverse().join(''), end + 1)
  const [, from, to] = /^(-?\d*):(-?\d*)$/.exec(inner) ?? []
  return from === undefined
    ? undefined
    : made(own.slice(from === '' ? 0 : Number(from), to === '' || to === undefined ? undefined : Number(to)), end + 1)
}

/** `os.environ['HOME']`, `process.env.HOME`, `$ENV{HOME}`. */
const homeVariable = /^(\w+\.)*(environ|env|ENV|\$ENV|\$_ENV|\$_SERVER)[.[{]"?HOME"?[\]}]?$/

function foldName(tokens: readonly Token[], at: number, language: string): Folded | undefined {
  const last = tokens[at - 1]?.text ?? ''
  if (last === '.' || last === '::') return undefined
  const chain = chainAt(tokens, at)
  const own = chain.names.at(-1) ?? ''
  const home = homeAt(tokens, at)
  if (home !== undefined) return made('~', home)
  const opens = tokens[chain.end]
  if (own === 'home' && /^Dir$/.test(chain.names.at(-2) ?? '') && opens?.text !== '(') return made('~', chain.end)
  if (opens?.text !== '(') return undefined
  const special = foldReflection(own, tokens, chain.end)
  if (special !== undefined) return special
  if (own === 'map' && /^(chr|&:chr)$/.test(tokens[chain.end + 1]?.text ?? '')) {
    const list = listAt(tokens, chain.end + 3)
    return list === undefined || tokens[list.end]?.text !== ')'
      ? undefined
      : made(charactersOf(list.items), list.end + 1)
  }
  const make = Object.hasOwn(functions, own) ? functions[own] : undefined
  const called = make === undefined ? undefined : (generated(tokens, chain.end) ?? argumentsAt(tokens, chain.end))
  return make === undefined || called === undefined ? undefined : made(make(called.args, language), called.end)
}

/** `chr(c) for c in [114, 109]`, as `[chr(c) for c in …]` or the argument of `join`. */
function generated(
  tokens: readonly Token[],
  at: number,
): { readonly args: readonly Constant[]; readonly end: number } | undefined {
  const [variable, close, loop, again, within] = tokens.slice(at + 1, at + 6).map((one) => one.text)
  if (close !== ')' || loop !== 'for' || again !== variable || within !== 'in') return undefined
  const list = listAt(tokens, at + 6)
  return list === undefined ? undefined : { args: [list.items], end: list.end }
}

function homeAt(tokens: readonly Token[], at: number): number | undefined {
  for (const count of [9, 8, 7, 6, 5, 4, 3])
    if (homeVariable.test(textOf(tokens.slice(at, at + count)).trim())) return at + count
  return undefined
}

/** `a.b.c`: its names, and where it ends. */
function chainAt(tokens: readonly Token[], at: number): { readonly names: readonly string[]; readonly end: number } {
  const names = [tokens[at]?.text ?? '']
  let end = at + 1
  while (/^(\.|::)$/.test(tokens[end]?.text ?? '') && tokens[end + 1]?.kind === 'name') {
    names.push(tokens[end + 1]?.text ?? '')
    end += 2
  }
  return { names, end }
}

/** Names that code gives as strings: `getattr(os, "system")`, `__import__("os")`, `send("system", …)`. */
function foldReflection(own: string, tokens: readonly Token[], open: number): Folded | undefined {
  const [first, second, third, fourth] = tokens.slice(open + 1, open + 5)
  if (/^(__import__|import_module)$/.test(own) && first?.kind === 'string' && second?.text === ')')
    return { tokens: [name(first.text)], end: open + 3 }
  if (
    own === 'getattr' &&
    first?.kind === 'name' &&
    second?.text === ',' &&
    third?.kind === 'string' &&
    fourth?.text === ')'
  )
    return { tokens: [first, mark('.'), name(third.text)], end: open + 5 }
  if (/^(send|public_send|__send__|method)$/.test(own) && first?.text === ':' && second?.kind === 'name')
    return third?.text === ',' ? { tokens: [second, mark('(')], end: open + 4 } : undefined
  if (
    /^(send|public_send|__send__|call_user_func|method)$/.test(own) &&
    first?.kind === 'string' &&
    second?.text === ','
  )
    return { tokens: [name(first.text), mark('(')], end: open + 3 }
  return undefined
}

/** A list of constants, with what is called on it. */
function foldList(tokens: readonly Token[], at: number): Folded | undefined {
  // `x["exec"](…)`: the name of a method.
  const isMember = tokens[at - 1]?.kind === 'name' || tokens[at - 1]?.text === ')'
  const inner = tokens[at + 1]
  if (isMember && inner?.kind === 'string' && tokens[at + 2]?.text === ']')
    return tokens[at + 3]?.text === '(' && /^\w+$/.test(inner.text)
      ? { tokens: [mark('.'), name(inner.text)], end: at + 3 }
      : undefined
  const list = isMember ? undefined : listAt(tokens, at)
  if (list === undefined || tokens[list.end]?.text !== '.') return undefined
  const own = tokens[list.end + 1]?.text ?? ''
  const open = list.end + 2
  if (own === 'map' && tokens[open]?.text === '(') return foldMap(list.items, tokens, open)
  const method = Object.hasOwn(listMethods, own) ? listMethods[own] : undefined
  const called = argumentsAt(tokens, open)
  if (method === undefined) return undefined
  return called === undefined ? made(method(list.items, []), open) : made(method(list.items, called.args), called.end)
}

/** `[114, 109].map(c => String.fromCharCode(c))`. */
function foldMap(items: readonly (string | number)[], tokens: readonly Token[], open: number): Folded | undefined {
  let depth = 0
  for (let at = open; at < tokens.length && at < open + 30; at++) {
    const text = tokens[at]?.text
    if (text === '(') depth++
    if (text === ')' && --depth === 0)
      return tokens.slice(open, at).some((one) => /^(chr|fromCharCode|fromCodePoint)$/.test(one.text))
        ? made(charactersOf(items), at + 1)
        : undefined
  }
  return undefined
}

/** `(a, b)` of constants. */
function argumentsAt(
  tokens: readonly Token[],
  open: number,
): { readonly args: readonly Constant[]; readonly end: number } | undefined {
  if (tokens[open]?.text !== '(' || tokens[open]?.kind !== 'mark') return undefined
  const read = constantsAt(tokens, open + 1, ')')
  return read === undefined ? undefined : { args: read.values, end: read.end }
}

function listAt(
  tokens: readonly Token[],
  at: number,
): { readonly items: readonly (string | number)[]; readonly end: number } | undefined {
  if (tokens[at]?.text !== '[' || tokens[at]?.kind !== 'mark') return undefined
  const read = constantsAt(tokens, at + 1, ']')
  return read === undefined || read.values.some((one) => typeof one === 'object')
    ? undefined
    : { items: read.values as readonly (string | number)[], end: read.end }
}

/** Constants and commas up to the bracket that closes them. */
function constantsAt(
  tokens: readonly Token[],
  from: number,
  close: string,
): { readonly values: readonly Constant[]; readonly end: number } | undefined {
  const values: Constant[] = []
  for (let at = from; at < tokens.length && values.length <= 400; ) {
    const token = tokens[at] as Token
    if (token.kind === 'mark' && token.text === close) return { values, end: at + 1 }
    if (token.kind === 'mark' && token.text === ',') {
      at++
      continue
    }
    const pattern = token.text === '/' && token.kind === 'mark' ? patternAt(tokens, at) : undefined
    const list = token.text === '[' && close !== ']' ? listAt(tokens, at) : undefined
    if (pattern !== undefined) {
      values.push(pattern.text)
      at = pattern.end
    } else if (list !== undefined) {
      values.push(list.items)
      at = list.end
    } else if (token.kind === 'string') {
      values.push(token.text)
      at++
    } else if (token.kind === 'number') {
      values.push(Number(token.text))
      at++
    } else return undefined
  }
  return undefined
}

/** `/x/g` of plain characters is the text it finds. */
function patternAt(tokens: readonly Token[], at: number): { readonly text: string; readonly end: number } | undefined {
  const inner = tokens[at + 1]
  if (inner === undefined || tokens[at + 2]?.text !== '/' || inner.before !== '' || !/^\w+$/.test(inner.text))
    return undefined
  return { text: inner.text, end: tokens[at + 3]?.kind === 'name' ? at + 4 : at + 3 }
}

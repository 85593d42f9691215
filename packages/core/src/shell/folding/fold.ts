/** Computes constant expressions in code: `'r' + 'm'` becomes `"rm"`, so that rules read what would run. */
import { type Constant, fillFormat, functions, listMethods, methods, toCharacters } from './functions.ts'
import { MAX_CODE, type Token, tokenize, writeTokens } from './tokens.ts'

const MAX_ROUNDS = 16
const MAX_TOKENS = 3_000
const MAX_NESTED = 3

/** The values of the variables that the program gets, by name. */
type Environment = ReadonlyMap<string, string>
const noVariables: Environment = new Map()
/** What the code is folded with. */
interface Language {
  readonly name: string
  readonly environment: Environment
}

/** The code with its constant expressions computed; the same text if there are none. */
export function foldCode(name: string, code: string, environment = noVariables, depth = 0): string {
  if (code.length > MAX_CODE) return code
  const language = { name, environment }
  let tokens = tokenize(name, code)
  if (tokens.length > MAX_TOKENS) return code
  let isChanged = /%[wWiI][[({]|\bqw\b/.test(code)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const filled = fillIn(tokens, language)
    if (filled === undefined || filled.length > 2 * MAX_TOKENS) return code
    const next = foldOnce(filled, language)
    if (next.length === tokens.length && next.every((token, at) => token === tokens[at])) break
    tokens = next
    isChanged = true
  }
  const nested =
    depth < MAX_NESTED ? findEvaluated(tokens).map((text) => foldCode(name, text, environment, depth + 1)) : []
  return isChanged || nested.length > 0 ? [writeTokens(tokens), ...nested].join('\n') : code
}

/** `exec("…")`, `new Function("…")`: the text is code of the same language. */
function findEvaluated(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token, at) => {
    const opens = tokens[at + 1]?.text === '(' ? at + 2 : at + 1
    const text = tokens[opens]
    return isEvaluating.test(token.text) && token.kind === 'name' && text?.kind === 'string' ? [text.text] : []
  })
}
const isEvaluating = /^(eval|exec|Function|instance_eval|class_eval|compile|loadstring|load|runIn\w+Context)$/

type VariableTokens = readonly Token[]

/** Replaces variables by their values, in the order of the text. */
function fillIn(tokens: readonly Token[], language: Language): readonly Token[] | undefined {
  const variables = new Map<string, VariableTokens>()
  const result: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (result.length > 2 * MAX_TOKENS) return undefined
    const token = tokenAt(tokens, at)
    const next = tokens[at + 1]?.text
    recordAlias(tokens, at, variables)
    const several =
      token.kind === 'name' && next === ',' && textBefore(tokens, at) !== '.'
        ? recordSeveral(tokens, at, variables)
        : at
    if (several > at) {
      result.push(...tokens.slice(at, several))
      at = several - 1
      continue
    }
    if (token.kind === 'name' && /^(=|:=|\+=|\.=)$/.test(next ?? '') && isTarget(tokens, at)) {
      assign(token.text, next === '+=' || next === '.=', valueAt(tokens, at + 2), variables)
      result.push(token)
    } else if (token.kind === 'name' && variables.has(token.text) && isUse(tokens, at))
      result.push(
        ...(variables.get(token.text) ?? []).map((one, index) =>
          index === 0 ? { ...one, before: token.before } : one,
        ),
      )
    else result.push(token.kind === 'string' ? withVariables(token, variables, language) : token)
  }
  return result.reduce((length, { text }) => length + text.length, 0) > 2 * MAX_CODE ? undefined : result
}

/** The token at a position that the caller has checked, so there always is one. */
const tokenAt = (tokens: readonly Token[], at: number): Token => tokens[at] as Token
const textBefore = (tokens: readonly Token[], at: number): string => tokens[at - 1]?.text ?? ''

/** Functions whose aliases are followed. */
const starts =
  /^(system|popen|exec\w*|spawn\w*|run|call|check_output|check_call|Popen|rmtree|rm|rmSync|unlink\w*|remove|removeSync|rm_rf|shell_exec|passthru|eval)$/

/** `from os import system as s`, `{ execSync: e }`. */
function recordAlias(tokens: readonly Token[], at: number, variables: Map<string, VariableTokens>): void {
  const token = tokens[at]
  const alias = tokens[at + 2]
  if (token?.kind !== 'name' || alias?.kind !== 'name' || !starts.test(token.text)) return
  const isRenamed =
    tokens[at + 1]?.text === 'as' || (tokens[at + 1]?.text === ':' && /^[{,]$/.test(textBefore(tokens, at)))
  if (isRenamed) variables.set(alias.text, [{ ...token, before: '' }])
}

/** `a, b = "x", "y"`; returns the position of the values. */
function recordSeveral(tokens: readonly Token[], at: number, variables: Map<string, VariableTokens>): number {
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
    if (value?.kind === 'string') variables.set(one, [value])
  })
  return end + 2
}

/** `x = "a"`, but not `o.x = "a"` or a named argument. */
const isTarget = (tokens: readonly Token[], at: number): boolean => {
  const textBefore = tokens[at - 1]?.text ?? ''
  return textBefore !== '.' && (textBefore !== '(' || (tokens[at - 2]?.kind ?? 'mark') === 'mark')
}
const isUse = (tokens: readonly Token[], at: number): boolean => {
  const textBefore = tokens[at - 1]?.text ?? ''
  const next = tokens[at + 1]?.text ?? ''
  return (
    (textBefore !== '.' || tokens[at]?.text.startsWith('$') === true) &&
    textBefore !== '->' &&
    !/^(=|:=|\+=|\.=|:|=>)$/.test(next) &&
    !/^(const|let|var|local|my|def|function|for)$/.test(textBefore)
  )
}

function assign(
  name: string,
  adds: boolean,
  value: VariableTokens | undefined,
  variables: Map<string, VariableTokens>,
): void {
  const [own] = variables.get(name) ?? []
  const [more] = value ?? []
  if (!adds && value !== undefined) variables.set(name, value)
  else if (adds && own?.kind === 'string' && more?.kind === 'string' && own.text.length < MAX_CODE)
    variables.set(name, [{ ...own, text: own.text + more.text }])
  else variables.delete(name)
}

/** A string or a list of constants that is the whole right side. */
function valueAt(tokens: readonly Token[], at: number): VariableTokens | undefined {
  const one = tokens[at]
  const list = one?.text === '[' && one.kind === 'mark' ? listAt(tokens, at) : undefined
  const chain = one?.kind === 'name' ? chainAt(tokens, at) : undefined
  const isFunction = chain !== undefined && starts.test(chain.names.at(-1) ?? '')
  const end = one?.kind === 'string' ? at + 1 : isFunction ? chain.end : (list?.end ?? -1)
  const after = tokens[end]
  const isEnd = after === undefined || /^[;,})]$|^(in|do|then|if)$/.test(after.text) || /\n/.test(after.before)
  return end !== -1 && isEnd ? tokens.slice(at, end) : undefined
}

/** `f"{x} -rf"`, `` `${x} -rf` ``, `"$ENV{x} -rf"`. */
function withVariables(token: Token, variables: Map<string, VariableTokens>, language: Language): Token {
  if (token.fills === undefined) return token
  const text = token.text.replace(token.fills, (all, inner: string) => {
    const [, quoted] = /^\s*["']([^"']*)["']\s*$/.exec(inner) ?? []
    const name = inner.trim()
    const value = variables.get(name)?.[0] ?? variables.get(`$${name}`)?.[0]
    if (quoted !== undefined || value?.kind === 'string') return quoted ?? value?.text ?? all
    return /env/i.test(inner) ? (variableAt(tokenize(language.name, inner), 0, language)?.value ?? all) : all
  })
  return text === token.text ? token : { ...token, text }
}

interface Folded {
  readonly tokens: readonly Token[]
  /** The position after the folded tokens. */
  readonly end: number
}

function foldOnce(tokens: readonly Token[], language: Language): readonly Token[] {
  const result: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const folded = foldAt(tokens, at, language)
    if (folded === undefined) {
      result.push(tokenAt(tokens, at))
      at++
    } else {
      const { before } = tokenAt(tokens, at)
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
function toTokens(value: Constant | undefined): readonly Token[] | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string') return [string(value)]
  if (typeof value === 'number') return [{ kind: 'number', text: String(value), before: '' }]
  if (value.length > 400) return undefined
  const items = value.flatMap((one, at) => [...(at === 0 ? [] : [mark(',')]), ...(toTokens(one) ?? [])])
  return [mark('['), ...items, mark(']')]
}
const fold = (value: Constant | undefined, end: number): Folded | undefined => {
  const tokens = toTokens(value)
  return tokens === undefined ? undefined : { tokens, end }
}

function foldAt(tokens: readonly Token[], at: number, language: Language): Folded | undefined {
  const token = tokenAt(tokens, at)
  if (token.kind === 'string') return foldString(tokens, at, language)
  if (token.kind === 'name') return foldName(tokens, at, language)
  if (token.text === '[') return foldList(tokens, at)
  // `("rm")`: parentheses around one constant that are not a call.
  const isCall = /^(name|string)$/.test(tokens[at - 1]?.kind ?? '') || /^[)\]]$/.test(tokens[at - 1]?.text ?? '')
  if (token.text === '(' && !isCall && tokens[at + 1]?.kind === 'string' && tokens[at + 2]?.text === ')')
    return { tokens: [tokenAt(tokens, at + 1)], end: at + 3 }
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

function foldString(tokens: readonly Token[], at: number, language: Language): Folded | undefined {
  const { text: own } = tokenAt(tokens, at)
  const next = tokens[at + 1]
  const second = tokens[at + 2]
  if (next === undefined) return undefined
  if (next.kind === 'string' && adjoins.test(language.name)) return fold(own + next.text, at + 2)
  if (second?.kind === 'string' && (joins[language.name] ?? /^\+$/).test(next.text))
    return fold(own + second.text, at + 3)
  if (next.text === '%' && second !== undefined) {
    const values = second.kind === 'string' ? { args: [second.text], end: at + 3 } : argumentsAt(tokens, at + 2)
    if (values !== undefined) return fold(fillFormat(own, values.args), values.end)
  }
  if (next.text === '[') return foldSlice(own, tokens, at)
  if (next.text === '(' && language.name === 'php' && /^\w+$/.test(own)) return { tokens: [name(own)], end: at + 1 }
  if (next.text !== '.' && next.text !== ':') return undefined
  const method = second?.kind === 'name' && Object.hasOwn(methods, second.text) ? methods[second.text] : undefined
  if (method === undefined) return undefined
  const called = tokens[at + 3]?.text === '(' ? argumentsAt(tokens, at + 3) : undefined
  if (called !== undefined) return fold(method(own, called.args), called.end)
  return tokens[at + 3]?.text !== '(' && language.name === 'ruby' ? fold(method(own, []), at + 3) : undefined
}

/** `"abc"[::-1]`, `"abc"[1:]`. */
function foldSlice(own: string, tokens: readonly Token[], at: number): Folded | undefined {
  const end = tokens.findIndex((one, index) => index > at && index < at + 8 && one.text === ']')
  const inner = end === -1 ? '' : writeTokens(tokens.slice(at + 2, end)).replace(/\s/g, '')
  if (/^::-1$/.test(inner)) return fold([...own].reverse().join(''), end + 1)
  const [, from, to] = /^(-?\d*):(-?\d*)$/.exec(inner) ?? []
  return from === undefined
    ? undefined
    : fold(own.slice(from === '' ? 0 : Number(from), to === '' || to === undefined ? undefined : Number(to)), end + 1)
}

const environments = /^(environ|env|ENV|ENVIRON|\$ENV|\$_ENV|\$_SERVER)$/

/** `os.environ['A']`, `process.env.A`, `$ENV{A}`, `os.getenv("A")`: the value, if it is known, and the position after it. */
function variableAt(
  tokens: readonly Token[],
  at: number,
  { environment }: Language,
): { readonly value: string; readonly end: number } | undefined {
  const { names, end } = chainAt(tokens, at)
  const [before = '', last = ''] = names.length === 1 ? ['', ...names] : names.slice(-2)
  const isCall = last === 'getenv' || (/^(get|fetch)$/.test(last) && environments.test(before))
  const [open, name, close] = tokens.slice(end, end + 3)
  // The value of a call's second argument counts only if the variable is not set.
  const after = isCall && close?.text === ',' ? end + 5 : end + 3
  const found = (key: string | undefined, to: number) => {
    const value =
      key === undefined ? undefined : (environment.get(key) ?? (/^(HOME|USERPROFILE)$/.test(key) ? '~' : undefined))
    return value === undefined ? undefined : { value, end: to }
  }
  if (isCall) return open?.text === '(' && tokens[after - 1]?.text === ')' ? found(name?.text, after) : undefined
  if (environments.test(before)) return found(last, end)
  const isEntry = environments.test(last) && /^[[{]$/.test(open?.text ?? '') && /^[\]}]$/.test(close?.text ?? '')
  return isEntry ? found(name?.text, after) : undefined
}

function foldName(tokens: readonly Token[], at: number, language: Language): Folded | undefined {
  const textBefore = tokens[at - 1]?.text ?? ''
  if (textBefore === '.' || textBefore === '::') return undefined
  const chain = chainAt(tokens, at)
  const own = chain.names.at(-1) ?? ''
  const variable = variableAt(tokens, at, language)
  if (variable !== undefined) return fold(variable.value, variable.end)
  const opens = tokens[chain.end]
  if (own === 'home' && /^Dir$/.test(chain.names.at(-2) ?? '') && opens?.text !== '(') return fold('~', chain.end)
  if (opens?.text !== '(') return undefined
  const special = foldReflection(own, tokens, chain.end)
  if (special !== undefined) return special
  if (own === 'map' && /^(chr|&:chr)$/.test(tokens[chain.end + 1]?.text ?? '')) {
    const list = listAt(tokens, chain.end + 3)
    return list === undefined || tokens[list.end]?.text !== ')'
      ? undefined
      : fold(toCharacters(list.items), list.end + 1)
  }
  const make = Object.hasOwn(functions, own) ? functions[own] : undefined
  const called = make === undefined ? undefined : (readGenerator(tokens, chain.end) ?? argumentsAt(tokens, chain.end))
  return make === undefined || called === undefined ? undefined : fold(make(called.args, language.name), called.end)
}

/** `chr(c) for c in [114, 109]`, in `[chr(c) for c in …]` or as the argument of `join`. */
function readGenerator(
  tokens: readonly Token[],
  at: number,
): { readonly args: readonly Constant[]; readonly end: number } | undefined {
  const [variable, close, loop, again, within] = tokens.slice(at + 1, at + 6).map((one) => one.text)
  if (close !== ')' || loop !== 'for' || again !== variable || within !== 'in') return undefined
  const list = listAt(tokens, at + 6)
  return list === undefined ? undefined : { args: [list.items], end: list.end }
}

/** `a.b.c`: its names, and the position after it. */
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

/** Folds a list of constants with the method called on it. */
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
  return called === undefined ? fold(method(list.items, []), open) : fold(method(list.items, called.args), called.end)
}

/** `[114, 109].map(c => String.fromCharCode(c))`. */
function foldMap(items: readonly (string | number)[], tokens: readonly Token[], open: number): Folded | undefined {
  let depth = 0
  for (let at = open; at < tokens.length && at < open + 30; at++) {
    const text = tokens[at]?.text
    if (text === '(') depth++
    if (text === ')' && --depth === 0)
      return tokens.slice(open, at).some((one) => /^(chr|fromCharCode|fromCodePoint)$/.test(one.text))
        ? fold(toCharacters(items), at + 1)
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
  if (read === undefined || read.values.some((one) => typeof one === 'object')) return undefined
  // None of the values is a list.
  return { items: read.values as readonly (string | number)[], end: read.end }
}

/** Constants and commas up to the bracket that closes them. */
function constantsAt(
  tokens: readonly Token[],
  from: number,
  close: string,
): { readonly values: readonly Constant[]; readonly end: number } | undefined {
  const values: Constant[] = []
  for (let at = from; at < tokens.length && values.length <= 400; ) {
    const token = tokenAt(tokens, at)
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

/** `/x/g` with plain characters is the text it finds. */
function patternAt(tokens: readonly Token[], at: number): { readonly text: string; readonly end: number } | undefined {
  const inner = tokens[at + 1]
  if (inner === undefined || tokens[at + 2]?.text !== '/' || inner.before !== '' || !/^\w+$/.test(inner.text))
    return undefined
  return { text: inner.text, end: tokens[at + 3]?.kind === 'name' ? at + 4 : at + 3 }
}

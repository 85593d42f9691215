/** Analyses a hook in JavaScript or Python: what it reads from the event, what it replies, how it ends. */

import type { Exit, Flaw, Output, Reading, ReplyField, ReplyObject, VariableRead } from '../reading.ts'
import { endOf, repliesInARow } from './flow.ts'
import { comparisonsIn, hazardsIn, type Program } from './hazards.ts'
import type { Language } from './languages.ts'
import { readObject, skipLines, wordsIn } from './objects.ts'
import { EventPaths } from './paths.ts'
import { argumentsOf, type Call, callsIn, dottedAt, endOfExpression, isMark } from './scan.ts'
import { swallowedExits } from './swallowed-exits.ts'
import { closes, type Token, tokensOf } from './tokens.ts'

type TokenRange = readonly [number, number]

const verdictKeys =
  /^(permission|decision|permissionDecision|continue|hookSpecificOutput|(user|agent|followup)(_m|M)essage|(updated|modified)(_i|I)nput|additional(_c|C)ontext|action)$/

/** Calls that convert an object to a notation other than JSON. */
const otherNotation =
  /^(yaml\.(safe_)?dump|YAML\.(stringify|dump)|yaml\.(stringify|dump)|toml\.dumps|str|repr|String|util\.inspect|inspect|qs\.stringify|querystring\.stringify|urllib\.parse\.urlencode|pprint\.pformat)$/

export function readProgram(text: string, language: Language, base = 0): Reading {
  return new ProgramReader(text, language, base).read()
}

class ProgramReader implements Program {
  readonly tokens: readonly Token[]
  readonly calls: readonly Call[]
  readonly paths: EventPaths
  /** Opening braces of objects that are printed. */
  private readonly printed = new Set<number>()
  /** Names of objects that are printed. */
  private readonly printedNames = new Set<string>()
  /** Fields that are set on an object later, by the name of the object. */
  private readonly later: ReadonlyMap<string, readonly ReplyField[]>

  readonly text: string
  readonly language: Language

  constructor(text: string, language: Language, base: number) {
    this.text = text
    this.language = language
    this.tokens = tokensOf(text, language.notation, base)
    this.calls = callsIn(this.tokens)
    this.paths = new EventPaths(this.tokens, this.calls, text, language)
    this.later = this.fieldsSetLater()
  }

  read(): Reading {
    const exits = this.exits()
    const end = endOf(this, exits)
    const isReached = ({ offset }: { readonly offset: number }) =>
      offset <= end || this.paths.scopeOf(this.indexOf(offset)).from >= 0
    const outputs = this.calls.flatMap((call) => this.outputOf(call)).filter(isReached)
    return {
      outputs,
      built: [...this.built(), ...this.assigned()].filter(isReached),
      inputs: this.paths.reads(),
      variables: this.variables(),
      exits,
      flaws: [...this.flaws(), ...repliesInARow(this, outputs)],
      comparisons: comparisonsIn(this),
      strings: this.tokens
        .filter(({ kind }) => kind === 'text')
        .map(({ text, start }) => ({ text, offset: start }))
        .filter(isReached),
      readsStdin: this.paths.readsStdin,
      setLater: this.setLater(),
      opaque: this.language.delegates.test(this.text) || exits.some(({ code }) => code === undefined),
    }
  }

  /** The token that begins at an offset. */
  private indexOf(offset: number): number {
    return this.tokens.findIndex(({ start }) => start >= offset)
  }

  private outputOf(call: Call): readonly Output[] {
    const known = Object.hasOwn(this.language.prints, call.name) ? this.language.prints[call.name] : undefined
    const args = argumentsOf(this.tokens, call)
    if (call.name === 'json.dump') {
      // The expression matches nothing but these two names.
      const to = /std(out|err)/.exec(this.source(args[1]))?.[0] as 'stdout' | 'stderr' | undefined
      return to === undefined
        ? []
        : this.replies(args[0]).map((reply) => ({ offset: call.offset, to, form: 'json', ...reply }))
    }
    if (this.language.writes.has(call.name)) {
      const target = this.source(args[0])
      const to = /^(1|.*stdout.*)$/.test(target) ? 'stdout' : /^(2|.*stderr.*)$/.test(target) ? 'stderr' : undefined
      return to === undefined ? [] : this.written(call, args[1], to)
    }
    if (known === undefined) return [...this.exitText(call, args[0]), ...this.startedBy(call, args[0])]
    const named = args.find((range) => this.source(range).startsWith('file='))
    const to = named === undefined ? known.to : /stderr/.test(this.source(named)) ? 'stderr' : 'elsewhere'
    return this.written(call, args[0], to)
  }

  /** Finds programs that write to the script's own stdout. */
  private startedBy({ name, open, close, offset }: Call, range: TokenRange | undefined): readonly Output[] {
    const all = this.source([open + 1, close])
    const isPython = this.language.notation === 'python'
    const isStarted = isPython
      ? /^(?:subprocess\.)?(?:run|call|check_call)$|^os\.system$/.test(name) &&
        !/capture_output|stdout=|stderr=subprocess\.STDOUT/.test(all)
      : /(?:^|\.)(?:execSync|execFileSync|spawnSync|spawn)$/.test(name) && /stdio:"?inherit|inherit/.test(all)
    const first = range === undefined ? undefined : this.tokens.slice(...range).find(({ kind }) => kind === 'text')
    const by = first?.text.trim().split(/\s+/)[0]
    return isStarted && by !== undefined ? [{ offset, to: 'stdout', form: 'other', by }] : []
  }

  /** `sys.exit("text")` prints its text to stderr. */
  private exitText({ name, offset }: Call, range: TokenRange | undefined): readonly Output[] {
    const only = range === undefined ? undefined : this.tokens[skipLines(this.tokens, range[0])]
    const isPrinted = this.language.notation === 'python' && this.language.exit.has(name) && only?.kind === 'text'
    return isPrinted ? [{ offset, to: 'stderr', form: 'text', text: only.text }] : []
  }

  private written(call: Call, range: TokenRange | undefined, to: Output['to']): readonly Output[] {
    const { offset } = call
    if (range === undefined) return [{ offset, to, form: 'text', text: '' }]
    const at = skipLines(this.tokens, range[0])
    const first = this.tokens[at]
    const made = dottedAt(this.tokens, at)
    if (made !== undefined && this.language.stringify.has(made.name)) {
      const inner = argumentsOf(this.tokens, { open: made.end, close: closes(this.tokens, made.end) })[0]
      const wrapped = this.wrappedIn(inner)
      if (wrapped !== undefined) return [{ offset, to, form: 'wrapped', reply: wrapped }]
      return this.replies(inner).map((reply) => ({ offset, to, form: 'json', ...reply }))
    }
    if (made !== undefined && otherNotation.test(made.name) && isMark(this.tokens[made.end], '(')) {
      const inner = argumentsOf(this.tokens, { open: made.end, close: closes(this.tokens, made.end) })[0]
      const shownAs = this.replies(inner).filter(({ reply }) => reply !== undefined)
      if (shownAs.length > 0) return shownAs.map((reply) => ({ offset, to, form: 'object', ...reply }))
    }
    const shown = this.shownObject(range)
    if (shown !== undefined) return [{ offset, to, form: 'object', reply: shown }]
    if (first?.kind === 'text') return [{ offset, to, ...textual(first) }]
    const replies = this.replies(range).filter(({ reply }) => reply !== undefined)
    const asObject = replies.length > 0 && !/\.write$|\.end$/.test(call.name)
    return asObject
      ? replies.map((reply) => ({ offset, to, form: 'object', ...reply }))
      : [{ offset, to, form: 'other' }]
  }

  /** Finds `str(reply)`, `f"{reply}"`, `'' + reply` and `reply.toString()`: an object in the language's own notation. */
  private shownObject([from, to]: TokenRange): ReplyObject | undefined {
    const list = this.tokens.slice(from, to).filter(({ kind }) => kind !== 'line')
    const words = list.map(({ kind, text }) => (kind === 'text' ? `"${text}"` : text)).join('')
    const named =
      /^(?:str|repr|String|util\.inspect|inspect|pformat|pprint\.pformat)\((\w+)[,)]/.exec(words)?.[1] ??
      /^"\uFFFC\n?"\((\w+)\)$/.exec(words)?.[1] ??
      /^""\+(\w+)$/.exec(words)?.[1] ??
      /^(\w+)\+""$/.exec(words)?.[1] ??
      /^(\w+)\.(?:toString|__str__|__repr__)\(\)$/.exec(words)?.[1]
    const at =
      named === undefined
        ? -1
        : this.tokens.findIndex(
            ({ kind, text }, index) => index >= from && index < to && kind === 'name' && text === named,
          )
    return at < 0 ? undefined : this.replies([at, at + 1])[0]?.reply
  }

  /** Finds a reply inside a list, or converted to JSON twice. */
  private wrappedIn(range: TokenRange | undefined): ReplyObject | undefined {
    if (range === undefined) return undefined
    const at = skipLines(this.tokens, range[0])
    const twice = dottedAt(this.tokens, at)
    const inner = isMark(this.tokens[at], '[')
      ? argumentsOf(this.tokens, { open: at, close: closes(this.tokens, at) })[0]
      : twice !== undefined && this.language.stringify.has(twice.name)
        ? argumentsOf(this.tokens, { open: twice.end, close: closes(this.tokens, twice.end) })[0]
        : undefined
    return inner === undefined ? undefined : this.replies(inner)[0]?.reply
  }

  /** The objects that an argument may be: a literal, the value of a variable, or the result of a function. */
  private replies(range: TokenRange | undefined): readonly { readonly reply?: ReplyObject }[] {
    const braces = range === undefined ? undefined : this.paths.objectsIn(range[0], range[1])
    if (braces === undefined || braces.length === 0) return [{}]
    const name = this.source(range)
    if (this.later.has(name)) this.printedNames.add(name)
    return braces.map((brace) => {
      const reply = readObject(this.tokens, brace)
      if (reply === undefined) return {}
      this.printed.add(brace)
      return { reply: { ...reply, fields: [...reply.fields, ...(this.later.get(name) ?? [])] } }
    })
  }

  private built(): readonly ReplyObject[] {
    return this.tokens.flatMap((token, at) => {
      if (!isMark(token, '{') || this.printed.has(at) || this.isBlock(at) || this.isType(at)) return []
      const object = readObject(this.tokens, at)
      return object?.fields.some(({ name }) => verdictKeys.test(name)) === true && !this.isInside(at) ? [object] : []
    })
  }

  /** Turns `reply.permission = 'deny'` into an open object. Printed objects already have these fields. */
  private assigned(): readonly ReplyObject[] {
    return [...this.later]
      .filter(([name]) => !this.printedNames.has(name))
      .map(([, fields]) => fields.filter(({ name }) => verdictKeys.test(name)))
      .filter((fields) => fields.length > 0)
      .map((fields) => ({ offset: fields[0]?.offset ?? 0, fields, open: true }))
  }

  private fieldsSetLater(): ReadonlyMap<string, readonly ReplyField[]> {
    const byName = new Map<string, ReplyField[]>()
    for (const [at, token] of this.tokens.entries()) {
      const [open, key, close] = [this.tokens[at + 1], this.tokens[at + 2], this.tokens[at + 3]]
      if (token.kind !== 'name' || key === undefined || isMark(this.tokens[at - 1], '.')) continue
      const equals =
        isMark(open, '.') && key.kind === 'name'
          ? at + 3
          : isMark(open, '[') && key.kind === 'text' && isMark(close, ']')
            ? at + 4
            : -1
      if (!isMark(this.tokens[equals], '=')) continue
      const value = wordsIn(this.tokens.slice(equals + 1, endOfExpression(this.tokens, equals + 1)))
      byName.set(token.text, [...(byName.get(token.text) ?? []), { name: key.text, offset: key.start, ...value }])
    }
    return byName
  }

  /** In JavaScript a brace after a parenthesis, an arrow or a name opens a block. */
  private isBlock(at: number): boolean {
    const before = this.tokens[at - 1]
    if (this.language.notation === 'python' || before === undefined) return false
    return before.kind === 'name' ? before.text !== 'return' : /^(\)|=>|;|\{|\})$/.test(before.text)
  }

  /** A TypeScript type: `type Reply = {…}`, or fields with `;` or `?:`. */
  private isType(open: number): boolean {
    if (this.language.notation === 'python') return false
    if (isMark(this.tokens[open - 1], '=') && this.tokens[open - 3]?.text === 'type') return true
    const close = closes(this.tokens, open)
    for (let at = open + 1; at < close; at++) {
      const { kind, text } = this.tokens[at] as Token // The index is in range.
      if (kind !== 'mark') continue
      if (text === ';' || (text === '?' && isMark(this.tokens[at + 1], ':'))) return true
      if (/^[([{]$/.test(text)) at = closes(this.tokens, at)
    }
    return false
  }

  private isInside(at: number): boolean {
    const end = this.tokens[at]?.end ?? 0
    return [...this.printed].some(
      (open) =>
        open < at &&
        (readObject(this.tokens, open)?.fields ?? []).some(
          ({ offset }) => offset < end && this.depthFrom(open, at) > 1,
        ),
    )
  }

  private depthFrom(open: number, at: number): number {
    let depth = 0
    for (const token of this.tokens.slice(open, at + 1))
      if (token.kind === 'mark') depth += /^[([{]$/.test(token.text) ? 1 : /^[)\]}]$/.test(token.text) ? -1 : 0
    return depth
  }

  private source([from, to]: readonly [number, number] | readonly [] = []): string {
    if (from === undefined || to === undefined) return ''
    return this.tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join('')
      .trim()
  }

  private exits(): readonly Exit[] {
    const { exit, hardExit, exitCode } = this.language
    const ends = this.calls.flatMap((call): readonly Exit[] => {
      const hard = hardExit.has(call.name)
      if (!hard && !exit.has(call.name)) return []
      const args = argumentsOf(this.tokens, call)
      return this.codes(args[0]).map((code) => ({ code, offset: call.offset, ...(hard ? { hard } : {}) }))
    })
    const set = this.tokens.flatMap((token, at): readonly Exit[] => {
      const found = exitCode === undefined ? undefined : dottedAt(this.tokens, at)
      if (found?.name !== exitCode || found === undefined || !isMark(this.tokens[found.end], '=')) return []
      const value = this.tokens[found.end + 1]
      return [{ code: value?.kind === 'number' ? Number(value.text) : undefined, offset: token.start }]
    })
    return [...ends, ...set]
  }

  /** A text passed to `sys.exit` is printed to stderr, and the exit code is 1. */
  private codes(range: readonly [number, number] | undefined): readonly (number | undefined)[] {
    const tokens = range === undefined ? [] : this.tokens.slice(...range).filter(({ kind }) => kind !== 'line')
    const [only] = tokens
    if (only === undefined) return [0]
    if (only.kind === 'text') return [1]
    const numbers = tokens.filter(({ kind }) => kind === 'number').map(({ text }) => Number(text))
    const isChoice = tokens.some(({ text }) => text === '?' || text === 'if')
    return tokens.length === 1 && only.kind === 'number'
      ? numbers
      : isChoice && numbers.length === 2
        ? numbers
        : [undefined]
  }

  private variables(): readonly VariableRead[] {
    return [...this.namedVariables(), ...this.destructuredVariables(), ...this.positional()]
  }

  /** Finds required arguments: `parser.add_argument("file")`, and `param($File)` in PowerShell. */
  private positional(): readonly VariableRead[] {
    const python = /\.add_argument\(\s*["']([a-z]\w*)["'](?![^)]*(?:nargs|default|required\s*=\s*False))/g
    const shell = /^\s*param\s*\(\s*(?:\[[^\]]*\]\s*)*\$(\w+)(?!\s*=)/gim
    return [...this.text.matchAll(this.language.notation === 'python' ? python : shell)].map((found) => ({
      name: `the argument ${found[1]}`,
      offset: found.index + found[0].search(/\S/),
      expected: false,
      argument: true,
    }))
  }

  /** Reads `const { CURSOR_FILE, X = 1 } = process.env`. */
  private destructuredVariables(): readonly VariableRead[] {
    return this.tokens.flatMap((token, open): readonly VariableRead[] => {
      if (!isMark(token, '{') || !/^(const|let|var)$/.test(this.tokens[open - 1]?.text ?? '')) return []
      const close = closes(this.tokens, open)
      const from = dottedAt(this.tokens, close + 2)
      if (!isMark(this.tokens[close + 1], '=') || !this.language.environment.has(from?.name ?? '')) return []
      return argumentsOf(this.tokens, { open, close }).flatMap(([begin, end]) => {
        const named = this.tokens[skipLines(this.tokens, begin)]
        const expected = this.tokens.slice(begin, end).some((one) => isMark(one, '='))
        return named?.kind === 'name' ? [{ name: named.text, offset: named.start, expected }] : []
      })
    })
  }

  private namedVariables(): readonly VariableRead[] {
    const { environment, getVariable, or } = this.language
    return this.tokens.flatMap((token, at): readonly VariableRead[] => {
      const found = dottedAt(this.tokens, at)
      if (found === undefined) return []
      const given = this.language.argument
      if (
        found.name === given.name &&
        isMark(this.tokens[found.end], '[') &&
        this.tokens[found.end + 1]?.text === given.first
      )
        return [
          {
            name: `${given.name}[${given.first}]`,
            offset: token.start,
            expected: given.counted.test(this.text) && !this.isParsed(at),
            argument: true,
          },
        ]
      if (getVariable.has(found.name) && isMark(this.tokens[found.end], '(')) {
        const args = argumentsOf(this.tokens, { open: found.end, close: this.closing(found.end) })
        const named = this.tokens[args[0]?.[0] ?? -1]
        return named?.kind === 'text'
          ? [
              {
                name: named.text,
                offset: named.start,
                expected: args.length > 1 || this.falls(this.closing(found.end) + 1, or),
              },
            ]
          : []
      }
      const dotted = /^(.+)\.([A-Z][A-Z0-9_]*)$/.exec(found.name)
      // The pattern has two groups.
      if (dotted !== null && environment.has(dotted[1] as string)) {
        // The index is in range.
        const last = this.tokens[found.end - 1] as Token // The index is in range.
        // The index is in range.
        return [{ name: dotted[2] as string, offset: last.start, expected: this.falls(found.end, or) }]
      }
      const key = this.tokens[found.end + 1]
      if (!environment.has(found.name) || !isMark(this.tokens[found.end], '[') || key?.kind !== 'text') return []
      return [
        {
          name: key.text,
          offset: key.start,
          expected: this.falls(found.end + 3, or) || isMark(this.tokens[found.end + 3], '='),
        },
      ]
    })
  }

  /** The value is parsed as JSON, directly or through its variable, so it can only be the event. */
  private isParsed(at: number): boolean {
    const parses = this.calls.filter(({ name }) => this.language.parse.has(name))
    const named = this.paths.assignments.find(({ from, to }) => at >= from && at < to)?.name
    return parses.some(
      ({ open, close }) =>
        (at > open && at < close) ||
        (close === open + 2 && named !== undefined && this.source([open + 1, close]) === named),
    )
  }

  private closing(open: number): number {
    return this.calls.find((call) => call.open === open)?.close ?? open
  }

  private falls(at: number, or: ReadonlySet<string>): boolean {
    return or.has(this.tokens[at]?.text ?? '') || isMark(this.tokens[at], '=')
  }

  /** Finds JSON text with a value inserted between its quotation marks. */
  private flaws(): readonly Flaw[] {
    const pasted = this.tokens.flatMap((token, at): readonly Flaw[] => {
      if (token.kind !== 'text' || !/^\s*\{{1,2}\s*"[\w-]+"\s*:/.test(token.text)) return []
      const next = this.tokens[at + 1]
      const raw =
        /:\s*"[^"]*\uFFFC/.test(token.text) ||
        (/:\s*"[^"]*%s/.test(token.text) && isMark(next, '%')) ||
        (/:\s*"[^"]*\{\w*\}/.test(token.text) && isMark(next, '.') && this.tokens[at + 2]?.text === 'format') ||
        (/:\s*"[^"]*$/.test(token.text) && isMark(next, '+'))
      return raw && !/stringify|dumps|escape/.test(this.source([at, Math.min(this.tokens.length, at + 24)]))
        ? [{ kind: 'pasted', offset: token.start }]
        : []
    })
    return [
      ...pasted,
      ...this.paths.readTwice(),
      ...this.paths.lostAnswers((brace) => this.isAnswer(brace)),
      ...hazardsIn(this),
      ...(this.language.notation === 'python' ? swallowedExits(this.text) : []),
    ]
  }

  private isAnswer(brace: number): boolean {
    return readObject(this.tokens, brace)?.fields.some(({ name }) => verdictKeys.test(name)) === true
  }

  private setLater(): ReadonlySet<string> {
    return new Set(
      this.tokens.flatMap((token, at) => {
        const [before, after] = [this.tokens[at - 1], this.tokens[at + 1]]
        if (token.kind === 'name' && isMark(before, '.') && isMark(after, '=')) return [token.text]
        return token.kind === 'text' && isMark(before, '[') && isMark(after, ']') && isMark(this.tokens[at + 2], '=')
          ? [token.text]
          : []
      }),
    )
  }
}

function textual(token: Token): Pick<Output, 'form' | 'text' | 'reply'> {
  const tokens = tokensOf(token.text, 'javascript').filter(({ kind }) => kind !== 'line')
  const object = isMark(tokens[0], '{') ? readObject(tokens, 0) : undefined
  if (object === undefined || object.fields.length === 0) return { form: 'text', text: token.text }
  const toOffset = (offset: number) => token.start + Math.min(offset + 1, token.end - token.start)
  const fields = object.fields.map((field) => ({ ...field, offset: toOffset(field.offset) }))
  return {
    form: 'json',
    text: token.text,
    reply: { ...object, offset: token.start, fields },
  }
}

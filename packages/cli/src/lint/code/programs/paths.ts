/** Follows the event through a program: which names contain it or a part of it, and which fields are read from them. */

import { ELEMENT, type Flaw, type InputRead } from '../reading.ts'
import type { Language } from './languages.ts'
import { skipLines } from './objects.ts'
import { argumentsOf, type Call, dottedAt, endOfExpression, isMark, type Scope, scopesIn } from './scan.ts'
import { closes, type Token } from './tokens.ts'

/** A name for a part of the event between two tokens; without a path it means something else. */
interface Alias {
  readonly name: string
  readonly path: readonly string[] | undefined
  readonly from: number
  readonly to: number
}
export interface Assignment {
  readonly name: string
  readonly at: number
  readonly from: number
  readonly to: number
}
export interface PathAt {
  readonly path: readonly string[]
  /** The index after its last token. */
  readonly end: number
}

/** A read of stdin: the call, the call of the function around it, and its index at the top level of the program. */
interface ReadSite {
  readonly call: Call
  readonly by: Call
  readonly site: number
}

/** Members that every object or string has. */
const inherited = new Set(
  'length toString hasOwnProperty keys values items entries map filter forEach includes startsWith endsWith match replace split trim toLowerCase toUpperCase slice substring test indexOf join lower upper strip startswith endswith pop update setdefault copy constructor'.split(
    ' ',
  ),
)

export class EventPaths {
  readonly readsStdin: boolean
  readonly scopes: readonly Scope[]
  readonly assignments: readonly Assignment[]
  private readonly aliases = new Map<string, Alias[]>()
  private readonly others = new Set<string>()

  private readonly tokens: readonly Token[]
  private readonly calls: readonly Call[]
  private readonly language: Language

  constructor(tokens: readonly Token[], calls: readonly Call[], text: string, language: Language) {
    this.tokens = tokens
    this.calls = calls
    this.language = language
    this.scopes = scopesIn(tokens, text, language)
    this.assignments = assignmentsIn(tokens)
    this.readsStdin = tokens.some((_, at) => this.isStdin(at))
    for (const { params, from, to } of this.scopes)
      for (const name of params) this.addAlias({ name, path: undefined, from, to })
    if (this.readsStdin) for (let round = 0; round < 3; round++) this.follow()
  }

  /** The opening braces of the objects that an expression may be; undefined if it may also be something else. */
  objectsIn(begin: number, end: number, depth = 0): readonly number[] | undefined {
    const first = skipLines(this.tokens, begin)
    const from = this.tokens[first]?.text === 'await' ? first + 1 : first
    if (isMark(this.tokens[from], '{')) return [from]
    if (depth > 4) return undefined
    if (isMark(this.tokens[from], '(') && skipLines(this.tokens, closes(this.tokens, from) + 1) >= end)
      return this.objectsIn(from + 1, closes(this.tokens, from), depth + 1)
    const choices = this.choicesIn(from, end)
    if (choices !== undefined) return this.all(choices, depth)
    const token = this.tokens[from]
    if (token?.kind !== 'name') return undefined
    const next = skipLines(this.tokens, from + 1)
    if (next >= end) return this.isParameter(from) ? undefined : this.all(this.given(token.text), depth)
    const isCall = isMark(this.tokens[next], '(') && skipLines(this.tokens, closes(this.tokens, next) + 1) >= end
    const called = isCall ? this.scopes.find(({ name }) => name === token.text) : undefined
    return called === undefined ? undefined : this.all(this.returned(called), depth)
  }

  private all(ranges: readonly (readonly [number, number])[], depth: number): readonly number[] | undefined {
    const found = ranges.map(([from, to]) => this.objectsIn(from, to, depth + 1))
    return found.length === 0 || found.some((one) => one === undefined)
      ? undefined
      : [...new Set(found.flatMap((one) => one ?? []))]
  }

  private given(name: string): readonly (readonly [number, number])[] {
    return this.assignments.filter((one) => one.name === name).map(({ from, to }) => [from, to])
  }

  private isParameter(at: number): boolean {
    return this.scopes.some(
      ({ params, from, to }) => params.includes(this.tokens[at]?.text ?? '') && at > from && at < to,
    )
  }

  private returned({ from, to }: Scope): readonly (readonly [number, number])[] {
    const ranges: [number, number][] = []
    for (let at = from; at < to; at++)
      if (this.tokens[at]?.kind === 'name' && this.tokens[at]?.text === 'return')
        ranges.push([at + 1, endOfExpression(this.tokens, at + 1)])
    const body = skipLines(this.tokens, from + 1)
    return ranges.length > 0 || !isMark(this.tokens[body], '(') ? ranges : [[body, closes(this.tokens, body) + 1]]
  }

  /** The alternatives of `x ? {…} : {…}` and `{…} if x else {…}`. */
  private choicesIn(from: number, end: number): readonly (readonly [number, number])[] | undefined {
    const splits: number[] = []
    for (let at = from; at < end; at++) {
      const { kind, text } = this.tokens[at] as Token // The index is in range.
      if (kind === 'mark' && /^[([{]$/.test(text)) at = closes(this.tokens, at)
      else if (kind === 'mark' && (text === '?' || text === ':')) splits.push(at)
      else if (kind === 'name' && /^(if|else)$/.test(text)) splits.push(at)
    }
    const [first, second] = splits
    if (first === undefined || second === undefined) return undefined
    return this.tokens[first]?.text === '?'
      ? [
          [first + 1, second],
          [second + 1, end],
        ]
      : [
          [from, first],
          [second + 1, end],
        ]
  }

  reads(): readonly InputRead[] {
    const found: InputRead[] = []
    for (let at = 0; at < this.tokens.length; at++) {
      const first = this.pathAt(at)
      if (first === undefined) continue
      const group = [{ ...first, at }]
      for (let next = first.end; this.language.or.has(this.tokens[next]?.text ?? ''); ) {
        const other = this.pathAt(skipLines(this.tokens, next + 1))
        if (other === undefined) break
        group.push({ ...other, at: next + 1 })
        next = other.end
      }
      for (const one of group) {
        if (one.path.length === 0 || this.isWritten(one.end)) continue
        const offset = (this.tokens[one.at] as Token).start // The index is in range.
        const instead = group.filter((other) => other !== one).map(({ path }) => path)
        found.push({ path: one.path, offset, fallbacks: [...instead, ...this.defaults(one.at, one.end, one.path)] })
      }
      at = (group.at(-1)?.end ?? at + 1) - 1
    }
    return [...found, ...this.destructured()]
  }

  /** The part of the event at a token. */
  partAt(at: number): PathAt | undefined {
    return this.pathAt(at)
  }

  /** The expression that begins there is the whole event or a part of it. */
  isEventAt(at: number): boolean {
    return this.valueOf(at, endOfExpression(this.tokens, at)) !== undefined
  }

  closing(open: number): number {
    return closes(this.tokens, open)
  }

  /** The expression that begins there is the whole event, parsed or as text. */
  holdsWhole([from, to]: readonly [number, number]): boolean {
    for (let at = from; at < to; at++) {
      if (this.isStdin(at) || this.aliasAt(at)?.length === 0) return true
      const name = this.tokens[at]?.kind === 'name' ? this.tokens[at]?.text : undefined
      const isRaw = this.assignments.some((one) => one.name === name && this.isReadAll(one.from, one.to))
      if (isRaw) return true
    }
    return false
  }

  private isReadAll(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.isStdin(at)) return true
    return false
  }

  /** The token runs after the top-level statements: in a callback or an async function. */
  isAsync(at: number): boolean {
    return this.scopes.some(({ name, from, to }) => {
      if (at <= from || at >= to) return false
      const before = this.tokens.slice(Math.max(0, from - 8), from)
      return name === undefined || before.some(({ text }) => text === 'async')
    })
  }

  /** Finds a second `readFileSync(0)` or `sys.stdin.read()`, which gets nothing. */
  readTwice(): readonly Flaw[] {
    const whole = this.calls.filter((call) => {
      const { name, open } = call
      if (/(^|\.)stdin(\.buffer)?\.(read|readlines)$/.test(name)) return isMark(this.tokens[open + 1], ')')
      const args = argumentsOf(this.tokens, call)
      const first = args[0] === undefined ? '' : this.textOf(args[0])
      return (
        (/(^|\.)readFileSync$/.test(name) && isStdinName(first)) ||
        (/^(json\.)?load$/.test(name) && /^sys\.stdin$/.test(first))
      )
    })
    const reads = whole.flatMap((call) => this.sitesOf(call, call, call, 0)).toSorted((a, b) => a.site - b.site)
    for (const [index, second] of reads.entries()) {
      const first = reads
        .slice(0, index)
        .find(
          (one) =>
            (one.call !== second.call || (one.site !== second.site && this.readsEachTime(one.call))) &&
            this.scopeOf(one.site).from === this.scopeOf(second.site).from &&
            !this.isBranch(one.site, second.site),
        )
      const { offset } = first?.call === second.call ? second.by : second.call
      if (first !== undefined) return [{ kind: 'read-twice', offset, name: first.call.name }]
    }
    return []
  }

  /** The sites of a read: its own position, or the calls of the functions that lead to it. `by` is the call that reads. */
  private sitesOf(call: Call, current: Call, by: Call, depth: number): readonly ReadSite[] {
    const { from, to } = this.scopeOf(current.at)
    const name = from < 0 ? undefined : this.scopes.find((scope) => scope.from === from && scope.to === to)?.name
    const callers =
      name === undefined || depth > 3
        ? []
        : this.calls.filter((one) => one.name === name && !(one.at > from && one.at < to))
    if (callers.length === 0) return from < 0 || depth > 0 ? [{ call, by, site: current.at }] : []
    return callers.flatMap((one) => this.sitesOf(call, one, depth === 0 ? one : by, depth + 1))
  }

  /** The function always reads: there is no condition and no value cached from the first time. */
  private readsEachTime({ at }: Call): boolean {
    const { from, to } = this.scopeOf(at)
    return !this.tokens
      .slice(Math.max(0, from - 12), to)
      .some(({ kind, text }) => /^(if|\?|\?\?=|\|\|=|global|nonlocal|\w*cache\w*)$/i.test(text) && kind !== 'text')
  }

  /** Finds replies that get lost: a `return` that leaves only a callback, an unused result, a local variable. */
  lostAnswers(isAnswer: (brace: number) => boolean): readonly Flaw[] {
    return [...this.lostInCallbacks(isAnswer), ...this.unusedResults(isAnswer), ...this.lostLocals()]
  }

  /** Finds `list.forEach((x) => { if (…) return {…} })`, where forEach discards the value. */
  private lostInCallbacks(isAnswer: (brace: number) => boolean): readonly Flaw[] {
    return this.tokens.flatMap((token, at): readonly Flaw[] => {
      const isLoop = token.kind === 'name' && token.text === 'forEach' && isMark(this.tokens[at + 1], '(')
      if (!isLoop || this.language.notation === 'python') return []
      const close = closes(this.tokens, at + 1)
      const callback = this.scopes.find(({ from, to }) => from > at && to <= close)
      if (callback === undefined) return []
      const lost = this.returnsIn(callback).find((value) => this.isVerdict(value, isAnswer))
      // A token precedes every returned value, so the index is in range.
      return lost === undefined
        ? []
        : [{ kind: 'lost-answer', offset: (this.tokens[lost - 1] as Token).start, name: 'callback' }]
    })
  }

  private isVerdict(value: number, isAnswer: (brace: number) => boolean): boolean {
    const token = this.tokens[value]
    return isMark(token, '{') ? isAnswer(value) : token?.kind === 'name' && /^(true|false|True|False)$/.test(token.text)
  }

  /** The first tokens of the values that a function returns, without those of nested functions. */
  private returnsIn({ from, to }: Scope): readonly number[] {
    const values: number[] = []
    for (let at = from; at < to; at++) {
      const token = this.tokens[at]
      if (token?.kind === 'name' && token.text === 'return' && this.scopeOf(at).from === from) values.push(at + 1)
    }
    return values
  }

  /** Finds `judge(event)` as a statement, where `judge` returns the reply. */
  private unusedResults(isAnswer: (brace: number) => boolean): readonly Flaw[] {
    return this.scopes.flatMap((scope): readonly Flaw[] => {
      const answers = this.returnsIn(scope).some((at) => isMark(this.tokens[at], '{') && isAnswer(at))
      if (scope.name === undefined || !answers) return []
      const calls = this.calls.filter(({ name }) => name === scope.name)
      const mentions = this.tokens.filter(({ kind, text }) => kind === 'name' && text === scope.name).length
      const [first] = calls
      const isLost =
        first !== undefined && mentions === calls.length + 1 && calls.every((call) => this.isStatement(call))
      return isLost ? [{ kind: 'lost-answer', offset: first.offset, name: 'result' }] : []
    })
  }

  private isStatement({ at, close }: Call): boolean {
    const start = this.tokens[at - 1]?.text === 'await' ? at - 1 : at
    const before = this.tokens[skipLinesBack(this.tokens, start - 1)]
    const after = this.tokens[close + 1]
    const begins =
      before === undefined ||
      /^[;{}]$/.test(before.text) ||
      (this.tokens[start - 1]?.kind === 'line' &&
        !(before.kind === 'mark' && /^(=|\(|\[|,|\?|&&|\|\||\?\?|=>|\+|\.)$/.test(before.text)) &&
        !/^(return|and|or|not|in)$/.test(before.text))
    return begins && (after === undefined || after.kind === 'line' || /^[;}]$/.test(after.text))
  }

  /** Finds `decision = "deny"` in a Python function, which sets a local variable instead of the one outside. */
  private lostLocals(): readonly Flaw[] {
    if (this.language.notation !== 'python') return []
    return this.assignments.flatMap(({ name, at, from }): readonly Flaw[] => {
      const scope = this.scopeOf(at)
      const value = this.tokens[from]
      if (scope.from < 0 || !/^(deny|block|ask|True|False)$/.test(value?.text ?? '')) return []
      const outside = this.assignments.some((one) => one.name === name && this.scopeOf(one.at).from < 0)
      const mentions = this.tokens.flatMap((token, index) =>
        token.kind === 'name' && token.text === name && index > scope.from && index < scope.to ? [index] : [],
      )
      const isOnlySet =
        mentions.every((index) => isMark(this.tokens[index + 1], '=')) && !isMark(this.tokens[at - 1], ',')
      const isDeclared = mentions.some((index) => this.isGlobal(index))
      const isArgument = isMark(this.tokens[at - 1], '(')
      return outside && isOnlySet && !isDeclared && !isArgument
        ? [{ kind: 'lost-answer', offset: (this.tokens[at] as Token).start, name: 'local' }] // The index is in range.
        : []
    })
  }

  private isGlobal(at: number): boolean {
    for (let index = at - 1; index >= 0 && this.tokens[index]?.kind !== 'line'; index--)
      if (/^(global|nonlocal)$/.test(this.tokens[index]?.text ?? '')) return true
    return false
  }

  /** An operator between them makes the second an alternative of the first. */
  private isBranch(from: number, to: number): boolean {
    return this.tokens
      .slice(from, to)
      .some(
        ({ kind, text }) =>
          (kind === 'name' && /^(else|elif|except|catch|case|return)$/.test(text)) || text === '||' || text === '??',
      )
  }

  private isStdin(at: number): boolean {
    const found = dottedAt(this.tokens, at)
    if (found !== undefined && this.language.stdin.test(found.name))
      return found.name !== 'input' || isMark(this.tokens[found.end], '(')
    const token = this.tokens[at]
    if (token?.kind === 'text' && token.text === '/dev/stdin') return true
    const opened = found ?? methodAt(this.tokens, at)
    return (
      opened !== undefined &&
      this.language.opens.test(opened.name) &&
      isMark(this.tokens[opened.end], '(') &&
      this.tokens[opened.end + 1]?.text === '0'
    )
  }

  private textOf([from, to]: readonly [number, number]): string {
    return this.tokens
      .slice(from, to)
      .filter(({ kind }) => kind !== 'line')
      .map(({ text }) => text)
      .join('')
  }

  /** Finds names that are assigned the event, a part of it, or something else. */
  private follow(): void {
    for (const assignment of this.assignments) {
      const { name, at, from, to } = assignment
      const path = this.valueOf(from, to)
      if (path === undefined) {
        if (!this.isEmpty(from, to)) this.others.add(name)
        if (this.isForeign(from, to)) this.others.add(name)
        continue
      }
      const scope = this.scopeOf(at)
      const known = this.aliasesOf(name).some(
        (one) => one.from === scope.from && one.to === scope.to && one.path?.join() === path.join(),
      )
      if (!known) this.addAlias({ name, path, ...scope })
    }
    this.followCalls()
  }

  /** A parameter is the event if a call passes it. */
  private followCalls(): void {
    for (const { name, params, from, to } of this.scopes)
      for (const call of name === undefined ? [] : this.calls.filter((one) => one.name === name))
        argumentsOf(this.tokens, call).forEach(([begin, end], index) => {
          const path = this.valueOf(begin, end)
          const param = params[index]
          const list = this.aliases.get(param ?? '') ?? []
          const at = list.findIndex((one) => one.from === from && one.to === to)
          if (path !== undefined && param !== undefined && at >= 0) list[at] = { name: param, path, from, to }
        })
  }

  scopeOf(at: number): { readonly from: number; readonly to: number } {
    const inner = this.scopes
      .filter(({ from, to }) => at > from && at < to)
      .toSorted((a, b) => a.to - a.from - (b.to - b.from))[0]
    return inner === undefined ? { from: -1, to: this.tokens.length } : { from: inner.from, to: inner.to }
  }

  /** The part of the event that an expression is; undefined if it is something else or unknown. */
  private valueOf(from: number, to: number): readonly string[] | undefined {
    let at = skipLines(this.tokens, from)
    if (this.tokens[at]?.text === 'await') at++
    const path = this.pathAt(at)
    if (path !== undefined) {
      const rest = this.tokens.slice(path.end, to).filter(({ kind }) => kind !== 'line')
      return rest.length === 0 || this.language.or.has(rest[0]?.text ?? '') ? path.path : undefined
    }
    if (isMark(this.tokens[at], '(')) {
      // `(await Bun.stdin.json()) as Event`
      const end = closes(this.tokens, at)
      const next = this.tokens[skipLines(this.tokens, end + 1)]
      return end + 1 >= to || next?.text === 'as' ? this.valueOf(at + 1, end) : undefined
    }
    const called = dottedAt(this.tokens, at)
    if (called === undefined || !isMark(this.tokens[called.end], '(')) return undefined
    const close = closes(this.tokens, called.end)
    if (this.language.parse.has(called.name)) return this.parsed(called.end + 1, close)
    if (/stdin.*\.json$/i.test(called.name)) return []
    const own = this.scopes.find(({ name }) => name !== undefined && name === called.name)
    return own !== undefined && this.returnsEvent(own) ? [] : undefined
  }

  private parsed(from: number, to: number): readonly string[] | undefined {
    const at = skipLines(this.tokens, from)
    const part = this.pathAt(at)
    // The parsed text of a field is not a part of the event.
    if (part !== undefined) return [...part.path, '']
    if (!this.readsStdin) return undefined
    if (this.isForeign(from, to)) return undefined
    const names = this.tokens.slice(from, to).filter(({ kind, text }) => kind === 'name' && this.others.has(text))
    const foreign = names.some(
      ({ text }) =>
        this.assignments.some((one) => one.name === text && this.isForeign(one.from, one.to)) || this.isOpened(text),
    )
    return foreign ? undefined : []
  }

  private returnsEvent({ from, to }: Scope): boolean {
    const parses = this.calls.filter(({ name, at }) => at > from && at < to && this.language.parse.has(name))
    return parses.length > 0 && parses.every(({ open, close }) => this.parsed(open + 1, close)?.length === 0)
  }

  /** The value comes from a file, another program or a server. */
  private isForeign(from: number, to: number): boolean {
    for (let at = from; at < to; at++) {
      const found = dottedAt(this.tokens, at) ?? methodAt(this.tokens, at)
      if (found === undefined || !isMark(this.tokens[found.end], '(')) continue
      if (this.language.foreign.test(found.name)) return true
      if (!this.language.opens.test(found.name)) continue
      const first = argumentsOf(this.tokens, { open: found.end, close: closes(this.tokens, found.end) })[0]
      if (first === undefined || !isStdinName(this.textOf(first))) return true
    }
    return false
  }

  /** The name in `with open(path) as f`. */
  private isOpened(name: string): boolean {
    return this.tokens.some(
      (token, at) =>
        token.text === 'as' && this.tokens[at + 1]?.text === name && this.isForeign(Math.max(0, at - 30), at),
    )
  }

  private isEmpty(from: number, to: number): boolean {
    return /^(\{\}|null|None|undefined|dict\(\)|\[\]|)$/.test(this.textOf([from, to]).replace(/as.*$/, ''))
  }

  private isWritten(end: number): boolean {
    return isMark(this.tokens[end], '=')
  }

  private aliasesOf(name: string): readonly Alias[] {
    return this.aliases.get(name) ?? []
  }

  private addAlias(alias: Alias): void {
    const known = this.aliases.get(alias.name)
    if (known === undefined) this.aliases.set(alias.name, [alias])
    else known.push(alias)
  }

  private aliasAt(at: number): readonly string[] | undefined {
    const token = this.tokens[at]
    if (token?.kind !== 'name' || isMark(this.tokens[at - 1], '.') || isMark(this.tokens[at - 1], '?.'))
      return undefined
    const isKey =
      isMark(this.tokens[at + 1], ':') && /^[{,]$/.test(this.tokens[skipLinesBack(this.tokens, at - 1)]?.text ?? '')
    if (isKey) return undefined
    let nearest: Alias | undefined
    for (const one of this.aliasesOf(token.text))
      if (at > one.from && at < one.to && (nearest === undefined || one.to - one.from < nearest.to - nearest.from))
        nearest = one
    const rival =
      nearest === undefined
        ? undefined
        : this.aliasesOf(token.text).find(
            (one) => one.from === nearest.from && one.to === nearest.to && one.path?.join() !== nearest.path?.join(),
          )
    return rival === undefined ? nearest?.path : undefined
  }

  /** Reads paths such as `input.tool_input?.command`, `(data.get("a") or {}).get("b")` and `JSON.parse(raw).a`. */
  private pathAt(from: number): PathAt | undefined {
    const own = this.aliasAt(from)
    if (own !== undefined) return this.members(own, from + 1)
    const called = dottedAt(this.tokens, from)
    if (called !== undefined && this.language.parse.has(called.name) && isMark(this.tokens[called.end], '(')) {
      const end = closes(this.tokens, called.end)
      const parsed = this.parsed(called.end + 1, end)
      return parsed === undefined ? undefined : this.members(parsed, end + 1)
    }
    const before = this.tokens[from - 1]
    if (!isMark(this.tokens[from], '(') || before?.kind === 'name' || before?.kind === 'text') return undefined
    const inner = this.pathAt(skipLines(this.tokens, from + 1))
    const close = closes(this.tokens, from)
    if (inner === undefined) return undefined
    const rest = this.tokens.slice(inner.end, close).filter(({ kind }) => kind !== 'line')
    const isDefault =
      rest.length === 0 ||
      (this.language.or.has(rest[0]?.text ?? '') &&
        /^(\{\}|""|''|)$/.test(
          rest
            .slice(1)
            .map(({ text }) => text)
            .join(''),
        ))
    const cast = rest[0]?.text === 'as'
    return isDefault || cast ? this.members(inner.path, close + 1) : undefined
  }

  private members(begin: readonly string[], from: number): PathAt {
    const path = [...begin]
    let at = from
    for (;;) {
      const dot = skipLines(this.tokens, at)
      const [mark, next] = [this.tokens[dot], this.tokens[dot + 1]]
      if (isMark(mark, '!')) at = dot + 1
      else if ((isMark(mark, '.') || isMark(mark, '?.')) && next?.kind === 'name') {
        const isCall = isMark(this.tokens[dot + 2], '(')
        const key = this.tokens[dot + 3]
        if (isCall && next.text === this.language.getter && key?.kind === 'text') {
          path.push(key.text)
          at = closes(this.tokens, dot + 2) + 1
        } else if (isCall || inherited.has(next.text) || this.language.getter !== undefined) return { path, end: at }
        else {
          path.push(next.text)
          at = dot + 2
        }
      } else if (isMark(mark, '?.') && isMark(next, '[')) at = dot + 1
      else if (dot === at && isMark(mark, '[') && next?.kind === 'text' && isMark(this.tokens[dot + 2], ']')) {
        path.push(next.text)
        at = dot + 3
      } else if (dot === at && path.length > 0 && this.isElement(dot)) {
        path.push(ELEMENT)
        at = dot + 3
      } else return { path, end: at }
    }
  }

  /** Reads `[0]` followed by a field of that element. */
  private isElement(open: number): boolean {
    const [mark, index, close, dot, name, after] = this.tokens.slice(open, open + 6)
    if (!isMark(mark, '[') || index?.kind !== 'number' || !isMark(close, ']')) return false
    if (isMark(dot, '[')) return name?.kind === 'text' && isMark(after, ']')
    const isDotted = (isMark(dot, '.') || isMark(dot, '?.')) && name?.kind === 'name'
    if (!isDotted) return false
    return isMark(after, '(')
      ? name.text === this.language.getter && this.tokens[open + 6]?.kind === 'text'
      : this.language.getter === undefined && !inherited.has(name.text)
  }

  /** The fallback in `data.get("a", data.get("b"))`. */
  private defaults(from: number, to: number, whole: readonly string[]): readonly (readonly string[])[] {
    const paths: (readonly string[])[] = []
    for (let at = from + 1; at < to; at++) {
      const found = this.pathAt(at)
      const isPart = found?.path.every((name, index) => whole[index] === name)
      if (found !== undefined && found.path.length > 0 && isPart !== true) paths.push(found.path)
    }
    return paths
  }

  /** Reads `const { tool_name, tool_input: { command } } = input`. */
  private destructured(): readonly InputRead[] {
    return this.tokens.flatMap((token, at): readonly InputRead[] => {
      if (!isMark(token, '{') || !/^(const|let|var)$/.test(this.tokens[at - 1]?.text ?? '')) return []
      const close = closes(this.tokens, at)
      if (!isMark(this.tokens[close + 1], '=')) return []
      const path = this.valueOf(close + 2, endOfExpression(this.tokens, close + 2))
      if (path === undefined) return []
      return this.tokens.slice(at + 1, close).flatMap((one, index): readonly InputRead[] => {
        const before = this.tokens[skipLinesBack(this.tokens, at + index)]
        const depth = this.tokens
          .slice(at, at + 1 + index)
          .reduce(
            (sum, { kind, text }) =>
              sum + (kind !== 'mark' ? 0 : /^[([{]$/.test(text) ? 1 : /^[)\]}]$/.test(text) ? -1 : 0),
            0,
          )
        const isField = depth === 1 && (one.kind === 'name' || one.kind === 'text') && /^[{,]$/.test(before?.text ?? '')
        return isField ? [{ path: [...path, one.text], offset: one.start, fallbacks: [] }] : []
      })
    })
  }
}

const isStdinName = (text: string): boolean =>
  /^(0|\/dev\/stdin|process\.stdin\.fd|sys\.stdin\.fileno\(\)|Bun\.stdin|stdin)$/.test(text.split(',')[0] ?? '')

/** A method of the result of a call: `Path(x).read_text`. */
function methodAt(tokens: readonly Token[], at: number): { readonly name: string; readonly end: number } | undefined {
  return tokens[at]?.kind === 'name' && isMark(tokens[at - 1], '.')
    ? { name: tokens[at]?.text ?? '', end: at + 1 }
    : undefined
}

function skipLinesBack(tokens: readonly Token[], from: number): number {
  let at = from
  while (tokens[at]?.kind === 'line') at--
  return at
}

/** Finds `name = …`, with or without a type annotation. */
function assignmentsIn(tokens: readonly Token[]): readonly Assignment[] {
  return tokens.flatMap((token, at): readonly Assignment[] => {
    if (token.kind !== 'name' || isMark(tokens[at - 1], '.') || isMark(tokens[at - 1], '?.')) return []
    let equals = at + 1
    if (isMark(tokens[equals], ':'))
      while (
        equals < at + 12 &&
        tokens[equals] !== undefined &&
        !/^(=|;|,|\)|\{|\}|\n)$/.test(tokens[equals]?.text ?? '')
      )
        equals++
    if (!isMark(tokens[equals], '=')) return []
    return [{ name: token.text, at, from: equals + 1, to: endOfExpression(tokens, equals + 1) }]
  })
}

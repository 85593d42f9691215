/** Finds structures in the tokens of a program: dotted names, calls and their arguments, ends of expressions, functions. */
import type { Language } from './languages.ts'
import { skipLines } from './objects.ts'
import { closes, type Token } from './tokens.ts'

export interface Call {
  /** The dotted name, such as `console.log`. */
  readonly name: string
  /** The index of its first token; `open` and `close` are those of its parentheses. */
  readonly at: number
  readonly open: number
  readonly close: number
  readonly offset: number
}

export interface Scope {
  readonly name: string | undefined
  readonly params: readonly string[]
  /** The range of tokens of its body. */
  readonly from: number
  readonly to: number
}

export const isMark = (token: Token | undefined, text: string): boolean => token?.kind === 'mark' && token.text === text

/** Reads `a.b.c` from its first name on. */
export function dottedAt(
  tokens: readonly Token[],
  from: number,
): { readonly name: string; readonly end: number } | undefined {
  const first = tokens[from]
  if (first?.kind !== 'name' || isMark(tokens[from - 1], '.') || isMark(tokens[from - 1], '?.')) return undefined
  let name = first.text
  let at = from + 1
  while ((isMark(tokens[at], '.') || isMark(tokens[at], '?.')) && tokens[at + 1]?.kind === 'name') {
    name += `.${tokens[at + 1]?.text}`
    at += 2
  }
  return { name, end: at }
}

export function callsIn(tokens: readonly Token[]): readonly Call[] {
  return tokens.flatMap((token, at) => {
    const found = dottedAt(tokens, at)
    if (found === undefined || !isMark(tokens[found.end], '(')) return []
    const before = tokens[at - 1]
    if (before?.kind === 'name' && /^(def|function|class)$/.test(before.text)) return []
    return [{ name: found.name, at, open: found.end, close: closes(tokens, found.end), offset: token.start }]
  })
}

/** The arguments of a call, each as a range of tokens. */
export function argumentsOf(
  tokens: readonly Token[],
  { open, close }: Pick<Call, 'open' | 'close'>,
): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = []
  let from = open + 1
  for (let at = open + 1; at <= close; at++) {
    const token = tokens[at] as Token // The index is in range.
    if (at === close || isMark(token, ',')) {
      if (tokens.slice(from, at).some(({ kind }) => kind !== 'line')) ranges.push([from, at])
      from = at + 1
    } else if (token.kind === 'mark' && /^[([{]$/.test(token.text)) at = closes(tokens, at)
  }
  return ranges
}

const goesOn = /^(\.|\?\.|\|\||&&|\?\?|\?|:|\+|-|\*|=>|=|\||,|\(|\[|\{)$/

/** The index after the last token of the expression that begins at `from`. */
export function endOfExpression(tokens: readonly Token[], from: number): number {
  for (let at = from; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token // The index is in range.
    if (kind === 'line') {
      const next = tokens[skipLines(tokens, at)]
      const before = tokens[at - 1]
      const open = at > from && before?.kind === 'mark' && goesOn.test(before.text)
      const more = next?.kind === 'mark' && /^(\.|\?\.|\|\||&&|\?\?|\?|:|\+)$/.test(next.text)
      if (at > from && !open && !more) return at
    } else if (kind === 'mark' && /^[([{]$/.test(text)) at = closes(tokens, at)
    else if (kind === 'mark' && /^[)\]};,]$/.test(text)) return at
  }
  return tokens.length
}

/** The functions of a program with their parameters. */
export function scopesIn(tokens: readonly Token[], text: string, { notation }: Language): readonly Scope[] {
  return notation === 'python' ? pythonScopes(tokens, text) : scriptScopes(tokens)
}

function pythonScopes(tokens: readonly Token[], text: string): readonly Scope[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'name' || token.text !== 'def') return []
    const open = at + 2
    const close = closes(tokens, open)
    const lineStart = text.lastIndexOf('\n', token.start) + 1
    const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0].length ?? 0
    const after = new RegExp(`\\n[ \\t]{0,${indent}}[^\\s#)]`, 'g')
    after.lastIndex = tokens[close]?.end ?? token.end
    const end = after.exec(text)?.index ?? text.length
    const to = firstFrom(tokens, end)
    return [
      {
        name: tokens[at + 1]?.text,
        params: paramsIn(tokens.slice(open + 1, close)),
        from: close,
        to,
      },
    ]
  })
}

/** The first token that begins at the offset or later. */
function firstFrom(tokens: readonly Token[], offset: number): number {
  let [low, high] = [0, tokens.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

function scriptScopes(tokens: readonly Token[]): readonly Scope[] {
  return tokens.flatMap((token, at): readonly Scope[] => {
    if (token.kind === 'name' && token.text === 'function') {
      const named = tokens[at + 1]?.kind === 'name' ? tokens[at + 1]?.text : undefined
      const open = named === undefined ? at + 1 : at + 2
      const close = closes(tokens, open)
      const body = tokens.findIndex((one, index) => index > close && isMark(one, '{'))
      return body < 0
        ? []
        : [{ name: named, params: paramsIn(tokens.slice(open + 1, close)), from: close, to: closes(tokens, body) }]
    }
    if (!isMark(token, '=>')) return []
    const before = tokens[at - 1]
    const open = isMark(before, ')') ? opens(tokens, at - 1) : at - 1
    const start = tokens[open - 1]?.text === 'async' ? open - 1 : open
    const name =
      isMark(tokens[start - 1], '=') && tokens[start - 2]?.kind === 'name' ? tokens[start - 2]?.text : undefined
    let body = at + 1
    while (tokens[body]?.kind === 'line') body++
    const to = isMark(tokens[body], '{') ? closes(tokens, body) : endOfExpression(tokens, body)
    return [{ name, params: paramsIn(tokens.slice(open, at)), from: at, to }]
  })
}

function opens(tokens: readonly Token[], close: number): number {
  let depth = 0
  for (let at = close; at >= 0; at--) {
    const { kind, text } = tokens[at] as Token // The index is in range.
    if (kind !== 'mark') continue
    if (/^[)\]}]$/.test(text)) depth++
    else if (/^[([{]$/.test(text) && --depth === 0) return at
  }
  return 0
}

/** Names before a default or a type. */
function paramsIn(tokens: readonly Token[]): readonly string[] {
  const list = tokens.filter(({ kind }) => kind !== 'line')
  return list.flatMap(({ kind, text }, at) => {
    const before = list[at - 1]
    const begins = before === undefined || /^[(,*{]$/.test(before.text) || before.text === '...'
    return kind === 'name' && begins ? [text] : []
  })
}

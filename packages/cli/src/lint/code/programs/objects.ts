/** Reads an object literal in JavaScript, Python, jq or JSON: its keys and the values that they may have. */
import type { ReplyField, ReplyObject } from '../reading.ts'
import { closes, hole, type Token } from './tokens.ts'

/** Undefined if the brace opens something else, such as a block or a set. */
export function readObject(tokens: readonly Token[], open: number): ReplyObject | undefined {
  const end = closes(tokens, open)
  const fields: ReplyField[] = []
  let isOpen = false
  let at = skipLines(tokens, open + 1)
  while (at < end) {
    const token = tokens[at] as Token // The index is in range.
    const next = tokens[skipLines(tokens, at + 1)]
    const stop = endOfValue(tokens, at, end)
    if (token.text === '...' || (token.text === '*' && next?.text === '*')) isOpen = true
    else if (token.kind === 'text' || token.kind === 'name') {
      const named = nameOf(token)
      if (next?.text === ':') {
        if (named === undefined) isOpen = true
        else fields.push(fieldOf(named, token.start, tokens, skipLines(tokens, at + 1) + 1, stop))
      } else if ((next?.text === ',' || next?.text === '}') && token.kind === 'name')
        fields.push({ name: token.text, offset: token.start, values: [], dynamic: true })
      else return undefined
    } else if (token.text === '[' || token.text === '(') isOpen = true
    else return undefined
    at = skipLines(tokens, stop + 1)
  }
  return { offset: (tokens[open] as Token).start, fields, open: isOpen } // The index is in range.
}

const nameOf = ({ text }: Token): string | undefined =>
  text.includes(hole) ? undefined : text.replace(/^\$(?=\w)/, '')

export function skipLines(tokens: readonly Token[], from: number): number {
  let at = from
  while (tokens[at]?.kind === 'line') at++
  return at
}

/** The index of the comma after the value, or of the end of the object. */
function endOfValue(tokens: readonly Token[], from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const { kind, text } = tokens[at] as Token // The index is in range.
    if (kind !== 'mark') continue
    if (text === ',') return at
    if (text === '(' || text === '[' || text === '{') at = closes(tokens, at)
  }
  return end
}

function fieldOf(name: string, offset: number, tokens: readonly Token[], from: number, to: number): ReplyField {
  const first = skipLines(tokens, from)
  const opened = tokens[first]
  const inner = opened?.text === '{' && opened.kind === 'mark' ? readObject(tokens, first) : undefined
  if (inner !== undefined && closes(tokens, first) >= skipBack(tokens, to - 1))
    return { name, offset, values: [], dynamic: inner.open, fields: inner.fields, kind: 'object' }
  const value = tokens.slice(from, to)
  const kind = kindOf(value)
  return { name, offset, ...wordsIn(value), ...(kind === undefined ? {} : { kind }) }
}

/** The type of a value, if its tokens show it. */
function kindOf(given: readonly Token[]): ReplyField['kind'] {
  const tokens = given.filter(({ kind }) => kind !== 'line')
  const [first, second, third] = tokens
  if (first === undefined) return undefined
  const isWhole = tokens.length === 1
  if (first.kind === 'mark' && first.text === '[') return closes(tokens, 0) === tokens.length - 1 ? 'list' : undefined
  if (isWhole && first.kind === 'text') return 'text'
  if (isWhole && first.kind === 'number') return 'number'
  if (isWhole && first.kind === 'name' && /^(true|false)$/i.test(first.text)) return 'boolean'
  const called = `${first.text}${second?.text}${third?.text}`
  return /^(JSON\.stringify|json\.dumps|JSON\.generate)$/.test(called) && closes(tokens, 3) === tokens.length - 1
    ? 'json'
    : undefined
}

function skipBack(tokens: readonly Token[], from: number): number {
  let at = from
  while (tokens[at]?.kind === 'line') at--
  return at
}

/** `x ? 'deny' : 'allow'` and `'deny' if x else 'allow'` have two values; other expressions with a name are dynamic. */
export function wordsIn(given: readonly Token[]): Pick<ReplyField, 'values' | 'dynamic'> {
  const tokens = withoutConditions(given.filter(({ kind }) => kind !== 'line'))
  const values: string[] = []
  let dynamic = false
  for (const { kind, text } of tokens)
    if (kind === 'text') {
      if (text.includes(hole)) dynamic = true
      values.push(text)
    } else if (kind === 'name' && /^(true|false)$/i.test(text)) values.push(text.toLowerCase())
    else if (kind === 'name' && !/^(null|None|undefined|if|else|as|const)$/.test(text)) dynamic = true
    else if (kind === 'number') values.push(text)
    else if (kind === 'mark' && !/^[?:()]$/.test(text)) dynamic = true
  return { values, dynamic }
}

function withoutConditions(tokens: readonly Token[]): readonly Token[] {
  const question = tokens.findIndex(({ kind, text }) => kind === 'mark' && text === '?')
  if (question >= 0) return tokens.slice(question + 1)
  const condition = tokens.findIndex(({ kind, text }) => kind === 'name' && text === 'if')
  const otherwise = tokens.findIndex(({ kind, text }) => kind === 'name' && text === 'else')
  if (condition < 0 || otherwise < condition) return tokens
  return [...tokens.slice(0, condition), ...tokens.slice(otherwise + 1)]
}

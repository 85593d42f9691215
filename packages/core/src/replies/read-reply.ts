/** Reads a hook's output as a reply: the whole text, or the JSON object at its end, strictly and in linear time (CONTRACT §5). */
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'

export type ReplyReading =
  | { readonly kind: 'blank' }
  | { readonly kind: 'object'; readonly value: JsonObject; readonly noise: string }
  | { readonly kind: 'unreadable'; readonly code: 'bad-json' | 'encoding' | 'bad-reply'; readonly message: string }

const MAX_DEPTH = 64

export function readReply(printed: string, badEncoding: boolean): ReplyReading {
  const text = printed.trim()
  if (badEncoding) return { kind: 'unreadable', code: 'encoding', message: 'printed bytes that are not UTF-8' }
  if (text === '') return { kind: 'blank' }
  const start = text.startsWith('{') && isJson(text) ? 0 : lastObjectStart(text)
  if (start === undefined) return unreadable(text)
  const body = text.slice(start)
  const value = parse(body)
  if (!isObject(value)) return unreadable(text)
  const flaw = findFlaw(body)
  if (flaw !== undefined) return { kind: 'unreadable', code: 'bad-json', message: `printed JSON with ${flaw}` }
  return { kind: 'object', value, noise: text.slice(0, start).trim() }
}

const unreadable = (text: string): ReplyReading => ({
  kind: 'unreadable',
  code: 'bad-json',
  message: describeError(text),
})

function describeError(text: string): string {
  if (!/^[{[]/.test(text)) return 'printed text that is not a JSON object'
  try {
    JSON.parse(text)
    return 'printed JSON that is not an object'
  } catch (error) {
    return `printed JSON that cannot be parsed: ${error instanceof Error ? error.message : String(error)}`
  }
}

export const isJson = (text: string): boolean => parse(text) !== undefined

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The start of the object at the end of the text. Read backwards, a quotation mark opens or closes a string exactly if an even
 * number of backslashes precedes it, so one pass finds the only brace that can match the last one.
 */
function lastObjectStart(text: string): number | undefined {
  if (!text.endsWith('}')) return undefined
  let depth = 0
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text[at]
    if (char === '"') {
      at = stringStart(text, at)
      if (at < 0) return undefined
    } else if (char === '}' || char === ']') depth++
    else if (char === '{' || char === '[') {
      depth--
      if (depth === 0) return char === '{' ? at : undefined
    }
  }
  return undefined
}

function stringStart(text: string, end: number): number {
  for (
    let at = text.lastIndexOf('"', end - 1);
    at >= 0 && end > 0;
    at = at === 0 ? -1 : text.lastIndexOf('"', at - 1)
  ) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}

/** Finds what `JSON.parse` accepts but a reply may not have: repeated keys and deep nesting. The text is valid JSON. */
function findFlaw(json: string): string | undefined {
  const keys: (Set<string> | null)[] = []
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (char === '{' || char === '[') {
      keys.push(char === '{' ? new Set() : null)
      if (keys.length > MAX_DEPTH) return `more than ${MAX_DEPTH} levels`
    } else if (char === '}' || char === ']') keys.pop()
    else if (char === '"') {
      const end = stringEnd(json, at)
      // A JSON string literal always parses to a string.
      const key = isKey(json, end) ? (JSON.parse(json.slice(at, end + 1)) as string) : undefined
      const seen = keys.at(-1)
      if (key !== undefined && seen != null) {
        if (seen.has(key)) return `the key ${JSON.stringify(key)} twice`
        seen.add(key)
      }
      at = end
    }
  }
  return undefined
}

function stringEnd(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

function isKey(json: string, end: number): boolean {
  let at = end + 1
  while (at < json.length && ' \t\n\r'.includes(json.charAt(at))) at++
  return json[at] === ':'
}

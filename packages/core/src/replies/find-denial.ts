/** Finds a no in what is not a readable reply, however it is written (CONTRACT §5). Only a no is read this way, never a yes. */

import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { isPassedOn, isDenial } from './denial-fields.ts'
import { isQuote, type LooseValue, parseLoose } from './parse-loose.ts'

export interface FoundDenial {
  /** The object that says no, where it could be read: its messages are those of the refusal. */
  readonly object?: JsonObject
}

/** Every attempt to read an object is paid for from a budget of this many times the text's length, so the time stays linear. */
const EFFORT = 4
/** JSON text may stand inside a JSON string, inside another one. */
const MAX_ENCODED = 3
const rules = { isNo: isDenial, isHandedOn: isPassedOn }

/** A no in text that is not a reply: in an object close to JSON, in a string that holds one, in a line `permission: deny`. */
export function findDenial(printed: string, encoded = 0): FoundDenial | undefined {
  const text = simplifyKeys(removeDecoration(printed).trim())
  const { found, rest } = readObjects(text, encoded)
  if (found !== undefined) return found
  return hasExactDenial(text) || hasWrittenDenial(rest) ? {} : undefined
}

/** A no in the lines before a reply: in the exact form anywhere, in another notation only as an object that begins its line. */
export function noiseDenies(noise: string): boolean {
  if (noise === '') return false
  const text = removeDecoration(noise)
  if (hasExactDenial(text)) return true
  let effort = text.length * EFFORT
  for (const { index, 0: indent } of text.matchAll(/^[ \t]*(?=[{[])/gm)) {
    if (effort <= 0) return false
    const start = index + indent.length
    const { ok, end, denies: saysNo } = parseLoose(text, start, rules)
    if (ok && saysNo) return true
    effort -= end - start
  }
  return false
}

/** The no of JSON that was pasted together: it must not be lost to a quotation mark. */
export const hasExactDenial = (text: string): boolean =>
  /"(?:permission|decision|permissionDecision)"\s*:\s*"(?:deny|block)"|"(?:continue|ok)"\s*:\s*false/.test(text)

/** Colours, the zero bytes and marks of UTF-16, and the byte order mark. */
const removeDecoration = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the control characters to remove
  text.replace(/\u001b\[[0-9;:?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\0\ufeff\ufffd]/g, '')

/** PHP prints a key as `["permission"]=>` or `[permission:protected] =>`, a text as `string(4) "deny"`, and serializes as `s:4:"deny";`. */
const simplifyKeys = (text: string): string =>
  text
    .replace(/\[(["']?)(\w{1,60})\1(?::[^\]\n[]{1,100})?\](?=\s{0,80}=>)/g, '"$2"')
    .replace(/\bs:\d{1,10}:("\w{1,60}");(?=s:)/g, '$1:')
    .replace(/\bs:\d{1,10}:(?=")/g, '')
    .replace(/<!\[CDATA\[([^\]<]{0,200})\]\]>/g, '$1')
    .replace(/\bstring\(\d{1,10}\) (?=")/g, '')

/** Reads each object and list of the text. What is left over, or cannot be read, is `rest`. */
function readObjects(text: string, encoded: number): { readonly found?: FoundDenial; readonly rest: string } {
  const left: string[] = []
  let effort = text.length * EFFORT
  if (isQuote(text[0])) {
    const whole = parseLoose(text, 0, rules)
    if (whole.ok && whole.end === text.length) return { ...given(denialIn(whole, encoded)), rest: '' }
  }
  const begins = /[{[(]/g
  let at = 0
  while (effort > 0) {
    begins.lastIndex = at
    const start = begins.exec(text)?.index
    if (start === undefined) break
    const read = parseLoose(text, start, rules)
    effort -= read.end - start + 1
    const found = read.ok ? denialIn(read, encoded) : undefined
    if (found !== undefined) return { found, rest: '' }
    left.push(text.slice(at, start), read.ok ? ' ' : (text[start] as string))
    at = read.ok ? read.end : start + 1
  }
  return { rest: left.join('') + text.slice(at) }
}

const given = (found: FoundDenial | undefined) => (found === undefined ? {} : { found })

function denialIn({ value, denies: saysNo }: LooseValue, encoded: number): FoundDenial | undefined {
  const members = Array.isArray(value) ? value : [value]
  const object = members.find(isObject)
  if (saysNo) return object === undefined ? {} : { object }
  for (const member of members) {
    const found = typeof member === 'string' && encoded < MAX_ENCODED ? findDenial(member, encoded + 1) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const QUOTE = '["\'`“”„‘’‚«»]'
const GAP = '(?:\\s|/\\*[^*]{0,200}\\*/|//[^\\n]{0,200}\\n|#[^\\n]{0,200}\\n){0,20}'
const SEPARATOR = `${GAP}(?:[:：]|[=-]>|=(?!=))${GAP}`

/** A word of an enumeration (`Permission.DENY`, `Permission::Deny`) or a symbol (`:deny`). */
const KIND = '(?:<?(?:\\w{1,40}(?:\\.|::)){1,3}|:)'
const BEFORE = '(?<![\\w$.-])'
const AFTER = '(?![\\w-])'

/** `key` with `word`: one of the two in quotation marks or a symbol, an element of XML, a pair of Lisp, or a line of their own. */
const pair = (key: string, word: string): string =>
  [
    `${BEFORE}(?:${key})${QUOTE}?${SEPARATOR}${QUOTE}${KIND}?(?:${word})${QUOTE}`,
    `${BEFORE}(?:${key})${QUOTE}?${SEPARATOR}${KIND}(?:${word})${AFTER}`,
    `${QUOTE}(?:${key})${QUOTE}${SEPARATOR}(?:${word})${AFTER}`,
    `[{[](?:${key}):(?:${word})(?=[ }\\]])`,
    `<(?:${key})(?:\\s[^<>]{0,200})?>\\s{0,40}(?:${word})\\s{0,40}</`,
    `[({]:?(?:${key})\\s{1,40}\\.\\s{1,40}${QUOTE}?(?:${word})${QUOTE}?\\s{0,40}\\)`,
    `[({\\s]:(?:${key})\\s{1,40}[:"](?:${word})(?=["\\s,)}])`,
    `^[ \\t{,>*-]{0,40}(?:export[ \\t])?:?(?:${key})[ \\t]{0,40}(?:=>|[:=])[ \\t]{0,40}(?:${word})[ \\t]{0,40}(?=$|[,;}#&]|//)`,
  ].join('|')

const namesAndWords = [
  ['permission|decision|permission[_-]?Decision', 'deny|block'],
  ['behavior', 'deny'],
  ['continue|ok', 'false'],
] as const

const written = new RegExp(namesAndWords.map(([key, word]) => pair(key, word)).join('|'), 'im')

/** Go separates the fields of a map or a struct by blanks: `map[user_message:not here permission:deny]`. */
const goBegins = /[{[]\w{1,60}:[^\s:]/
const goField = new RegExp(namesAndWords.map(([key, word]) => ` (?:${key}):(?:${word})(?=[ }\\]])`).join('|'), 'i')

/** A no in text of which no object could be read: quotation marks of any kind, escaped or not, or none. */
function hasWrittenDenial(printed: string): boolean {
  const text = printed.replace(/\\u002[27]|&(?:quot|apos|#34|#39);/g, '"').replaceAll('\\', '')
  return written.test(text) || (goBegins.test(text) && goField.test(text))
}

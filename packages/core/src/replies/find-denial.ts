/** Finds a denial in output that is not a readable reply, in any notation (CONTRACT §5). An allow is never read this way. */

import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { isDenial, isPassedOn } from './denial-fields.ts'
import { isQuote, type LooseValue, parseLoose } from './parse-loose.ts'

export interface FoundDenial {
  /** The object that denies, if it could be parsed. Its messages become those of the denial. */
  readonly object?: JsonObject
}

/** All attempts to parse an object together may read this many times the length of the text, so that the time stays linear. */
const EFFORT = 4
/** How deep JSON strings that contain JSON may nest. */
const MAX_ENCODED = 3
const rules = { isDenial, isPassedOn }

/** Finds a denial in an object close to JSON, in a string that contains one, or in a line `permission: deny`. */
export function findDenial(printed: string, encoded = 0): FoundDenial | undefined {
  const text = simplifyKeys(removeDecoration(printed).trim())
  const { found, rest } = readObjects(text, encoded)
  if (found !== undefined) return found
  return hasExactDenial(text) || hasWrittenDenial(rest) ? {} : undefined
}

/** Whether the lines before a reply deny: in the exact form anywhere, in another notation only as an object at the start of a line. */
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

/** Finds the denial in JSON that was built by string concatenation, even if a quotation mark broke the JSON. */
export const hasExactDenial = (text: string): boolean =>
  /"(?:permission|decision|permissionDecision)"\s*:\s*"(?:deny|block)"|"(?:continue|ok)"\s*:\s*false/.test(text)

/** Removes colours, the zero bytes of UTF-16, and byte order marks. */
const removeDecoration = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the control characters to remove
  text.replace(/\u001b\[[0-9;:?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\0\ufeff\ufffd]/g, '')

/** Simplifies PHP output: keys like `["permission"]=>` or `[permission:protected] =>`, strings like `string(4) "deny"` or `s:4:"deny";`. */
const simplifyKeys = (text: string): string =>
  text
    .replace(/\[(["']?)(\w{1,60})\1(?::[^\]\n[]{1,100})?\](?=\s{0,80}=>)/g, '"$2"')
    .replace(/\bs:\d{1,10}:("\w{1,60}");(?=s:)/g, '$1:')
    .replace(/\bs:\d{1,10}:(?=")/g, '')
    .replace(/<!\[CDATA\[([^\]<]{0,200})\]\]>/g, '$1')
    .replace(/\bstring\(\d{1,10}\) (?=")/g, '')

/** Parses each object and list in the text. `rest` is the text that is left, or that could not be parsed. */
function readObjects(text: string, encoded: number): { readonly found?: FoundDenial; readonly rest: string } {
  const left: string[] = []
  let effort = text.length * EFFORT
  if (isQuote(text[0])) {
    const whole = parseLoose(text, 0, rules)
    if (whole.ok && whole.end === text.length) return { ...ifFound(denialIn(whole, encoded)), rest: '' }
  }
  const openers = /[{[(]/g
  let at = 0
  while (effort > 0) {
    openers.lastIndex = at
    const start = openers.exec(text)?.index
    if (start === undefined) break
    const read = parseLoose(text, start, rules)
    effort -= read.end - start + 1
    const found = read.ok ? denialIn(read, encoded) : undefined
    if (found !== undefined) return { found, rest: '' }
    left.push(text.slice(at, start), read.ok ? ' ' : text.charAt(start))
    at = read.ok ? read.end : start + 1
  }
  return { rest: left.join('') + text.slice(at) }
}

const ifFound = (found: FoundDenial | undefined) => (found === undefined ? {} : { found })

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

/** The prefix of an enumeration value (`Permission.DENY`, `Permission::Deny`) or a symbol (`:deny`). */
const KIND = '(?:<?(?:\\w{1,40}(?:\\.|::)){1,3}|:)'
const BEFORE = '(?<![\\w$.-])'
const AFTER = '(?![\\w-])'

/** Matches `key` with `word`: either one quoted or a symbol, an XML element, a Lisp pair, or a line of their own. */
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

/** Made at its first use: most replies are objects that can be parsed. */
let writtenDenial: RegExp | undefined

/** Go separates the fields of a map or struct by spaces: `map[user_message:not here permission:deny]`. */
const goBegins = /[{[]\w{1,60}:[^\s:]/
const goField = new RegExp(namesAndWords.map(([key, word]) => ` (?:${key}):(?:${word})(?=[ }\\]])`).join('|'), 'i')

/** Finds a denial in text without a parsable object, with any quotation marks, escaped or not, or without. */
function hasWrittenDenial(printed: string): boolean {
  const text = printed.replace(/\\u002[27]|&(?:quot|apos|#34|#39);/g, '"').replaceAll('\\', '')
  writtenDenial ??= new RegExp(namesAndWords.map(([key, word]) => pair(key, word)).join('|'), 'im')
  return writtenDenial.test(text) || (goBegins.test(text) && goField.test(text))
}

/** Replaces what looks like a secret by `[redacted:<kind>]`. Pure, in time that grows with the length of the text only. */
import { mayHoldMore, redactMore } from './more-patterns.ts'
import { isReference, isSecretName, keepsEnd, kindAt, leads, type SecretKind, secrets } from './patterns.ts'
import { isNamedByService, mayHoldPublished, redactPublished } from './published.ts'

export interface Redacted {
  readonly text: string
  /** The kinds that were found, each once. */
  readonly found: readonly string[]
}

/** No secret above is shorter: an assignment of three letters to `pwd`. */
const SHORTEST = 7
/** What one replacement uncovers for the next is found in a further pass; each of them reads the text once. */
const MAX_PASSES = 6
const MAX_DEPTH = 4

/** JSON text stays JSON text: then each of its strings is looked at by itself, the rest stays as written. */
export function redactSecrets(text: string, depth = 0): Redacted {
  if (text.length < SHORTEST) return { text, found: [] }
  const own = mayHold(text)
  if (!own && !mayHoldPublished(text)) return { text, found: [] }
  const found = new Set<string>()
  if (depth < MAX_DEPTH && isJson(text)) return { text: inJson(text, found, depth), found: [...found] }
  return { text: redactPublished(own ? inText(text, found) : text, found), found: [...found] }
}

/** A value that stands under a name: the name alone may make it a secret. */
export function redactNamed(name: string, text: string): Redacted {
  if (text !== '' && !isReference(text) && (isSecretName(name) || isNamedByService(name, text)))
    return { text: '[redacted:secret]', found: ['secret'] }
  return redactSecrets(text)
}

function mayHold(text: string): boolean {
  const pattern = secrets()
  pattern.lastIndex = 0
  return pattern.test(text) || mayHoldMore(text)
}

function inText(text: string, found: Set<string>): string {
  let before = text
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const after = before.replace(secrets(), (match: string, ...groups: readonly (string | undefined)[]) => {
      const kind = kindAt(groups.findIndex((group) => group !== undefined))
      found.add(kind)
      return replacement(kind, match)
    })
    if (after === before) break
    before = after
  }
  return mayHoldMore(text) ? redactMore(before, found) : before
}

function replacement(kind: SecretKind, match: string): string {
  if (kind === 'private-key') return withoutKey(match)
  const lead = leads[kind]?.exec(match)?.[0] ?? ''
  return `${lead}[redacted:${kind}]${runsIn(match.slice(lead.length)) ?? keepsEnd[kind] ?? ''}`
}

function isJson(text: string): boolean {
  if (!/^\s*[{["]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const literal = /"[^"\\]*(?:\\.[^"\\]*)*"/g

function inJson(text: string, found: Set<string>, depth: number): string {
  let name: string | undefined
  return text.replace(literal, (written: string, at: number) => {
    // The pattern matches only string literals of a text that is valid JSON.
    const value = JSON.parse(written) as string
    const isName = isFollowedByColon(text, at + written.length)
    const { text: redacted, found: kinds } =
      isName || name === undefined || !isValueOf(text, at) ? redactSecrets(value, depth + 1) : redactNamed(name, value)
    name = isName ? value : undefined
    for (const kind of kinds) found.add(kind)
    return kinds.length === 0 ? written : JSON.stringify(redacted)
  })
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return text[at] === ':'
}

/** Stands right after a colon, and not in a list or object that does. */
function isValueOf(text: string, from: number): boolean {
  let at = from - 1
  while (isSpace(text.charCodeAt(at))) at--
  return text[at] === ':'
}
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)

/** From the first command substitution on. */
function runsIn(value: string): string | undefined {
  const at = value.search(/\$\(|`[^`\n]+`/)
  return at === -1 ? undefined : value.slice(at)
}

const begin = /^-----BEGIN [A-Z ]*-----/
const end = /-----END [A-Z ]*-----$/
/** Of a PEM or PGP block: `Proc-Type: 4,ENCRYPTED`. */
const header = /(?:^|[\n\r]|\\[nr])[A-Z][A-Za-z-]{2,20}: [^\n\r\\]{0,100}/g
const gap = /(?:\s|\\{1,4}[nr])+/
/** As lines of a key are; the last may be short, and a key that was cut after a few letters begins as keys do. */
const keyLine = /^[A-Za-z0-9+/=]{24,}$/
const lastLine = /^[A-Za-z0-9+/=]+$/
const keyBegins = /^(?:M[A-Z]|b3B)/

/** The block whole where it is a key; of anything else between the marks only what may be part of one. */
function withoutKey(block: string): string {
  const body = block.replace(begin, '').replace(end, '')
  const words = body
    .replace(header, '')
    .split(gap)
    .filter((word) => word !== '')
  if (isKey(words)) return '[redacted:private-key]'
  return `[redacted:private-key]${body.replace(/[A-Za-z0-9+/=]{24,}/g, '[redacted:private-key]')}`
}

function isKey(words: readonly string[]): boolean {
  const last = words.at(-1)
  if (last === undefined) return true
  if (!words.slice(0, -1).every((word) => keyLine.test(word))) return false
  return lastLine.test(last) && (words.length > 1 || keyLine.test(last) || keyBegins.test(last))
}

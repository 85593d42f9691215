/** Makes a value fit to be written down: secrets replaced, private texts taken out, long ones cut, and every change noted. Pure. */

import { mayHoldSecrets } from './patterns.ts'
import type { Hash } from './private.ts'
import { redactNamed, redactSecrets } from './redact-secrets.ts'
import { set } from './set.ts'

/** What a reader of the result must know: what is missing, and where. Paths are dotted, from the whole record. */
export interface Traces {
  /** Private: a mark stands there, or `[private]` inside the text. */
  readonly erased: readonly string[]
  readonly redacted: readonly { readonly path: string; readonly kinds: readonly string[] }[]
  /** Too long: `length` is what it was. */
  readonly cut: readonly { readonly path: string; readonly length: number }[]
}

export interface Cleaning {
  readonly traces: Traces
  /** A long text becomes `{ cut, length, sha256 }`: half an input would be replayed as if it were whole. */
  value(value: unknown, path: string): unknown
  /** Keeps the beginning of a long text. */
  text(text: string, path: string, limit: number): string
}

/** What was taken out already: where, and the texts. */
export interface Erased {
  readonly erased: readonly string[]
  readonly texts: readonly string[]
}

/** Whether cleaning would leave all strings of this JSON text as they are. May say no when in doubt, never yes. */
export const isClean = (json: string, shortest: number, texts: readonly string[]): boolean =>
  json.length <= shortest && !mayHoldSecrets(json) && !texts.some((text) => showsUp(text, json))

/** A text of a JSON text inside a JSON text is escaped twice. */
const showsUp = (text: string, json: string): boolean =>
  text.trim().length <= json.length &&
  spellings(text).some((form) => json.includes(form) || json.includes(inJson(form)))

const MAX_DEPTH = 64
/** How much more than the limit is looked at, so that a secret on the edge is seen whole. */
const MARGIN = 2048

/** `erasure`: what was taken out before; its texts may not show up anywhere else either. */
export function createCleaning(hash: Hash, longest: number, erasure: Erased): Cleaning {
  const erased = [...erasure.erased]
  const redacted: { path: string; kinds: readonly string[] }[] = []
  const cut: { path: string; length: number }[] = []
  const hidden = erasure.texts.map(taker)

  function hide(text: string, path: string): string {
    const shown = hidden.reduce((left, take) => take(left), text)
    if (shown !== text) erased.push(path)
    return shown
  }

  function redact(text: string, path: string, name = ''): string {
    const result = name === '' ? redactSecrets(text) : redactNamed(name, text)
    if (result.found.length > 0) redacted.push({ path, kinds: result.found })
    return result.text
  }

  function tooLong(text: string, path: string): unknown {
    cut.push({ path, length: text.length })
    return { cut: true, length: text.length, sha256: hash(text) }
  }

  function value(given: unknown, path: string, name = '', depth = 0): unknown {
    const one = plain(given)
    if (typeof one === 'string') return one.length > longest ? tooLong(one, path) : redact(hide(one, path), path, name)
    if (typeof one !== 'object' || one === null) return typeof one === 'bigint' ? String(one) : one
    if (depth > MAX_DEPTH) {
      cut.push({ path, length: 0 })
      return { cut: true }
    }
    if (Array.isArray(one)) return one.map((item, at) => value(item, `${path}[${at}]`, name, depth + 1))
    const clean: Record<string, unknown> = {}
    for (const [key, member] of Object.entries(one))
      set(clean, redactSecrets(key).text, value(member, `${path}.${key}`, key, depth + 1))
    return clean
  }

  function text(given: string, path: string, limit: number): string {
    const shown = hide(given, path)
    if (shown.length <= limit) return redact(shown, path)
    cut.push({ path, length: given.length })
    const clean = redact(shown.slice(0, limit + MARGIN), path)
    // Where much was replaced, the end of what was looked at moves up: it may hold half a secret.
    return clean.slice(0, Math.min(limit, Math.max(0, clean.length - MARGIN)))
  }

  return {
    traces: { erased, redacted, cut },
    value: (given, path) => value(given, path),
    text,
  }
}

const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
    ? value.toJSON()
    : value

/** Takes one private text out of others. Its spellings are made when a text comes that could hold it. */
function taker(secret: string): (text: string) => string {
  const least = secret.trim().length
  let forms: readonly string[] | undefined
  return (text) => {
    if (text.length < least) return text
    forms ??= spellings(secret)
    return forms.reduce((left, form) => (left.includes(form) ? left.replaceAll(form, '[private]') : left), text)
  }
}

/**
 * As hooks print it: as it is, as JSON text, as JSON text in ASCII (Python's habit), as JSON text inside JSON text. The
 * longest first: it may hold the others.
 */
function spellings(text: string): readonly string[] {
  if (plainText.test(text)) return text === text.trim() ? [text] : [text, text.trim()]
  const json = inJson(text)
  const ascii = json.replace(/[^\0-~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const forms = new Set([text, text.trim(), json, ascii, inJson(json), inJson(ascii)])
  return [...forms].filter((form) => form.length >= 8).sort((a, b) => b.length - a.length)
}
/** Spelled the same everywhere. */
const plainText = /^[ !#-[\]-~]*$/
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

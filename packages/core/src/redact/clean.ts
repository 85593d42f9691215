/** Prepares a value for a record: replaces secrets, removes private strings, cuts long ones, and lists every change. Pure. */

import { mayHoldSecrets } from './patterns.ts'
import type { Hash } from './private.ts'
import { redactNamed, redactSecrets } from './redact-secrets.ts'
import { set } from './set.ts'

/** What is missing in the result, and where. Paths are dotted and begin at the record. */
export interface Traces {
  /** Private values, replaced by a mark, or by `[private]` inside a string. */
  readonly erased: readonly string[]
  readonly redacted: readonly { readonly path: string; readonly kinds: readonly string[] }[]
  /** Strings that were too long. `length` is the original length. */
  readonly cut: readonly { readonly path: string; readonly length: number }[]
}

export interface Cleaning {
  readonly traces: Traces
  /** A long text becomes `{ cut, length, sha256 }`: half an input would be replayed as if it were whole. */
  value(value: unknown, path: string): unknown
  /** Keeps the beginning of a long text. */
  text(text: string, path: string, limit: number): string
}

/** What was already removed: the paths and the strings. */
export interface Erased {
  readonly erased: readonly string[]
  readonly privateStrings: readonly string[]
  /** The whole value is harmless (`isHarmless`), so that its strings need not be searched. */
  readonly harmless?: boolean
}

/** True only if no string of this JSON text holds a secret or one of the private strings. In doubt it is false. */
export const isHarmless = (json: string, privateStrings: readonly string[]): boolean =>
  !mayHoldSecrets(json) && !privateStrings.some((text) => showsUp(text, json))

/** A string of JSON text inside JSON text is escaped twice. */
const showsUp = (text: string, json: string): boolean =>
  text.trim().length <= json.length &&
  spellings(text).some((form) => json.includes(form) || json.includes(inJson(form)))

const MAX_DEPTH = 64
/** How many characters after the limit are searched too, so that a secret across the limit is found. */
const MARGIN = 2048

/** `erasure` has what was removed before. Its strings are removed from all other strings too. */
export function createCleaning(hash: Hash, longest: number, erasure: Erased): Cleaning {
  const erased = [...erasure.erased]
  const redacted: { path: string; kinds: readonly string[] }[] = []
  const cut: { path: string; length: number }[] = []
  const hidden = erasure.harmless === true ? [] : erasure.privateStrings.map(taker)

  function hide(text: string, path: string): string {
    const shown = hidden.reduce((left, take) => take(left), text)
    if (shown !== text) erased.push(path)
    return shown
  }

  function redact(text: string, path: string, name = ''): string {
    if (erasure.harmless === true) return text
    const result = name === '' ? redactSecrets(text) : redactNamed(name, text)
    if (result.found.length > 0) redacted.push({ path, kinds: result.found })
    return result.text
  }

  const cleanKey = (key: string): string => (erasure.harmless === true ? key : redactSecrets(key).text)

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
      set(clean, cleanKey(key), value(member, `${path}.${key}`, key, depth + 1))
    return clean
  }

  function text(given: string, path: string, limit: number): string {
    const shown = hide(given, path)
    if (shown.length <= limit) return redact(shown, path)
    cut.push({ path, length: given.length })
    const clean = redact(shown.slice(0, limit + MARGIN), path)
    // If much was replaced, the end of the searched part moves forward. It may hold half a secret, so it is cut off.
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

/** Returns a function that removes one private string from others. Its spellings are computed when they are first needed. */
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
 * The spellings in which hooks may print a string: unchanged, as JSON text, as JSON text in ASCII (as Python does), and as
 * JSON text inside JSON text. The longest comes first, because it may contain the others.
 */
function spellings(text: string): readonly string[] {
  if (plainText.test(text)) return text === text.trim() ? [text] : [text, text.trim()]
  const json = inJson(text)
  const ascii = json.replace(/[^\0-~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const forms = new Set([text, text.trim(), json, ascii, inJson(json), inJson(ascii)])
  return [...forms].filter((form) => form.length >= 8).sort((a, b) => b.length - a.length)
}
/** Text that has the same spelling everywhere. */
const plainText = /^[ !#-[\]-~]*$/
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

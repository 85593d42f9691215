/** Reads manifests from files and text: documents, and what could not be read. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { JsonObject } from '@hookline/core/protocol'
import { parseAllDocuments } from 'yaml'

export interface Manifests {
  readonly documents: readonly Document[]
  /** Why something could not be read: what it is, in words. */
  readonly unread: readonly string[]
}
export interface Document {
  readonly value: JsonObject
  /** What a person calls it: the file, `standard input`. */
  readonly from: string
}

const LARGEST = 2 ** 21
const MAX_FILES = 300
const isManifest = /\.(ya?ml|json)$/i

export const joined = (parts: readonly Manifests[]): Manifests => ({
  documents: parts.flatMap(({ documents }) => documents),
  unread: parts.flatMap(({ unread }) => unread),
})
export const unread = (why: string): Manifests => ({ documents: [], unread: [why] })

export function atPath(path: string, shown: string, recursive: boolean): Manifests {
  try {
    const found = statSync(path)
    if (found.isDirectory()) return inDirectory(path, shown, recursive)
    const text = readRegularText(path, LARGEST)
    return text === undefined ? unread(`${shown}, which is no file that can be read here`) : parsed(text, shown)
  } catch {
    return unread(`${shown}, which is not there`)
  }
}

function inDirectory(path: string, shown: string, recursive: boolean): Manifests {
  const names = readdirSync(path, { recursive, encoding: 'utf8' }).filter((name) => isManifest.test(name))
  if (names.length > MAX_FILES) return unread(`${shown}, which holds ${names.length} manifests`)
  return joined(names.toSorted().map((name) => atPath(join(path, name), join(shown, name), false)))
}

/** YAML of any number of documents; JSON is YAML. */
export function parsed(text: string, from: string): Manifests {
  try {
    const documents = parseAllDocuments(text, { logLevel: 'silent', uniqueKeys: true })
    if (!Array.isArray(documents)) return { documents: [], unread: [] }
    const wrong = documents.flatMap(({ errors }) => errors)[0]
    if (wrong !== undefined)
      return unread(`${from}, which is no YAML (${wrong.code.toLowerCase().replaceAll('_', ' ')})`)
    return joined(documents.map((one) => ofValue(one.toJS(), from)))
  } catch {
    return unread(`${from}, which cannot be parsed`)
  }
}

function ofValue(value: unknown, from: string): Manifests {
  if (value === null || value === undefined) return { documents: [], unread: [] }
  if (Array.isArray(value)) return joined(value.map((one) => ofValue(one, from)))
  if (typeof value !== 'object') return unread(`${from}, which holds no objects`)
  // The checks above leave only objects.
  const { kind, items } = value as { readonly kind?: unknown; readonly items?: unknown }
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) return ofValue(items, from)
  // The checks above leave only objects.
  return { documents: [{ value: value as Document['value'], from }], unread: [] }
}

/** Reads an agent's settings files like the agent does: plain JSON, in order of priority. */

import { join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { JsonObject } from '@hookline/core/protocol'
import type { Pitfalls } from '../agents.ts'
import { namesIn } from '../file-stat.ts'
import { readDocument } from '../json-document.ts'
import { isOf, parseObject } from '../parse-object.ts'

interface Fault {
  readonly line: number
  readonly message: string
}
export interface SettingsFile {
  readonly path: string
  /** Whether it belongs to the organisation. */
  readonly managed: boolean
  /** Absent if the agent ignores the file. */
  readonly value?: JsonObject
  readonly fault?: Fault
  /** Whether its text calls Hookline, which is all that can be known about a broken file. */
  readonly mentionsCall: boolean
  lineOf(key: string): number
}

export function readSettings(
  pitfalls: Pitfalls,
  files: readonly { readonly source: string; readonly path: string }[],
  managed: string | undefined,
): readonly SettingsFile[] {
  const others = pitfalls.order.flatMap((source) => files.filter((file) => file.source === source))
  return [
    ...managedPaths(managed).flatMap((path) => readOne(path, true, pitfalls)),
    ...others.flatMap(({ path }) => readOne(path, false, pitfalls)),
  ]
}

/** Drop-in files override the main file, in the order of their names. */
function managedPaths(directory: string | undefined): readonly string[] {
  if (directory === undefined) return []
  const dropIns = join(directory, 'managed-settings.d')
  const names = namesIn(dropIns).filter((name) => name.endsWith('.json'))
  return [
    ...names
      .toSorted()
      .reverse()
      .map((name) => join(dropIns, name)),
    join(directory, 'managed-settings.json'),
  ]
}

function readOne(path: string, managed: boolean, { types }: Pitfalls): readonly SettingsFile[] {
  const text = readRegularText(path)?.replace(/^\uFEFF/, '')
  if (text === undefined || text.trim() === '') return []
  const lineOf = (key: string) => Math.max(1, text.split('\n').findIndex((line) => line.includes(`"${key}"`)) + 1)
  const base = { path, managed, mentionsCall: /hookline\S* run /.test(text), lineOf }
  const value = parseObject(text)
  if (value === undefined) return [{ ...base, fault: faultIn(path, text) }]
  const wrong = Object.entries(types).find(([key, type]) => value[key] !== undefined && !isOf(value[key], type))
  if (wrong === undefined) return [{ ...base, value }]
  const [key, type] = wrong
  return [{ ...base, fault: { line: lineOf(key), message: `"${key}" must be of type ${type}` } }]
}

function faultIn(path: string, text: string): Fault {
  const { tree, at } = readDocument(path, text)
  // Strings are blanked, so that a URL does not count as a comment.
  const bare = text.replace(/"(?:[^"\\\n]|\\.)*"/g, (quoted) => '"'.repeat(quoted.length))
  const extra = /\/[/*]|,(?=\s*[}\]])/.exec(bare)
  if (tree?.type === 'object' && extra !== null)
    return { line: at(extra.index).line, message: 'comments and trailing commas are not allowed in this file' }
  return { line: 1, message: 'the file is not a JSON object' }
}

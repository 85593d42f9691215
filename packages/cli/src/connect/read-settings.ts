/** Reads an agent's settings files like the agent does: plain JSON, in order of priority. */

import { join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { editHooksFile, type HooksChange } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import type { Pitfalls } from '../agents.ts'
import { memberOf, readDocument } from '../json-document.ts'
import { namesIn } from '../machine/file-stat.ts'
import { isOf, parseObject } from '../parse-object.ts'

interface Fault {
  readonly line: number
  readonly column: number
  readonly message: string
}
export interface SettingsFile {
  readonly path: string
  /** Whether it belongs to the organisation. */
  readonly managed: boolean
  /** Absent if the agent ignores the file. */
  readonly value?: JsonObject
  readonly fault?: Fault
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
    ...managedPaths(managed).flatMap((path) => readSettingsFile(path, true, pitfalls)),
    ...others.flatMap(({ path }) => readSettingsFile(path, false, pitfalls)),
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

/** Whether the text calls Hookline, which is all that can be known about a broken file. */
export const mentionsCall = (text: string): boolean => /hookline\S* run /.test(text)

/** The result is empty if there is no file, or nothing in it. */
export function readSettingsFile(path: string, managed: boolean, { types }: Pitfalls): readonly SettingsFile[] {
  const text = readRegularText(path)?.replace(/^\uFEFF/, '')
  if (text === undefined || text.trim() === '') return []
  const { tree, at } = readDocument(path, text)
  const lineOf = (key: string) => at(memberOf(tree, key)?.keyNode.offset ?? 0).line
  const base = { path, managed, mentionsCall: mentionsCall(text), lineOf }
  const value = parseObject(text)
  if (value === undefined) return [{ ...base, fault: faultIn(path, text) }]
  const wrong = Object.entries(types).find(([key, type]) => value[key] !== undefined && !isOf(value[key], type))
  if (wrong === undefined) return [{ ...base, value }]
  const [key, type] = wrong
  const position = at(memberOf(tree, key)?.value.offset ?? 0)
  return [{ ...base, fault: { ...position, message: `"${key}" must be of type ${type}` } }]
}

/** An edit that is not written. It fails where the file is broken. */
const trial: HooksChange = { kind: 'schema', href: '' }

function faultIn(path: string, text: string): Fault {
  const edited = editHooksFile(text, [trial])
  if (edited.kind === 'fault') return { ...edited.at, message: edited.message }
  // Strings are blanked, so that a URL does not count as a comment.
  const bare = text.replace(/"(?:[^"\\\n]|\\.)*"/g, (quoted) => '"'.repeat(quoted.length))
  const extra = /\/[/*]|,(?=\s*[}\]])/.exec(bare)
  const position = readDocument(path, text).at(extra?.index ?? 0)
  return { ...position, message: 'comments and trailing commas are not allowed in this file' }
}

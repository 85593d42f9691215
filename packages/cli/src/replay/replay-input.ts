/** Restores the event of a record, or explains why it cannot be replayed: fields that were not kept cannot be shown to a hook. */

import { createHash } from 'node:crypto'
import { relative, resolve } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { type LogRecord, missingOf } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { eventRows, isObject } from '@hookline/core/protocol'
import { isPrivate } from '../log/record-text.ts'
import { isInside } from '../paths.ts'

export type ReplayInput =
  | { readonly input: JsonObject; readonly files: Readonly<Record<string, string>> }
  | { readonly unusable: string }

const LARGEST = 2 ** 20

/** In the result `<root>` stands for the workspace. */
export function replayInput(record: LogRecord, root: string): ReplayInput {
  const name = record.originalInput === undefined ? 'input' : 'originalInput'
  const sent = record.originalInput ?? record.input
  const content = restoreContent(sent)
  const missing = missingIn(record).filter((path) => content === undefined || path !== `${name}.content`)
  if (missing.length > 0) return { unusable: whyMissing(record, missing) }
  const whole = content === undefined ? sent : { ...sent, content }
  // inRoot maps an object to an object.
  return { input: withoutSample(record, inRoot(whole, root) as JsonObject), files: filesNamed(sent, root) }
}

/** Missing paths in the event as it was sent. Rewrites by hooks are not replayed. */
export function missingIn(record: LogRecord): readonly string[] {
  const name = record.originalInput === undefined ? 'input' : 'originalInput'
  return missingOf(record).filter((path) => path === name || path.startsWith(`${name}.`))
}

/** Returns undefined if the file cannot be read or is not text. */
function readText(path: unknown): string | undefined {
  const text = typeof path === 'string' ? readRegularText(path, LARGEST) : undefined
  return text?.includes('\ufffd') === true ? undefined : text
}

/** Restores content that was not kept if the file still has the same hash. */
function restoreContent({ content, file_path }: JsonObject): string | undefined {
  const text = isPrivate(content) ? readText(file_path) : undefined
  const same = text !== undefined && isPrivate(content) && hashOf(text) === content.sha256
  return same ? text : undefined
}
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export function whyMissing(record: LogRecord, missing: readonly string[]): string {
  const fields = missing.map((path) => path.replace(/^\w+\./, ''))
  const shown = [...new Set(fields)].slice(0, 4).join(', ')
  if (missing.some((path) => record.redacted.some((one) => one.path === path)))
    return `${shown} contained a secret, which was replaced`
  if (missing.some((path) => record.cut.some((one) => one.path === path))) return `${shown} was too long to keep`
  return `${shown} is private and was not kept. To keep it from now on, set "log": { "capture": "full" } in your hookline.json`
}

/** Replaces the path of the workspace by `<root>`, at any depth. */
export function inRoot(value: unknown, root: string): unknown {
  if (root === '/' || root === '') return value
  const rootPattern = new RegExp(`${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.-])`, 'g')
  const map = (one: unknown): unknown => {
    if (typeof one === 'string') return one.replace(rootPattern, '<root>')
    if (Array.isArray(one)) return one.map(map)
    return isObject(one) ? Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, map(inner)])) : one
  }
  return map(value)
}

/** Cases are merged into the event's sample, so fields that only the sample has are set to null. */
function withoutSample({ event }: LogRecord, input: JsonObject): JsonObject {
  const sample = Object.keys(eventRows[event].sample('/'))
  const absent = sample.filter((name) => !Object.hasOwn(input, name)).map((name) => [name, null] as const)
  return { ...input, ...Object.fromEntries(absent), workspace_roots: ['<root>'] }
}

/** The file that the event is about, because a formatter or scanner reads it. */
function filesNamed({ file_path, tool_input }: JsonObject, root: string): Readonly<Record<string, string>> {
  const named = [file_path, isObject(tool_input) ? tool_input.file_path : undefined]
  const found = named.flatMap((path) => {
    const full = typeof path === 'string' ? resolve(root, path) : ''
    const text = isInside(full, root) ? readText(full) : undefined
    return text === undefined ? [] : [[relative(root, full), text] as const]
  })
  return Object.fromEntries(found)
}

/** A record's event as it can be sent again, or why it cannot: what was not kept cannot be shown to a hook. */

import { createHash } from 'node:crypto'
import { relative, resolve } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { type LogRecord, missingOf } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { eventRows } from '@hookline/core/protocol'
import { isObject, isPrivate } from '../log/words.ts'
import { isInside } from '../paths.ts'

export type Usable =
  | { readonly input: JsonObject; readonly files: Readonly<Record<string, string>> }
  | { readonly unusable: string }

const LARGEST = 2 ** 20

/** `<root>` stands for the workspace in what comes back. */
export function usable(record: LogRecord, root: string): Usable {
  const name = record.originalInput === undefined ? 'input' : 'originalInput'
  const sent = record.originalInput ?? record.input
  const content = contentAgain(sent)
  const missing = missingIn(record).filter((path) => content === undefined || path !== `${name}.content`)
  if (missing.length > 0) return { unusable: whyMissing(record, missing) }
  const whole = content === undefined ? sent : { ...sent, content }
  return { input: withoutSample(record, inRoot(whole, root) as JsonObject), files: filesNamed(sent, root) }
}

/** Paths in the event as it was sent: what hooks made of it later is not sent again. */
export function missingIn(record: LogRecord): readonly string[] {
  const name = record.originalInput === undefined ? 'input' : 'originalInput'
  return missingOf(record).filter((path) => path === name || path.startsWith(`${name}.`))
}

/** What may not be read any more, or is no text, is not brought along. */
function textOf(path: unknown): string | undefined {
  const text = typeof path === 'string' ? readRegularText(path, LARGEST) : undefined
  return text?.includes('\ufffd') === true ? undefined : text
}

/** A content that was not kept is known after all where the file still has the same hash. */
function contentAgain({ content, file_path }: JsonObject): string | undefined {
  const text = isPrivate(content) ? textOf(file_path) : undefined
  const same = text !== undefined && isPrivate(content) && hashOf(text) === content.sha256
  return same ? text : undefined
}
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export function whyMissing(record: LogRecord, missing: readonly string[]): string {
  const fields = missing.map((path) => path.replace(/^\w+\./, ''))
  const shown = [...new Set(fields)].slice(0, 4).join(', ')
  if (missing.some((path) => record.redacted.some((one) => one.path === path)))
    return `a secret was replaced in ${shown}`
  if (missing.some((path) => record.cut.some((one) => one.path === path))) return `${shown} was too long to keep`
  return `${shown} is private and was not kept ("log": { "capture": "full" } in your hookline.json keeps it from now on)`
}

/** `<root>` in the place of the workspace, at any depth. */
export function inRoot(value: unknown, root: string): unknown {
  if (root === '/' || root === '') return value
  const place = new RegExp(`${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.-])`, 'g')
  const map = (one: unknown): unknown => {
    if (typeof one === 'string') return one.replace(place, '<root>')
    if (Array.isArray(one)) return one.map(map)
    return isObject(one) ? Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, map(inner)])) : one
  }
  return map(value)
}

/** Cases are laid over the event's sample: what the sample has and this event had not is taken away again. */
function withoutSample({ event }: LogRecord, input: JsonObject): JsonObject {
  const sample = Object.keys(eventRows[event].sample('/'))
  const absent = sample.filter((name) => !Object.hasOwn(input, name)).map((name) => [name, null] as const)
  return { ...input, ...Object.fromEntries(absent), workspace_roots: ['<root>'] }
}

/** The file that the event is about comes along: a formatter or a scanner looks at it. */
function filesNamed({ file_path, tool_input }: JsonObject, root: string): Readonly<Record<string, string>> {
  const named = [file_path, isObject(tool_input) ? tool_input.file_path : undefined]
  const found = named.flatMap((path) => {
    const full = typeof path === 'string' ? resolve(root, path) : ''
    const text = isInside(full, root) ? textOf(full) : undefined
    return text === undefined ? [] : [[relative(root, full), text] as const]
  })
  return Object.fromEntries(found)
}

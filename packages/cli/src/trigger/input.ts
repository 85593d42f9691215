/** The input of a triggered event: the row's sample, or a file instead of it, the common flags over it, then `--set`. */

import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Dialect } from '@hookline/core'
import { whyUnknown } from '@hookline/core/agents'
import { nearest } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { commonFields, type EventName, eventRows, isEventName, reducedFields } from '@hookline/core/protocol'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { oneLine } from '../plain.ts'
import { readAll } from '../read-all.ts'
import { type CommonValues, withCommon } from './common-fields.ts'
import { sampleOf } from './sample.ts'

export interface InputFlags extends CommonValues {
  readonly input?: string | undefined
  readonly set?: readonly string[] | undefined
}

const LARGEST = 2 ** 20

/** `host`: `--input` may hold the event as that agent, or integration, writes it. */
export async function buildInput(
  event: EventName,
  root: string,
  flags: InputFlags,
  io: Io,
  host?: Dialect,
): Promise<JsonObject> {
  const values = { ...flags, file: flags.file === undefined ? undefined : resolve(io.cwd, flags.file) }
  const base =
    flags.input === undefined ? sampled(event, root, values) : inOurWords(await readInput(flags.input, io), event, host)
  const named = base.hook_event_name
  if (typeof named === 'string' && named !== event)
    io.stderr.write(`hookline: the input was written for ${oneLine(named)}; it is sent as ${event}\n`)
  const whole = withCommon(event, base, values)
  for (const one of strangers(event, whole, flags.set ?? [])) io.stderr.write(`hookline: ${one}\n`)
  return (flags.set ?? []).reduce(laidOver, whole)
}

/** A payload under the host's own name for the event, or without a name and in its fields; any other is in ours already. */
function inOurWords(payload: JsonObject, event: EventName, host: Dialect | undefined): JsonObject {
  const named = payload.hook_event_name
  if (host === undefined || (typeof named === 'string' && isEventName(named))) return payload
  const read = host.toEvent(payload)
  if ('unknown' in read) {
    if (named === undefined) return payload
    throw new UsageError(
      `--input cannot be read as ${host.name} writes it: ${oneLine(whyUnknown(host, payload, read.unknown))}`,
    )
  }
  if (read.name !== event)
    throw new UsageError(`--input holds ${read.name} as ${host.name} writes it: hookline trigger ${read.name} …`)
  return read.input
}

/** Hooks read whatever is sent; a field that nobody knows is most likely a slip of the finger. */
function strangers(event: EventName, input: JsonObject, set: readonly string[]): readonly string[] {
  const { input: fields, older, common } = eventRows[event]
  const names = Object.keys({ ...fields, ...(common === 'all' ? commonFields : reducedFields), ...input })
  const known = [...names, ...older.map(({ name }) => name)]
  return [...new Set(set.map((one) => one.split(/[.=]/, 1)[0] ?? ''))]
    .filter((key) => key !== '' && !known.includes(key))
    .map((key) => {
      const near = nearest(key, known)
      const meant =
        near === undefined ? `: its own are ${Object.keys(fields).join(', ')}.` : `; did you mean "${near}"?`
      return `warning: ${event} has no field "${oneLine(key)}"${meant} It is sent all the same.`
    })
}

/** Where the event carries the content of the file that was named, and it can be read, it is that file's own. */
function sampled(event: EventName, root: string, values: CommonValues): JsonObject {
  const sample = sampleOf(event, root, values)
  if (values.file === undefined || !Object.hasOwn(eventRows[event].input, 'content')) return sample
  try {
    const stats = statSync(values.file)
    return stats.isFile() && stats.size <= LARGEST ? { ...sample, content: readFileSync(values.file, 'utf8') } : sample
  } catch {
    return sample
  }
}

async function readInput(path: string, io: Io): Promise<JsonObject> {
  const text = path === '-' ? await readStdin(io) : readFile(path, io)
  const value = parsed(text.replace(/^\uFEFF/, ''))
  if (value instanceof Error) throw new UsageError(`--input ${path} is not JSON: ${value.message}`)
  if (!isObject(value)) throw new UsageError(`--input ${path} must hold one JSON object`)
  return value
}

async function readStdin(io: Io): Promise<string> {
  try {
    return await readAll(io.stdin)
  } catch {
    throw new UsageError('--input - is not UTF-8 text')
  }
}

function readFile(path: string, io: Io): string {
  try {
    return readFileSync(resolve(io.cwd, path), 'utf8')
  } catch (thrown) {
    throw new UsageError(`--input ${path} cannot be read: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
}

/** `tool_input.command=npm test`, `edits.0.new_string="1"`, `sandbox=true`: JSON where it is JSON, else text. */
function laidOver(input: JsonObject, assignment: string): JsonObject {
  const at = assignment.indexOf('=')
  const keys = assignment.slice(0, at).split('.')
  if (at < 1 || keys.some((key) => key === ''))
    throw new UsageError(`--set ${JSON.stringify(assignment)} is not key=value`)
  if (keys.some((key) => key === '__proto__')) throw new UsageError('--set cannot reach __proto__')
  const text = assignment.slice(at + 1)
  const value = parsed(text)
  return put(input, keys, value instanceof Error ? text : value) as JsonObject
}

function put(holder: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(holder) && /^\d+$/.test(key)) {
    if (Number(key) > holder.length) throw new UsageError(`--set: the list has ${holder.length} members, so no ${key}`)
    return Object.assign([...holder], { [key]: put(holder[Number(key)], rest, value) })
  }
  const own = isObject(holder) ? holder : {}
  return { ...own, [key]: put(Object.hasOwn(own, key) ? own[key] : undefined, rest, value) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown))
  }
}
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Builds the input of an event: the event's sample or a file, then the common flags, then `--set`. */

import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Dialect } from '@hookline/core'
import { whyUnknown } from '@hookline/core/agents'
import { nearest } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { commonFields, type EventName, eventRows, isEventName, isObject, reducedFields } from '@hookline/core/protocol'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { readAll } from '../io.ts'
import { readNamedFile } from '../named-file.ts'
import { oneLine } from '../text/plain.ts'
import { type CommonValues, withCommon } from './common-fields.ts'
import { sampleOf } from './sample.ts'

export interface InputFlags extends CommonValues {
  readonly input?: string | undefined
  readonly set?: readonly string[] | undefined
}

const LARGEST = 2 ** 20

/** With `host`, `--input` may be in the format of that agent or integration. */
export async function buildInput(
  event: EventName,
  root: string,
  flags: InputFlags,
  io: Io,
  host?: Dialect,
): Promise<JsonObject> {
  const values = { ...flags, file: flags.file === undefined ? undefined : resolve(io.cwd, flags.file) }
  const base =
    flags.input === undefined
      ? buildSample(event, root, values)
      : fromHostFormat(await readInput(flags.input, io), event, host)
  const named = base.hook_event_name
  if (typeof named === 'string' && named !== event)
    io.stderr.write(`hookline: warning: the input is for ${oneLine(named)}, but is sent as ${event}\n`)
  const whole = withCommon(event, base, values)
  for (const one of unknownFieldWarnings(event, whole, flags.set ?? [])) io.stderr.write(`hookline: ${one}\n`)
  return (flags.set ?? []).reduce(assign, whole)
}

/** Converts a payload that uses the host's event name, or the host's fields without a name. Other payloads are in our format already. */
function fromHostFormat(payload: JsonObject, event: EventName, host: Dialect | undefined): JsonObject {
  const named = payload.hook_event_name
  if (host === undefined || (typeof named === 'string' && isEventName(named))) return payload
  const read = host.toEvent(payload)
  if ('unknown' in read) {
    if (named === undefined) return payload
    throw new UsageError(
      `--input is not in the format of ${host.name}: ${oneLine(whyUnknown(host, payload, read.unknown))}`,
    )
  }
  if (read.name !== event)
    throw new UsageError(`--input contains the event ${read.name}. Run: hookline trigger ${read.name} …`)
  return read.input
}

/** Warns about fields that the event does not have, which are usually typos. They are sent all the same. */
function unknownFieldWarnings(event: EventName, input: JsonObject, set: readonly string[]): readonly string[] {
  const { input: fields, older, common } = eventRows[event]
  const names = Object.keys({ ...fields, ...(common === 'all' ? commonFields : reducedFields), ...input })
  const known = [...names, ...older.map(({ name }) => name)]
  return [...new Set(set.map((one) => one.split(/[.=]/, 1)[0] ?? ''))]
    .filter((key) => key !== '' && !known.includes(key))
    .map((key) => {
      const near = nearest(key, known)
      const hint = near === undefined ? `Its fields are ${Object.keys(fields).join(', ')}.` : `Did you mean "${near}"?`
      return `warning: ${event} has no field "${oneLine(key)}". ${hint} The field is sent all the same.`
    })
}

/** If the event carries the content of a file and --file names a readable one, the sample has its content. */
function buildSample(event: EventName, root: string, values: CommonValues): JsonObject {
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
  const text = path === '-' ? await readStdin(io) : readNamedFile(resolve(io.cwd, path), `--input ${path}`)
  const value = parsed(text.replace(/^\uFEFF/, ''))
  if (value instanceof Error) throw new UsageError(`--input ${oneLine(path)} is not JSON: ${oneLine(value.message)}`)
  if (!isObject(value)) throw new UsageError(`--input ${oneLine(path)} must contain one JSON object`)
  return value
}

async function readStdin(io: Io): Promise<string> {
  try {
    return await readAll(io.stdin)
  } catch {
    throw new UsageError('--input - is not UTF-8 text')
  }
}

/** Reads `tool_input.command=npm test`, `edits.0.new_string="1"` or `sandbox=true`. A value that is not JSON is text. */
function assign(input: JsonObject, assignment: string): JsonObject {
  const at = assignment.indexOf('=')
  const keys = assignment.slice(0, at).split('.')
  if (at < 1 || keys.some((key) => key === ''))
    throw new UsageError(`--set must be key=value, got ${JSON.stringify(assignment)}`)
  if (keys.some((key) => key === '__proto__')) throw new UsageError('--set cannot change __proto__')
  const text = assignment.slice(at + 1)
  const value = parsed(text)
  // `put` returns an object for an object.
  return put(input, keys, value instanceof Error ? text : value) as JsonObject
}

function put(holder: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(holder) && /^\d+$/.test(key)) {
    if (Number(key) > holder.length)
      throw new UsageError(`--set: index ${key} is out of range. The list has ${holder.length} items`)
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

/** Reads `--set key=value` as a parameter of a pack, by the parameter's type. */
import type { JsonObject } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { UsageError } from '../flags.ts'

/** `before` are the parameters in the file. `+=` adds to a list there, or to the default list. */
export function readSets(sets: readonly string[], pack: Pack, before: JsonObject): JsonObject {
  const given: Record<string, unknown> = {}
  for (const set of sets) {
    const found = /^([A-Za-z][\w-]*)(\+?=)(.*)$/s.exec(set)
    if (found === null)
      throw new UsageError(`--set must be key=value, or key+=value for a list, got ${JSON.stringify(set)}`)
    const [, name = '', sign, text = ''] = found
    const key = camel(name)
    const row = Object.hasOwn(pack.parameters, key) ? pack.parameters[key] : undefined
    const value = readValue(text, row?.schema)
    if (sign === '=') given[key] = value
    else if (!Array.isArray(value))
      throw new UsageError(`${key} of ${pack.name} is not a list, so += does not work. Use --set ${name}=${text}`)
    else given[key] = [...new Set([...listOf(given[key] ?? before[key] ?? row?.schema.default), ...value])]
  }
  return given
}

/** Turns `protected-branches` into `protectedBranches`. */
const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A value that does not fit stays text, and the reader of the file reports it. */
function readValue(text: string, schema: JsonObject | undefined): unknown {
  if (schema?.type === 'array')
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  if (schema?.type === 'boolean' || schema === undefined)
    return text === 'true' ? true : text === 'false' ? false : text
  if (schema.type === 'number' || schema.type === 'integer') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  return text
}

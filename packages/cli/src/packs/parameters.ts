/** `--set key=value` → a parameter, by the type that the pack says it has. */
import type { JsonObject } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { UsageError } from '../flags.ts'

/** `before`: what the file gives the pack already; `+=` adds to a list of it, or to the default one. */
export function readSets(sets: readonly string[], pack: Pack, before: JsonObject): JsonObject {
  const given: Record<string, unknown> = {}
  for (const set of sets) {
    const found = /^([A-Za-z][\w-]*)(\+?=)(.*)$/s.exec(set)
    if (found === null)
      throw new UsageError(`--set takes key=value, or key+=value for a list, not ${JSON.stringify(set)}`)
    const [, name = '', sign, text = ''] = found
    const key = camel(name)
    const row = Object.hasOwn(pack.parameters, key) ? pack.parameters[key] : undefined
    const value = typed(text, row?.schema)
    if (sign === '=') given[key] = value
    else if (!Array.isArray(value))
      throw new UsageError(`${pack.name} has no list ${key} to add to: write --set ${name}=${text}`)
    else given[key] = [...new Set([...listOf(given[key] ?? before[key] ?? row?.schema.default), ...value])]
  }
  return given
}

/** `protected-branches` is `protectedBranches`. */
const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What does not fit stays text: the reader says what is wrong with it. */
function typed(text: string, schema: JsonObject | undefined): unknown {
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

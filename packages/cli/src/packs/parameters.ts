/** Reads `--set key=value` as a parameter of a pack, by the parameter's type. */
import { nearest } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { UsageError } from '../flags.ts'
import { oneLine } from '../text/plain.ts'

/** `before` are the parameters in the file. `+=` adds to a list there or to the default list, and `-=` removes from it. */
export function readSets(sets: readonly string[], pack: Pack, before: JsonObject): JsonObject {
  const given: Record<string, unknown> = {}
  for (const set of sets) {
    const found = /^([A-Za-z][\w-]*?)(?:\.([A-Za-z0-9][\w-]*?))?([+-]?=)(.*)$/s.exec(set)
    if (found === null)
      throw new UsageError(
        `--set must be key=value, key+=value or key-=value for a list, or rules.<rule>=<level>, got ${JSON.stringify(set)}`,
      )
    const [, name = '', member, sign, text = ''] = found
    const key = camel(name)
    const row = Object.hasOwn(pack.parameters, key) ? pack.parameters[key] : undefined
    const now = given[key] ?? before[key] ?? row?.schema.default
    if (member !== undefined) given[key] = withMember(pack, { key, member, sign: sign ?? '', text }, now)
    else if (sign === '=') given[key] = readValue(text, row?.schema)
    else given[key] = changeList({ pack, name, key, sign: sign ?? '', text }, readValue(text, row?.schema), now)
  }
  return given
}

interface ListChange {
  readonly pack: Pack
  readonly name: string
  readonly key: string
  readonly sign: string
  readonly text: string
}

function changeList({ pack, name, key, sign, text }: ListChange, value: unknown, now: unknown): readonly unknown[] {
  if (!Array.isArray(value))
    throw new UsageError(`${key} of ${pack.name} is not a list, so ${sign} does not work. Use --set ${name}=${text}`)
  const list = Array.isArray(now) ? now : []
  if (sign === '+=') return [...new Set([...list, ...value])]
  const missing = value.find((one) => !list.includes(one))
  if (missing === undefined) return list.filter((one) => !value.includes(one))
  const near = nearest(String(missing), list.map(String))
  throw new UsageError(
    `${key} of ${pack.name} does not contain ${JSON.stringify(oneLine(String(missing)))}. ${near === undefined ? `It contains: ${oneLine(list.join(', ')) || 'nothing'}` : `Did you mean ${JSON.stringify(oneLine(near))}?`}`,
  )
}

interface MemberChange {
  readonly key: string
  readonly member: string
  readonly sign: string
  readonly text: string
}

/** `rules.force-push=ask` sets one member; `default` removes it. */
function withMember(pack: Pack, { key, member, sign, text }: MemberChange, now: unknown): JsonObject {
  const { schema } = pack.parameters[key] ?? {}
  if (schema?.type !== 'object')
    throw new UsageError(`${key} of ${pack.name} has no members, so ${key}.${member} does not work`)
  if (sign !== '=') throw new UsageError(`${key}.${member} of ${pack.name} is not a list. Use --set ${key}.${member}=…`)
  // `properties` of a JSON Schema is an object of schemas, and the packs' own schemas have it.
  const members = schema.properties as Readonly<Record<string, { readonly enum?: readonly string[] }>>
  if (!Object.hasOwn(members, member)) {
    const near = nearest(member, Object.keys(members))
    const hint = near === undefined ? `To list its rules: hookline rules ${pack.name}` : `Did you mean ${near}?`
    throw new UsageError(`${pack.name} has no rule ${JSON.stringify(oneLine(member))}. ${hint}`)
  }
  const levels = members[member]?.enum ?? []
  if (text !== 'default' && !levels.includes(text))
    throw new UsageError(
      `${key}.${member} must be ${levels.join(', ')} or default, got ${JSON.stringify(oneLine(text))}`,
    )
  // A parameter with members is an object of JSON.
  const { [member]: _, ...others } = typeof now === 'object' && now !== null ? (now as JsonObject) : {}
  return text === 'default' ? others : { ...others, [member]: text }
}

/** Turns `protected-branches` into `protectedBranches`. */
const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

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

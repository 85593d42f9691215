import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { packs } from './packs.ts'

type Schema = Readonly<Record<string, unknown>>
const published: Schema = JSON.parse(
  readFileSync(new URL('../../../schemas/hookline.schema.json', import.meta.url), 'utf8'),
)

/** The keywords that the parameters use; this test does not know others. */
const known =
  'description default type properties additionalProperties enum items minLength minimum exclusiveMinimum'.split(' ')

/** What an editor would underline. */
function faults(value: unknown, schema: Schema, at = ''): readonly string[] {
  expect(Object.keys(schema).filter((key) => !known.includes(key))).toEqual([])
  const {
    type,
    enum: words,
    properties = {},
    additionalProperties: more,
    items,
    minLength,
    minimum,
    exclusiveMinimum,
  } = schema
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  if (Array.isArray(words) && !words.includes(value)) return [`${at}: ${String(value)}`]
  if (type !== undefined && type !== kind) return [`${at}: ${kind}`]
  if (typeof value === 'string' && value.length < Number(minLength ?? 0)) return [`${at}: empty`]
  if (typeof value === 'number' && value < Number(minimum ?? Number.NEGATIVE_INFINITY)) return [`${at}: small`]
  if (typeof value === 'number' && value <= Number(exclusiveMinimum ?? Number.NEGATIVE_INFINITY))
    return [`${at}: small`]
  if (Array.isArray(value)) return value.flatMap((one, index) => faults(one, items as Schema, `${at}/${index}`))
  if (kind !== 'object') return []
  return Object.entries(value as object).flatMap(([key, one]) => {
    const row = (properties as Readonly<Record<string, Schema>>)[key]
    if (row !== undefined) return faults(one, row, `${at}/${key}`)
    return more === false ? [`${at}: no ${key}`] : []
  })
}

const packsSchema = (published.properties as Readonly<Record<string, Schema>>).packs ?? {}
const check = (given: object) => faults(given, packsSchema)

describe('the schema of hookline.json', () => {
  test.each(packs.map((pack) => [pack.name, pack] as const))('completes and checks %s', (name, { parameters }) => {
    const usual = Object.fromEntries(Object.entries(parameters).map(([key, { schema }]) => [key, schema.default]))
    expect(check({ [name]: { ...usual, mode: 'monitor', enabled: false } })).toEqual([])
    expect(check({ [name]: { surely: true } })).toEqual([`/${name}: no surely`])
    expect(check({ [name]: { mode: 'off' } })).toEqual([`/${name}/mode: off`])
    for (const [key, { doc }] of Object.entries(parameters)) {
      expect(check({ [name]: { [key]: null } })).toHaveLength(1)
      const { properties } = (packsSchema.properties as Readonly<Record<string, Schema>>)[name] as Schema
      expect((properties as Readonly<Record<string, Schema>>)[key]).toMatchObject({ description: doc })
    }
  })

  test('knows no other pack', () => {
    expect(check({ 'shel-guard': {} })).toEqual([': no shel-guard'])
  })
})

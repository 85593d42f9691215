/** The JSON Schemas of one event: the input a hook reads, and the reply it may print. Aliases are accepted but not published. */
import { type JsonSchema, toJsonSchema } from '../schema.ts'
import { commonFields, reducedFields } from './common.ts'
import { type EventName, eventRows } from './events/index.ts'
import { type ReplyRow, replyRows } from './reply.ts'
import { canAsk, type EventRow } from './row.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'

export function inputSchema(event: EventName): JsonSchema {
  const row = eventRows[event]
  const common = row.common === 'all' ? commonFields : reducedFields
  return {
    $schema: dialect,
    title: `${event} input`,
    description: row.doc,
    ...toJsonSchema({ ...common, ...row.input }),
  }
}

export function replySchema(event: EventName): JsonSchema {
  const row = eventRows[event]
  const properties = {
    ...(row.gate.kind === 'permission' ? { permission: { type: 'string', enum: permissionValues(row) } } : {}),
    ...(row.gate.kind === 'continue' ? { continue: { type: 'boolean' } } : {}),
    ...Object.fromEntries(row.reply.map((field) => [field, fieldSchema(replyRows[field])])),
  }
  return { $schema: dialect, title: `${event} reply`, type: 'object', properties }
}

/** The values that `permission` accepts at this event. */
export const permissionValues = ({ gate }: EventRow): readonly string[] =>
  canAsk(gate) ? ['allow', 'deny', 'ask'] : ['allow', 'deny']

function fieldSchema({ doc, type, merge }: ReplyRow): JsonSchema {
  const { properties = {} } = toJsonSchema({ it: { type, need: 'expected', doc, private: false } })
  // `toJsonSchema` makes `properties` an object of schemas.
  const schema = (properties as Readonly<Record<string, JsonSchema>>).it ?? {}
  return merge === 'by-key' ? { ...schema, additionalProperties: { type: 'string' } } : schema
}

// The JSON Schema of what a hook may answer to an event, in the wire's own words (aliases are read, not published).
import { eventRows, replyRows } from '../packages/core/dist/protocol/index.js'

const types = {
  string: () => ({ type: 'string' }),
  object: () => ({ type: 'object' }),
  any: () => ({}),
  list: (type) => ({ type: 'array', items: types[type.of.kind](type.of) }),
}

export function replySchema(name) {
  const row = eventRows[name]
  const properties = {}
  if (row.gate.kind === 'permission') properties.permission = { type: 'string', enum: words(row) }
  if (row.gate.kind === 'continue') properties.continue = { type: 'boolean' }
  for (const field of row.reply)
    properties[field] = {
      description: replyRows[field].doc,
      ...types[replyRows[field].type.kind](replyRows[field].type),
    }
  if (properties.env) properties.env.additionalProperties = { type: 'string' }
  return { title: `${name} reply`, type: 'object', properties }
}

export const words = (row) => (row.gate.ask === 'asks' ? ['allow', 'deny', 'ask'] : ['allow', 'deny'])

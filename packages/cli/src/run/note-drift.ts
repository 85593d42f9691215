/** Finds events and fields of a payload that this version of Hookline does not know. Most payloads have none, so the notes are loaded late. */
import type { Dialect } from '@hookline/core'
import { type Agent, agents } from '@hookline/core/agents'
import { commonFields, type EventName, eventRows, isObject, type JsonObject } from '@hookline/core/protocol'

/** Never throws: a note that cannot be kept must not change a decision. */
export async function noteDrift(
  host: Dialect,
  name: EventName | undefined,
  payload: JsonObject,
  version: () => string | undefined,
): Promise<void> {
  const agent = agents.find(({ dialect }) => dialect?.name === host.name)
  const unknown =
    agent === undefined ? [] : name === undefined ? unknownEvent(agent, payload) : unknownFields(agent, name, payload)
  if (agent === undefined || unknown.length === 0) return
  try {
    const { addDrift } = await import('../drift.ts')
    addDrift(agent, name === undefined ? 'events' : 'fields', unknown, version())
  } catch {
    // A full or read-only disk.
  }
}

function unknownEvent({ fields }: Agent, payload: JsonObject): readonly string[] {
  const name = payload[fields?.event ?? 'hook_event_name']
  return typeof name === 'string' && isName.test(name) ? [name] : []
}

function unknownFields(agent: Agent, event: EventName, payload: JsonObject): readonly string[] {
  const known = knownFields(agent, event)
  if (known === undefined) return []
  const own = Object.keys(payload).filter((key) => !known(key) && isName.test(key))
  const inside = Object.entries(agent.fields?.inside ?? {}).flatMap(([holder, names]) => {
    const held = payload[holder]
    const keys = isObject(held) ? Object.keys(held) : []
    return keys.filter((key) => !names.has(key) && isName.test(key)).map((key) => `${holder}.${key}`)
  })
  return [...own, ...inside]
}

/** Undefined: the fields of this agent are not known, so none is new. */
function knownFields({ usual, fields }: Agent, event: EventName): ((key: string) => boolean) | undefined {
  if (usual === true) {
    const { input, older } = eventRows[event]
    const names = new Set([...Object.keys(input), ...Object.keys(commonFields), ...older.map(({ name }) => name)])
    return (key) => names.has(key)
  }
  const own = fields?.events[event]
  return fields === undefined || own === undefined ? undefined : (key) => fields.common.has(key) || own.has(key)
}

const isName = /^[\w.-]{1,64}$/

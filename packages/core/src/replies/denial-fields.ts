/** The fields and values that deny, in every spelling. Readable replies and loose text use the same list (CONTRACT §5). */
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'

type Kind = 'verdict' | 'behavior' | 'flag'

/** By canonical name. Claude Code's PermissionRequest has its verdict in `behavior`: `{"decision": {"behavior": "deny"}}`. */
const kinds = new Map<string, Kind>([
  ['permission', 'verdict'],
  ['decision', 'verdict'],
  ['permissiondecision', 'verdict'],
  ['behavior', 'behavior'],
  ['continue', 'flag'],
  ['ok', 'flag'],
])

const denialValues: Readonly<Record<Kind, ReadonlySet<unknown>>> = {
  verdict: new Set(['deny', 'block', 'denied', 'blocked']),
  behavior: new Set(['deny', 'denied']),
  flag: new Set([false, 'false']),
}

/** The fields that hold the value of an enumeration which was serialised as an object. */
const enumFields: ReadonlySet<string> = new Set(['value', 'name', 'kind', 'type', 'behavior'])

/** Fields with data that a hook passes on. A denial inside them is not the hook's decision. */
const passedOn: ReadonlySet<string> = new Set([
  'updatedinput',
  'updatedcontent',
  'updatedmcptooloutput',
  'updatedtooloutput',
  'env',
])

const MAX_NAME = 60

/** Gives one spelling to `Permission`, `:permission` and `permission_decision`, the conventions of other languages. */
function canonicalName(name: string): string {
  if (name.length > MAX_NAME) return name
  return name
    .trim()
    .replace(/^[:@$]{1,2}|:$/g, '')
    .replace(/[_-]/g, '')
    .toLowerCase()
}

/** Gives one spelling to `DENY`, ` deny `, `:deny`, `Permission.DENY` and `Permission::Deny`. */
function canonicalValue(item: unknown): unknown {
  if (typeof item !== 'string' || item.length > 2 * MAX_NAME) return item
  return item
    .trim()
    .replace(/^(?:<?(?:\w{1,40}(?:\.|::)){1,3}|:)/, '')
    .toLowerCase()
}

export const isPassedOn = (name: string): boolean => passedOn.has(canonicalName(name))

const isVerdictName = (name: string): boolean => kinds.has(canonicalName(name))

/** Whether the field denies, in any spelling: also `"false"` as text, or the value inside a list or an enumeration's object. */
export function isDenial(name: string, item: unknown): boolean {
  const kind = kinds.get(canonicalName(name))
  return kind !== undefined && containsDenial(kind, item)
}

function containsDenial(kind: Kind, item: unknown): boolean {
  if (Array.isArray(item)) return item.some((one) => containsDenial(kind, one))
  if (!isObject(item)) return denialValues[kind].has(canonicalValue(item))
  const isDenialValue = (key: string, value: unknown) =>
    enumFields.has(canonicalName(key)) && denialValues[kind].has(canonicalValue(value))
  return kind !== 'flag' && Object.entries(item).some(([key, value]) => isDenialValue(key, value))
}

/** The fields that hold the messages of a denial, by canonical name. */
const messageFields: Readonly<Record<string, 'user_message' | 'agent_message' | 'reason'>> = {
  usermessage: 'user_message',
  agentmessage: 'agent_message',
  reason: 'reason',
  permissiondecisionreason: 'reason',
}
/** Whether the field holds a verdict, or is the object in which Claude Code nests it. */
export const isNestedReply = (name: string): boolean =>
  canonicalName(name) === 'hookspecificoutput' || isVerdictName(name)

/** The messages of an object that denies, in any spelling. Its own come before those of the verdict inside it. */
export function findMessages(value: JsonObject, depth = 0): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, item] of Object.entries(value)) {
    const canonical = canonicalName(name)
    const field = Object.hasOwn(messageFields, canonical) ? messageFields[canonical] : undefined
    if (field !== undefined && typeof item === 'string') found[field] ||= item
    // `{"decision": {"behavior": "deny", "message": "…"}}`
    if (depth > 0 && canonical === 'message' && typeof item === 'string') found.reason ||= item
  }
  for (const [name, item] of Object.entries(value))
    if (isObject(item) && isNestedReply(name) && depth < 3)
      for (const [field, text] of Object.entries(findMessages(item, depth + 1))) found[field] ||= text
  return found
}

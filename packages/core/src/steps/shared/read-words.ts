/** Reads a reply object: its verdict, and the fields that the event has. */

import { isNameOf } from '../../agents/event-names.ts'
import { isRefusedVariable } from '../../environment.ts'
import type { Event, Reply, Verdict } from '../../flow.ts'
import { type ReplyField, replyRows } from '../../protocol/reply.ts'
import type { Gate } from '../../protocol/row.ts'
import { readVerdict, type VerdictReading } from '../../replies/read-verdict.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject, kindOf, typeMismatch } from '../../schema.ts'

export interface ReplyContent {
  /** The strictest of all verdicts in the reply. */
  readonly verdict?: Verdict
  /** The verdict is "deny" only because this gate cannot ask a person. */
  readonly refusedAsk: boolean
  /** Why a verdict field is invalid. */
  readonly badVerdict?: string
  /** Why another known field is invalid. */
  readonly badField?: string
  readonly reply: Reply
  /** The keys that the event does not read. */
  readonly ignored: readonly string[]
  readonly notes: readonly string[]
}

const NO_REASON = 'Prompt hook blocked this action'

/** `names`: the reply fields that the event reads. `foreign`: whether fields of another gate count if they deny. */
export function readReplyObject(
  value: JsonObject,
  event: Event,
  gate: Gate,
  names: readonly ReplyField[],
  foreign: boolean,
): ReplyContent {
  const nested = isObject(value.hookSpecificOutput) ? value.hookSpecificOutput : {}
  const sameEvent =
    nested.hookEventName === undefined ||
    nested.hookEventName === event.name ||
    isNameOf(String(nested.hookEventName), event.name)
  const reading = readVerdict(value, nested, sameEvent, gate, foreign)
  const fields = readFields(value, sameEvent ? nested : {}, event, names)
  const reply = fillReason({ ...fields.reply }, value, nested, names, reading)
  return {
    ...(reading.verdict === undefined ? {} : { verdict: reading.verdict }),
    refusedAsk: reading.refusedAsk,
    ...(reading.bad === undefined ? {} : { badVerdict: reading.bad }),
    ...(fields.bad === undefined ? {} : { badField: fields.bad }),
    reply,
    ignored: ignoredKeys(value, names, gate),
    notes: [...reading.notes, ...fields.notes],
  }
}

function readFields(
  value: JsonObject,
  nested: JsonObject,
  event: Event,
  names: readonly ReplyField[],
): { reply: Reply; bad?: string; notes: readonly string[] } {
  const reply: Record<string, unknown> = {}
  const notes: string[] = []
  let bad: string | undefined
  for (const name of names) {
    const row = replyRows[name]
    const found = [
      value[name],
      ...row.aliases.map((alias) => value[alias]),
      row.nested === undefined ? undefined : nested[row.nested],
    ].find((item) => item !== undefined && item !== null)
    if (found === undefined) continue
    if (row.only !== undefined && !row.only(event.input)) notes.push(`field-ignored:${name}`)
    else if (typeMismatch(row.type, found, name) !== undefined) bad ??= `${name} is ${kindOf(found)}`
    else reply[name] = cleanValue(name, found, notes)
  }
  // Each field was checked against the type of its row.
  return { reply: reply as Reply, ...(bad === undefined ? {} : { bad }), notes }
}

/** Drops invalid variables and plugin paths one by one and keeps the others. `typeMismatch` has checked the type of `found`. */
function cleanValue(name: ReplyField, found: unknown, notes: string[]): unknown {
  if (name === 'env') {
    // The row of `env` requires an object.
    const kept = Object.entries(found as JsonObject).filter(([key, value]) => {
      const refused = typeof value !== 'string' || value.includes('\0') || isRefusedVariable(key)
      if (refused) notes.push(`variable-refused:${key}`)
      return !refused
    })
    return Object.fromEntries(kept)
  }
  if (name !== 'pluginPaths') return found
  // The row of `pluginPaths` requires a list of strings.
  return (found as readonly string[]).filter((path) => {
    const absolute = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path)
    if (!absolute) notes.push(`plugin-refused:${path}`)
    return absolute
  })
}

/** Uses `reason` for each message that the event has and the reply leaves empty, or for the follow-up if the event has one. */
function fillReason(
  reply: Record<string, unknown> & Reply,
  value: JsonObject,
  nested: JsonObject,
  names: readonly ReplyField[],
  reading: VerdictReading,
): Reply {
  const reason = [value.reason, nested.permissionDecisionReason].find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
  const text = reason ?? (value.ok === false ? NO_REASON : undefined)
  const has = (name: ReplyField) => names.includes(name)
  if (has('followup_message')) {
    const followsUp = (value.decision === 'block' || value.ok === false) && reason !== undefined
    return followsUp ? { ...reply, followup_message: reply.followup_message ?? reason } : reply
  }
  if (text === undefined || (reading.verdict !== 'deny' && reading.verdict !== 'ask')) return reply
  const messages = (['user_message', 'agent_message'] as const).filter(has).map((name) => [name, reply[name] || text])
  return { ...reply, ...Object.fromEntries(messages) }
}

const everywhere = new Set([
  'reason',
  'ok',
  'hookSpecificOutput',
  'decision',
  'suppressOutput',
  'systemMessage',
  'stopReason',
])

function ignoredKeys(value: JsonObject, names: readonly ReplyField[], gate: Gate): readonly string[] {
  const isKnown = (key: string) =>
    (key === gate.kind && gate.kind !== 'none') ||
    names.some((name) => name === key || replyRows[name].aliases.includes(key))
  return Object.keys(value).filter((key) => !isKnown(key) && !everywhere.has(key))
}

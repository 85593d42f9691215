/** Finds what a reply object says: its verdict, and the fields the event has. */

import { isNameOf } from '../agents/event-names.ts'
import { refusedVariable } from '../environment.ts'
import type { Event, Reply, Verdict } from '../flow.ts'
import { type ReplyField, replyRows } from '../protocol/reply.ts'
import type { Gate } from '../protocol/row.ts'
import { readVerdict, type Said } from '../replies/read-verdict.ts'
import type { JsonObject } from '../schema.ts'
import { isObject, kindOf, typeMismatch } from '../schema.ts'
<<<<<<<< HEAD:packages/core/src/steps/read-words.ts
========
import { readVerdict, type VerdictReading } from './read-verdict.ts'
>>>>>>>> 0a3021cf (config: clearer names in config, sources and replies):packages/core/src/replies/read-reply-object.ts

export interface ReplyContent {
  /** Strictest of all that was heard. */
  readonly verdict?: Verdict
  /** The verdict is a no only because nobody can be asked at this gate. */
  readonly refusedAsk: boolean
  /** What is wrong with a verdict field. */
  readonly badVerdict?: string
  /** What is wrong with another known field. */
  readonly badField?: string
  readonly reply: Reply
  /** The keys that no field of the event is read from. */
  readonly ignored: readonly string[]
  readonly notes: readonly string[]
}

const NO_REASON = 'Prompt hook blocked this action'

/** `names`: the reply fields that count here. `foreign`: words of another gate are heard, where they refuse. */
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
  const said = readVerdict(value, nested, sameEvent, gate, foreign)
  const fields = readFields(value, sameEvent ? nested : {}, event, names)
  const reply = withReason({ ...fields.reply }, value, nested, names, said)
  return {
    ...(said.verdict === undefined ? {} : { verdict: said.verdict }),
    refusedAsk: said.refusedAsk,
    ...(said.bad === undefined ? {} : { badVerdict: said.bad }),
    ...(fields.bad === undefined ? {} : { badField: fields.bad }),
    reply,
    ignored: ignored(value, names, gate),
    notes: [...said.notes, ...fields.notes],
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
  return { reply: reply as Reply, ...(bad === undefined ? {} : { bad }), notes }
}

/** Key by key: a refused variable or plugin path never costs the others. */
function cleanValue(name: ReplyField, found: unknown, notes: string[]): unknown {
  if (name === 'env') {
    const kept = Object.entries(found as JsonObject).filter(([key, value]) => {
      const refused = typeof value !== 'string' || value.includes('\0') || refusedVariable(key)
      if (refused) notes.push(`variable-refused:${key}`)
      return !refused
    })
    return Object.fromEntries(kept)
  }
  if (name !== 'pluginPaths') return found
  return (found as readonly string[]).filter((path) => {
    const absolute = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path)
    if (!absolute) notes.push(`plugin-refused:${path}`)
    return absolute
  })
}

/** `reason` and such text fill whichever message the event has and the reply leaves empty; where the event follows up, the follow-up. */
function withReason(
  reply: Record<string, unknown>,
  value: JsonObject,
  nested: JsonObject,
  names: readonly ReplyField[],
  said: VerdictReading,
): Reply {
  const reason = [value.reason, nested.permissionDecisionReason].find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
  const text = reason ?? (value.ok === false ? NO_REASON : undefined)
  const has = (name: ReplyField) => names.includes(name)
  if (has('followup_message')) {
    if ((value.decision === 'block' || value.ok === false) && reason !== undefined) reply.followup_message ??= reason
    return reply as Reply
  }
  if (text === undefined || (said.verdict !== 'deny' && said.verdict !== 'ask')) return reply as Reply
  for (const name of ['user_message', 'agent_message'] as const) if (has(name)) reply[name] ||= text
  return reply as Reply
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

function ignored(value: JsonObject, names: readonly ReplyField[], gate: Gate): readonly string[] {
  const known = new Set<string>(names.flatMap((name) => [name, ...replyRows[name].aliases]))
  if (gate.kind !== 'none') known.add(gate.kind)
  return Object.keys(value).filter((key) => !known.has(key) && !everywhere.has(key))
}

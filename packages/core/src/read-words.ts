/** Finds what a reply object says: its verdict in every documented spelling, and the fields the event has. */
import { refusedVariable } from './environment.ts'
import type { Event, Reply, Verdict } from './flow.ts'
import { claudeEvents } from './protocol/claude.ts'
import { type ReplyField, replyRows } from './protocol/reply.ts'
import type { Gate } from './protocol/row.ts'
import { isObject, kindOf, typeMismatch } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

export interface Words {
  /** Strictest of all that were said in the gate's own words. */
  readonly verdict?: Verdict
  /** A no in another gate's words. */
  readonly foreignNo: boolean
  /** What is wrong with a verdict field. */
  readonly badVerdict?: string
  /** What is wrong with another known field. */
  readonly badField?: string
  readonly reply: Reply
  /** The keys that no field of the event is read from. */
  readonly ignored: readonly string[]
  readonly notes: readonly string[]
}

/** Words that say yes, no or ask, by field: only the exact form says yes, every documented form says no. */
const wordsOf: Readonly<Record<string, Readonly<Record<string, Verdict>>>> = {
  permission: { allow: 'allow', deny: 'deny', block: 'deny', ask: 'ask' },
  decision: { allow: 'allow', approve: 'allow', deny: 'deny', block: 'deny', ask: 'ask' },
  permissionDecision: { allow: 'allow', deny: 'deny', block: 'deny', ask: 'ask' },
}
const NO_REASON = 'Prompt hook blocked this action'

export function readWords(value: Json, event: Event, gate: Gate): Words {
  const nested = isObject(value.hookSpecificOutput) ? value.hookSpecificOutput : {}
  const sameEvent =
    nested.hookEventName === undefined ||
    nested.hookEventName === event.name ||
    claudeEvents[String(nested.hookEventName)] === event.name
  const said = readVerdicts(value, nested, sameEvent, gate)
  const fields = readFields(value, sameEvent ? nested : {}, event)
  const reply = withReason({ ...fields.reply }, value, nested, event, said)
  return {
    ...(said.verdict === undefined ? {} : { verdict: said.verdict }),
    foreignNo: said.foreignNo,
    ...(said.bad === undefined ? {} : { badVerdict: said.bad }),
    ...(fields.bad === undefined ? {} : { badField: fields.bad }),
    reply,
    ignored: ignored(value, event, gate),
    notes: [...said.notes, ...fields.notes],
  }
}

interface Said {
  readonly verdict?: Verdict
  readonly foreignNo: boolean
  readonly bad?: string
  readonly notes: readonly string[]
}

function readVerdicts(value: Json, nested: Json, sameEvent: boolean, gate: Gate): Said {
  const own: Verdict[] = []
  const notes: string[] = []
  let foreignNo = false
  let bad: string | undefined
  const hear = (field: string, word: unknown, mine: boolean) => {
    if (word === undefined || word === null) return
    const meant =
      typeof word === 'string' && Object.hasOwn(wordsOf[field] ?? {}, word) ? wordsOf[field]?.[word] : undefined
    if (!mine) foreignNo ||= meant === 'deny'
    else if (meant === 'ask' && gate.kind === 'permission') hearAsk(field)
    else if (meant === undefined) bad ??= `${field} ${kindOf(word)} is not a word it may say`
    else own.push(meant)
  }
  const hearAsk = (field: string) => {
    if (gate.kind !== 'permission') return
    if (gate.ask === 'asks') own.push('ask')
    else if (gate.ask === 'denies') own.push('deny')
    else if (gate.ask === 'no-effect') notes.push('ask-has-no-effect')
    else bad ??= `${field} "ask" is not a word of this event`
  }
  const mine = gate.kind === 'permission'
  hear('permission', value.permission, mine)
  hear('decision', value.decision, mine)
  hear('permissionDecision', nested.permissionDecision, mine && sameEvent)
  // Another agent's flat spelling: only its no is heard.
  hear('permissionDecision', value.permissionDecision, false)
  if (value.ok === false) own.push('deny')
  else if (typeof value.ok !== 'boolean' && value.ok != null) bad ??= `ok ${kindOf(value.ok)} is not true or false`
  if (gate.kind !== 'continue') foreignNo ||= value.continue === false
  else if (typeof value.continue === 'boolean') own.push(value.continue ? 'allow' : 'deny')
  else if (value.continue != null) bad ??= `continue ${kindOf(value.continue)} is not true or false`
  return { ...strictestOf(own), foreignNo, ...(bad === undefined ? {} : { bad }), notes }
}

const strictestOf = (words: readonly Verdict[]): { readonly verdict?: Verdict } => {
  for (const verdict of ['deny', 'ask', 'allow'] as const) if (words.includes(verdict)) return { verdict }
  return {}
}

/** What a hook hands on rather than says: a no in there is not its own. */
const handedOn = new Set([
  'updated_input',
  'updatedInput',
  'updated_content',
  'updatedContent',
  'updated_mcp_tool_output',
  'updatedMcpToolOutput',
  'updatedMCPToolOutput',
  'env',
])

/**
 * A no somewhere inside the object, where no field of ours is. JSON pasted together from a command can have its deny pushed
 * there by a quotation mark in the command, beside an allow that the command brought along.
 */
export function buriesNo(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(buriesNo)
  if (!isObject(value)) return false
  return Object.entries(value).some(([name, item]) => !handedOn.has(name) && (isNo(name, item) || buriesNo(item)))
}
const isNo = (name: string, item: unknown): boolean =>
  Object.hasOwn(wordsOf, name)
    ? item === 'deny' || item === 'block'
    : (name === 'continue' || name === 'ok') && item === false

/** Any word that would refuse or ask at a gate: what an observing event records as `cannot-block`. */
export function saysNoOrAsk(value: Json, event: Event): boolean {
  const nested = isObject(value.hookSpecificOutput) ? value.hookSpecificOutput : {}
  // "Block" and "not ok" are heard where the event follows up: they are the way to say "go on".
  const followsUp = event.row.reply.includes('followup_message')
  const words = [value.permission, followsUp ? undefined : value.decision, nested.permissionDecision]
  const saidNo = words.some((word) => word === 'deny' || word === 'block' || word === 'ask')
  return saidNo || value.continue === false || (value.ok === false && !followsUp)
}

function readFields(value: Json, nested: Json, event: Event): { reply: Reply; bad?: string; notes: readonly string[] } {
  const reply: Record<string, unknown> = {}
  const notes: string[] = []
  let bad: string | undefined
  for (const name of event.row.reply) {
    const row = replyRows[name]
    const found = [
      value[name],
      ...row.aliases.map((alias) => value[alias]),
      row.nested === undefined ? undefined : nested[row.nested],
    ].find((item) => item !== undefined && item !== null)
    if (found === undefined) continue
    if (row.only !== undefined && !row.only(event.input)) notes.push(`field-ignored:${name}`)
    else if (typeMismatch(row.type, found, name) !== undefined) bad ??= `${name} is ${kindOf(found)}`
    else reply[name] = cleaned(name, found, notes)
  }
  return { reply: reply as Reply, ...(bad === undefined ? {} : { bad }), notes }
}

/** Key by key: a refused variable or plugin path never costs the others. */
function cleaned(name: ReplyField, found: unknown, notes: string[]): unknown {
  if (name === 'env') {
    const kept = Object.entries(found as Json).filter(([key, value]) => {
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
function withReason(reply: Record<string, unknown>, value: Json, nested: Json, event: Event, said: Said): Reply {
  const reason = [value.reason, nested.permissionDecisionReason].find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
  const text = reason ?? (value.ok === false ? NO_REASON : undefined)
  const has = (name: ReplyField) => event.row.reply.includes(name)
  if (has('followup_message')) {
    if ((value.decision === 'block' || value.ok === false) && reason !== undefined) reply.followup_message ??= reason
    return reply as Reply
  }
  if (text === undefined || (said.verdict !== 'deny' && said.verdict !== 'ask' && !said.foreignNo))
    return reply as Reply
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

function ignored(value: Json, event: Event, gate: Gate): readonly string[] {
  const known = new Set<string>(event.row.reply.flatMap((name) => [name, ...replyRows[name].aliases]))
  if (gate.kind !== 'none') known.add(gate.kind)
  return Object.keys(value).filter((key) => !known.has(key) && !everywhere.has(key))
}

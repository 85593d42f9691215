/** Step: decides what a raw result means, by the result table of CONTRACT §5. Where versions differ, the edition's row decides. */

import { type EditionRow, gateOf, replyFieldsOf } from '../editions.ts'
import type { Entry, Event, FailureCode, Outcome, Raw, RawEnd, Reply } from '../flow.ts'
import { type Gate, observes } from '../protocol/row.ts'
import { findMessages, isNestedReply } from '../replies/denial-fields.ts'
import { type FoundDenial, findDenial, noiseDenies } from '../replies/find-denial.ts'
import { readModelReply } from '../replies/read-model-reply.ts'
import { isJson, type ReplyReading, readReply } from '../replies/read-reply.ts'
import { buriesDenial, deniesOrAsks, encodesDenial } from '../replies/read-verdict.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { type ReplyContent, readReplyObject } from './shared/read-words.ts'

export interface Meaning {
  readonly outcome: Outcome
  readonly notes: readonly string[]
}

/** Everything that the rules below read. */
interface Facts {
  readonly raw: Raw
  readonly event: Event
  readonly entry: Entry
  readonly edition: EditionRow
  readonly gate: Gate
  readonly policy: 'open' | 'closed'
  readonly reading: ReplyReading
  readonly words: ReplyContent | undefined
}

/** Failures that close a gate whatever `failClosed` says. */
const alwaysClosed: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'placeholder',
  'payload-as-code',
  'config',
  'integrity',
  'sandbox',
  'unverified',
])

export function interpret(raw: Raw, event: Event, entry: Entry, edition: EditionRow): Meaning {
  const gate = entry.observes === true ? observes : gateOf(edition, event.name, event.row.gate)
  const reading = readRaw(raw, entry)
  const words =
    reading.kind === 'object'
      ? readReplyObject(reading.value, event, gate, replyFieldsOf(edition, event), edition.foreignNo === 'counts')
      : undefined
  const facts: Facts = {
    raw,
    event,
    entry,
    edition,
    gate,
    policy: policyOf(entry, event, edition, gate),
    reading,
    words,
  }
  const outcome = outcomeOf(facts)
  return { outcome, notes: notesOf(facts, outcome) }
}

function readRaw(raw: Raw, entry: Entry): ReplyReading {
  if (raw.reply !== undefined) return { kind: 'object', value: raw.reply, noise: '' }
  return entry.type === 'prompt' ? readModelReply(raw.stdout) : readReply(raw.stdout, raw.badEncoding === true)
}

/** What a failure of this entry means at this event. `list` shows the same policy. */
export function policyOf(
  entry: Pick<Entry, 'failClosed' | 'unrunnable' | 'observes'>,
  event: Pick<Event, 'row'>,
  edition: EditionRow,
  gate: Gate,
): 'open' | 'closed' {
  if (gate.kind === 'none' || entry.observes === true) return 'open'
  if (entry.unrunnable !== undefined && alwaysClosed.has(entry.unrunnable.code)) return 'closed'
  const own = entry.failClosed === undefined ? undefined : entry.failClosed ? 'closed' : 'open'
  if (edition.policy === 'open') return 'open'
  if (edition.policy === 'event') return event.row.onFailure
  return own ?? (edition.policy === 'entry' ? 'open' : event.row.onFailure)
}

/** The entry as it counts when it was stopped before it answered. It has not judged, so a gate refuses unless the entry says otherwise. */
export const whenStopped = <T extends Pick<Entry, 'failClosed'>>(entry: T): T =>
  entry.failClosed === undefined ? { ...entry, failClosed: true } : entry

function outcomeOf(facts: Facts): Outcome {
  const { end } = facts.raw
  if (end.kind === 'exit' && end.code === 0) return onSuccess(facts)
  if (end.kind === 'exit' && end.code === 2 && facts.edition.exit2 === 'blocks') return onExit2(facts)
  if (end.kind === 'output-limit') return onOverLimit(facts)
  return onFailure(facts, codeOf(end), describeEnd(end))
}

function onSuccess(facts: Facts): Outcome {
  const isAnswer = facts.entry.type === 'prompt' && facts.reading.kind === 'unreadable'
  if (replyFieldsOf(facts.edition, facts.event).length === 0 && facts.event.row.gate.kind === 'none' && !isAnswer)
    return { kind: 'silent' }
  if (facts.reading.kind === 'blank') return onNoOutput(facts)
  if (facts.reading.kind === 'unreadable') return onUnreadable(facts, facts.reading)
  // An object was read, so its fields were read too.
  return onReply(facts, facts.words as ReplyContent, facts.reading.noise)
}

function onNoOutput(facts: Facts): Outcome {
  const { silence } = facts.edition
  if (
    silence === 'failure' ||
    (silence === 'failure-when-closed' && facts.entry.failClosed === true && facts.gate.kind !== 'none')
  ) {
    return failed(facts, 'bad-json', 'printed nothing')
  }
  return { kind: 'silent' }
}

function onUnreadable(facts: Facts, reading: Extract<ReplyReading, { kind: 'unreadable' }>): Outcome {
  const { unreadable } = facts.edition
  if (unreadable === 'denies-at-permission' && facts.gate.kind === 'permission') {
    return { kind: 'failed', code: reading.code, message: reading.message, policy: 'closed', verdict: 'deny' }
  }
  const no = findNoInText(facts)
  if (no !== undefined) return failedWithNo(facts, reading.code, reading.message, no)
  return failed(facts, reading.code, reading.message)
}

function onReply(facts: Facts, words: ReplyContent, noise: string): Outcome {
  const no = words.verdict === 'deny'
  const reply = no ? addMessages(facts, words.reply) : words.reply
  if (!no && facts.gate.kind !== 'none' && saysNoElsewhere(facts, words, noise))
    return { kind: 'replied', verdict: 'deny', reply: addMessages(facts, reply), readNo: true }
  if (words.badVerdict !== undefined && facts.gate.kind !== 'none' && !no)
    return failed(facts, 'bad-reply', words.badVerdict)
  if (words.badField !== undefined && !(no && facts.gate.kind !== 'none'))
    return failed(facts, 'bad-reply', words.badField)
  if (facts.gate.kind === 'none') return { kind: 'replied', reply }
  const verdict = no ? 'deny' : words.verdict
  return verdict === undefined ? { kind: 'replied', reply } : { kind: 'replied', verdict, reply }
}

/** A deny outside the reply's own verdict: in the lines before it, in a field without meaning here, or encoded in a text. */
function saysNoElsewhere(facts: Facts, words: ReplyContent, noise: string): boolean {
  if (facts.edition.unreadable !== 'a-no-denies') return false
  const value = replyObject(facts)
  if (noiseDenies(noise) || buriesDenial(value)) return true
  // Next to an allow, such a text is a quotation. Alone it is the reply, encoded twice.
  return (
    words.verdict === undefined && (words.ignored.some((key) => encodesDenial(value?.[key])) || encodesVerdict(value))
  )
}

/** The reply, or the verdict in it, was printed as text before it was put into its field. */
const encodesVerdict = (value: JsonObject | undefined): boolean =>
  Object.entries(value ?? {}).some(([name, item]) =>
    isObject(item)
      ? isNestedReply(name) && encodesVerdict(item)
      : typeof item === 'string' && isNestedReply(name) && /^\s*[{["'(]/.test(item) && findDenial(item) !== undefined,
  )

/** A deny in text that is not a reply, in an edition that reads it. */
const findNoInText = ({ edition, reading, raw }: Facts): FoundDenial | undefined =>
  edition.unreadable === 'a-no-denies' && reading.kind === 'unreadable' ? findDenial(raw.stdout) : undefined

const replyObject = ({ reading }: Facts) => (reading.kind === 'object' ? reading.value : undefined)

/** Exit 2 blocks, whatever the hook printed. The printed text is the message. */
function onExit2(facts: Facts): Outcome {
  const reply: Record<string, unknown> = { ...(facts.words?.reply ?? {}) }
  const text = messageOfExit2(facts)
  if (!reply.user_message && !reply.agent_message && text !== '') {
    for (const name of ['user_message', 'agent_message'] as const)
      if (replyFieldsOf(facts.edition, facts.event).includes(name)) reply[name] = text
  }
  // Only fields of `Reply` are set above.
  return { kind: 'blocked', verdict: 'deny', reply: reply as Reply }
}

/** The reply's reason, or stdout that is not JSON, or stderr. */
function messageOfExit2({ reading, raw }: Facts): string {
  if (reading.kind === 'object' && typeof reading.value.reason === 'string') return reading.value.reason.trim()
  return reading.kind === 'unreadable' && !isJson(raw.stdout) ? raw.stdout.trim() : raw.stderr.trim()
}

function onOverLimit(facts: Facts): Outcome {
  const message = 'printed more than 1 MiB'
  if (facts.gate.kind === 'none') return failed(facts, 'output-limit', message)
  const no = findPrintedNo(facts)
  if (no !== undefined) return failedWithNo(facts, 'output-limit', message, no)
  if (facts.edition.overLimit === 'failure') return failed(facts, 'output-limit', message)
  const policy = facts.entry.failClosed === false ? 'open' : 'closed'
  return failed({ ...facts, policy }, 'output-limit', message)
}

/** After a failing exit, a signal or a timeout, a deny or ask that the hook printed still counts. An allow does not. */
function onFailure(facts: Facts, code: FailureCode, message: string): Outcome {
  if (facts.gate.kind === 'none') return failed(facts, code, message)
  if (alwaysClosed.has(code)) return failed({ ...facts, policy: 'closed' }, code, message)
  // A function's object is read by Hookline alone, so no edition of an agent says that its deny is ignored.
  const isRead = facts.edition.foreignNo === 'counts' || facts.raw.reply !== undefined
  const no = isRead ? findPrintedNo(facts) : undefined
  if (no !== undefined) return failedWithNo(facts, code, message, no)
  if (facts.edition.foreignNo === 'counts' && facts.words?.verdict === 'ask') {
    return { kind: 'failed', code, message, policy: facts.policy, verdict: 'ask', read: true, reply: facts.words.reply }
  }
  return failed(facts, code, message)
}

/** A deny in this gate's fields, in another gate's, or in text that is not a reply. */
function findPrintedNo(facts: Facts): FoundDenial | undefined {
  const { words, reading, edition } = facts
  if (words?.verdict === 'deny') return {}
  if (edition.unreadable !== 'a-no-denies') return undefined
  if (reading.kind === 'object') return noiseDenies(reading.noise) ? {} : undefined
  return findNoInText(facts)
}

function failed(facts: Facts, code: FailureCode, message: string): Outcome {
  const base = { kind: 'failed', code, message, policy: facts.policy } as const
  return facts.policy === 'closed' && facts.gate.kind !== 'none' ? { ...base, verdict: 'deny' } : base
}

/** The hook failed, but its deny could be read. */
function failedWithNo(facts: Facts, code: FailureCode, message: string, no: FoundDenial): Outcome {
  if (facts.gate.kind === 'none') return failed(facts, code, message)
  const reply = facts.words?.reply ?? readMessages(facts, no)
  return {
    kind: 'failed',
    code,
    message,
    policy: facts.policy,
    verdict: 'deny',
    read: true,
    ...(reply === undefined ? {} : { reply }),
  }
}

/** Adds the messages of a denying reply that are spelled as in another language. */
function addMessages(facts: Facts, reply: Reply): Reply {
  const object = replyObject(facts)
  const isRead = facts.edition.unreadable === 'a-no-denies' && facts.gate.kind !== 'none'
  if (!isRead || object === undefined || reply.user_message || reply.agent_message) return reply
  return { ...reply, ...readMessages(facts, { object }) }
}

/** The messages next to a deny that was read. Nothing else of such an object counts. */
function readMessages({ event, gate, edition }: Facts, { object }: FoundDenial): Reply | undefined {
  if (object === undefined) return undefined
  const denial = { ...object, ...findMessages(object), permission: 'deny' }
  const { user_message, agent_message } = readReplyObject(
    denial,
    event,
    gate,
    replyFieldsOf(edition, event),
    true,
  ).reply
  return {
    ...(user_message === undefined ? {} : { user_message }),
    ...(agent_message === undefined ? {} : { agent_message }),
  }
}

function notesOf(facts: Facts, outcome: Outcome): readonly string[] {
  const notes = [...(facts.raw.notes ?? []), ...(facts.words?.notes ?? []), ...ignoredNotes(facts, outcome)]
  if (facts.reading.kind === 'object' && facts.reading.noise !== '') notes.push('noise-before-reply')
  if (facts.gate.kind === 'none' && triedToBlock(facts, outcome)) notes.push('cannot-block')
  if (facts.words?.refusedAsk === true && isGivenNo(outcome)) notes.push('cannot-ask')
  if (facts.words?.badField !== undefined && outcome.kind === 'replied')
    notes.push(`field-ignored:${facts.words.badField.split(' ')[0]}`)
  return notes
}

/** Fields that the event does not read are ignored, unless a deny or an ask in them was counted. */
function ignoredNotes(facts: Facts, outcome: Outcome): readonly string[] {
  const value = replyObject(facts)
  const countsNo = facts.gate.kind !== 'none' && facts.edition.foreignNo === 'counts' && isGivenNo(outcome)
  const isCounted = (key: string) => countsNo && (buriesDenial({ [key]: value?.[key] }) || encodesDenial(value?.[key]))
  const isAsk = (key: string) => countsNo && facts.words?.refusedAsk === true && value?.[key] === 'ask'
  return (facts.words?.ignored ?? [])
    .filter((key) => !isAsk(key))
    .map((key) => `${isCounted(key) ? 'heard-no' : 'field-ignored'}:${key}`)
}

/** A deny that the hook gave, not one that only the policy implies. */
const isGivenNo = (outcome: Outcome): boolean =>
  outcome.kind === 'failed'
    ? outcome.read === true && outcome.verdict === 'deny'
    : outcome.kind !== 'silent' && outcome.verdict === 'deny'

function triedToBlock(facts: Facts, outcome: Outcome): boolean {
  if (outcome.kind === 'blocked') return true
  if (facts.reading.kind === 'object') return deniesOrAsks(facts.reading.value, facts.event)
  return facts.reading.kind === 'unreadable' && findDenial(facts.raw.stdout) !== undefined
}

const codeOf = (end: RawEnd): FailureCode => (end.kind === 'exit' ? 'exit' : end.kind)

/** Describes the end for the person and the model. What the hook printed to stderr stays in the record. */
function describeEnd(end: RawEnd): string {
  switch (end.kind) {
    case 'exit':
      return end.code === 127
        ? 'exit 127 (command not found)'
        : end.code === 126
          ? 'exit 126 (cannot be executed)'
          : `exit ${end.code}`
    case 'signal':
      return `ended by ${end.signal}`
    case 'timeout':
      return `no answer within ${end.budget === true ? 'the budget of the event, ' : ''}${end.afterMs / 1000} s`
    case 'output-limit':
      return 'printed more than 1 MiB'
    default:
      return end.message
  }
}

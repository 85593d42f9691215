/** Step: what a raw result means. The result table of CONTRACT §5, pure; the edition's row answers where versions differ. */

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
import { type ReplyContent, readReplyObject } from './read-words.ts'

export interface Meaning {
  readonly outcome: Outcome
  readonly notes: readonly string[]
}

/** All that the rules below look at. */
interface Look {
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
])

export function interpret(raw: Raw, event: Event, entry: Entry, edition: EditionRow): Meaning {
  const gate = entry.observes === true ? observes : gateOf(edition, event.name, event.row.gate)
  const reading = readRaw(raw, entry)
  const words =
    reading.kind === 'object'
      ? readReplyObject(reading.value, event, gate, replyFieldsOf(edition, event), edition.foreignNo === 'heard')
      : undefined
  const look: Look = { raw, event, entry, edition, gate, policy: policyOf(entry, event, edition, gate), reading, words }
  const outcome = outcomeOf(look)
  return { outcome, notes: notesOf(look, outcome) }
}

function readRaw(raw: Raw, entry: Entry): ReplyReading {
  if (raw.reply !== undefined) return { kind: 'object', value: raw.reply, noise: '' }
  return entry.type === 'prompt' ? readModelReply(raw.stdout) : readReply(raw.stdout, raw.badEncoding === true)
}

/** What a failure of this entry means at this event: the word that `list` shows is the one that decides. */
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

function outcomeOf(look: Look): Outcome {
  const { end } = look.raw
  if (end.kind === 'exit' && end.code === 0) return onSuccess(look)
  if (end.kind === 'exit' && end.code === 2 && look.edition.exit2 === 'blocks') return onExit2(look)
  if (end.kind === 'output-limit') return onOverLimit(look)
  return onFailure(look, codeOf(end), whatHappened(end))
}

function onSuccess(look: Look): Outcome {
  const isAnswer = look.entry.type === 'prompt' && look.reading.kind === 'unreadable'
  if (replyFieldsOf(look.edition, look.event).length === 0 && look.event.row.gate.kind === 'none' && !isAnswer)
    return { kind: 'silent' }
  if (look.reading.kind === 'blank') return onSilence(look)
  if (look.reading.kind === 'unreadable') return onUnreadable(look, look.reading)
  return onReply(look, look.words as ReplyContent, look.reading.noise)
}

function onSilence(look: Look): Outcome {
  const { silence } = look.edition
  if (
    silence === 'failure' ||
    (silence === 'failure-when-closed' && look.entry.failClosed === true && look.gate.kind !== 'none')
  ) {
    return failed(look, 'bad-json', 'printed nothing')
  }
  return { kind: 'silent' }
}

function onUnreadable(look: Look, reading: Extract<ReplyReading, { kind: 'unreadable' }>): Outcome {
  const { unreadable } = look.edition
  if (unreadable === 'denies-at-permission' && look.gate.kind === 'permission') {
    return { kind: 'failed', code: reading.code, message: reading.message, policy: 'closed', verdict: 'deny' }
  }
  const no = noInText(look)
  if (no !== undefined) return readNo(look, reading.code, reading.message, no)
  return failed(look, reading.code, reading.message)
}

function onReply(look: Look, words: ReplyContent, noise: string): Outcome {
  const no = words.verdict === 'deny'
  const reply = no ? withMessages(look, words.reply) : words.reply
  if (!no && look.gate.kind !== 'none' && saysNoElsewhere(look, words, noise))
    return { kind: 'replied', verdict: 'deny', reply: withMessages(look, reply), readNo: true }
  if (words.badVerdict !== undefined && look.gate.kind !== 'none' && !no)
    return failed(look, 'bad-reply', words.badVerdict)
  if (words.badField !== undefined && !(no && look.gate.kind !== 'none'))
    return failed(look, 'bad-reply', words.badField)
  if (look.gate.kind === 'none') return { kind: 'replied', reply }
  const verdict = no ? 'deny' : words.verdict
  return verdict === undefined ? { kind: 'replied', reply } : { kind: 'replied', verdict, reply }
}

/** A no beside the reply's own verdict: in the lines before it, in a field of no meaning here, or encoded in a text there. */
function saysNoElsewhere(look: Look, words: ReplyContent, noise: string): boolean {
  if (look.edition.unreadable !== 'a-no-denies') return false
  const value = replyObject(look)
  if (noiseDenies(noise) || buriesDenial(value)) return true
  // Beside a yes such a text is quoted; alone it is the reply, encoded twice.
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

/** The no of text that is not a reply, in an edition that reads it. */
const noInText = ({ edition, reading, raw }: Look): FoundDenial | undefined =>
  edition.unreadable === 'a-no-denies' && reading.kind === 'unreadable' ? findDenial(raw.stdout) : undefined

const replyObject = ({ reading }: Look) => (reading.kind === 'object' ? reading.value : undefined)

/** Exit 2 blocks whatever was printed; what was printed is the message. */
function onExit2(look: Look): Outcome {
  const reply: Record<string, unknown> = { ...(look.words?.reply ?? {}) }
  const text = messageOfExit2(look)
  if (!reply.user_message && !reply.agent_message && text !== '') {
    for (const name of ['user_message', 'agent_message'] as const)
      if (replyFieldsOf(look.edition, look.event).includes(name)) reply[name] = text
  }
  return { kind: 'blocked', verdict: 'deny', reply: reply as Reply }
}

/** The reply's reason, else stdout that is no JSON, else stderr. */
function messageOfExit2({ reading, raw }: Look): string {
  if (reading.kind === 'object' && typeof reading.value.reason === 'string') return reading.value.reason.trim()
  return reading.kind === 'unreadable' && !isJson(raw.stdout) ? raw.stdout.trim() : raw.stderr.trim()
}

function onOverLimit(look: Look): Outcome {
  const message = 'printed more than 1 MiB'
  if (look.gate.kind === 'none') return failed(look, 'output-limit', message)
  const no = saidNo(look)
  if (no !== undefined) return readNo(look, 'output-limit', message, no)
  if (look.edition.overLimit === 'failure') return failed(look, 'output-limit', message)
  const policy = look.entry.failClosed === false ? 'open' : 'closed'
  return failed({ ...look, policy }, 'output-limit', message)
}

/** A failing exit, a signal, no answer in time: a no or ask that was said still counts, a yes does not. */
function onFailure(look: Look, code: FailureCode, message: string): Outcome {
  if (look.gate.kind === 'none') return failed(look, code, message)
  if (alwaysClosed.has(code)) return failed({ ...look, policy: 'closed' }, code, message)
  const no = look.edition.foreignNo === 'heard' ? saidNo(look) : undefined
  if (no !== undefined) return readNo(look, code, message, no)
  if (look.edition.foreignNo === 'heard' && look.words?.verdict === 'ask') {
    return { kind: 'failed', code, message, policy: look.policy, verdict: 'ask', read: true, reply: look.words.reply }
  }
  return failed(look, code, message)
}

/** A no in the gate's words, in another gate's, or in text that is no reply. */
function saidNo(look: Look): FoundDenial | undefined {
  const { words, reading, edition } = look
  if (words?.verdict === 'deny') return {}
  if (edition.unreadable !== 'a-no-denies') return undefined
  if (reading.kind === 'object') return noiseDenies(reading.noise) ? {} : undefined
  return noInText(look)
}

function failed(look: Look, code: FailureCode, message: string): Outcome {
  const base = { kind: 'failed', code, message, policy: look.policy } as const
  return look.policy === 'closed' && look.gate.kind !== 'none' ? { ...base, verdict: 'deny' } : base
}

/** The hook failed, and its no was read all the same. */
function readNo(look: Look, code: FailureCode, message: string, no: FoundDenial): Outcome {
  if (look.gate.kind === 'none') return failed(look, code, message)
  const reply = look.words?.reply ?? messagesIn(look, no)
  return {
    kind: 'failed',
    code,
    message,
    policy: look.policy,
    verdict: 'deny',
    read: true,
    ...(reply === undefined ? {} : { reply }),
  }
}

/** A reply that says no, with its messages where they are written in a spelling of another language. */
function withMessages(look: Look, reply: Reply): Reply {
  const object = replyObject(look)
  const isRead = look.edition.unreadable === 'a-no-denies' && look.gate.kind !== 'none'
  if (!isRead || object === undefined || reply.user_message || reply.agent_message) return reply
  return { ...reply, ...messagesIn(look, { object }) }
}

/** The messages beside a no that was read: nothing else of such an object counts. */
function messagesIn({ event, gate, edition }: Look, { object }: FoundDenial): Reply | undefined {
  if (object === undefined) return undefined
  const said = { ...object, ...findMessages(object), permission: 'deny' }
  const { user_message, agent_message } = readReplyObject(said, event, gate, replyFieldsOf(edition, event), true).reply
  return {
    ...(user_message === undefined ? {} : { user_message }),
    ...(agent_message === undefined ? {} : { agent_message }),
  }
}

function notesOf(look: Look, outcome: Outcome): readonly string[] {
  const notes = [...(look.raw.notes ?? []), ...(look.words?.notes ?? []), ...ignoredNotes(look, outcome)]
  if (look.reading.kind === 'object' && look.reading.noise !== '') notes.push('noise-before-reply')
  if (look.gate.kind === 'none' && triedToBlock(look, outcome)) notes.push('cannot-block')
  if (look.words?.refusedAsk === true && isSaidNo(outcome)) notes.push('cannot-ask')
  if (look.words?.badField !== undefined && outcome.kind === 'replied')
    notes.push(`field-ignored:${look.words.badField.split(' ')[0]}`)
  return notes
}

/** What the event does not read is ignored, unless a no or an ask in it was heard. */
function ignoredNotes(look: Look, outcome: Outcome): readonly string[] {
  const value = replyObject(look)
  const heard = look.gate.kind !== 'none' && look.edition.foreignNo === 'heard' && isSaidNo(outcome)
  const isHeard = (key: string) => heard && (buriesDenial({ [key]: value?.[key] }) || encodesDenial(value?.[key]))
  const isAsk = (key: string) => heard && look.words?.refusedAsk === true && value?.[key] === 'ask'
  return (look.words?.ignored ?? [])
    .filter((key) => !isAsk(key))
    .map((key) => `${isHeard(key) ? 'heard-no' : 'field-ignored'}:${key}`)
}

/** By what was said, not by a policy. */
const isSaidNo = (outcome: Outcome): boolean =>
  outcome.kind === 'failed'
    ? outcome.read === true && outcome.verdict === 'deny'
    : outcome.kind !== 'silent' && outcome.verdict === 'deny'

function triedToBlock(look: Look, outcome: Outcome): boolean {
  if (outcome.kind === 'blocked') return true
  if (look.reading.kind === 'object') return deniesOrAsks(look.reading.value, look.event)
  return look.reading.kind === 'unreadable' && findDenial(look.raw.stdout) !== undefined
}

const codeOf = (end: RawEnd): FailureCode => (end.kind === 'exit' ? 'exit' : end.kind)

/** In words, for the person and the model; what the hook printed to stderr stays in the record. */
function whatHappened(end: RawEnd): string {
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
      return `no answer within ${end.afterMs / 1000} s`
    case 'output-limit':
      return 'printed more than 1 MiB'
    default:
      return end.message
  }
}

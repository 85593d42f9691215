/** Finds the verdict of a reply object, in every documented spelling. */

import type { Event, Verdict } from '../flow.ts'
import { canAsk, type Gate } from '../protocol/row.ts'
import type { JsonObject } from '../schema.ts'
import { isObject, kindOf } from '../schema.ts'
import { isPassedOn, isDenial } from './denial-fields.ts'

export interface VerdictReading {
  /** Strictest of all that was heard. */
  readonly verdict?: Verdict
  /** The verdict is a no only because nobody can be asked at this gate. */
  readonly refusedAsk: boolean
  /** What is wrong with a verdict field. */
  readonly bad?: string
  readonly notes: readonly string[]
}

/** Words that say yes, no or ask, by field: only the exact form says yes, every documented form says no. */
const verdictValues: Readonly<Record<string, Readonly<Record<string, Verdict>>>> = {
  permission: { allow: 'allow', deny: 'deny', block: 'deny', ask: 'ask' },
  decision: { allow: 'allow', approve: 'allow', deny: 'deny', block: 'deny', ask: 'ask' },
  permissionDecision: { allow: 'allow', deny: 'deny', block: 'deny', ask: 'ask' },
}

/** Whose word it is: the gate's own, one of another gate, or one of which only a no counts anywhere. */
type FieldRole = 'own' | 'foreign' | 'only-a-no'
type FieldVerdict = { readonly says: Verdict } | { readonly bad: string } | { readonly note: string } | undefined

/** `foreign`: words of another gate are heard, where they refuse. */
export function readVerdict(
  value: JsonObject,
  nested: JsonObject,
  sameEvent: boolean,
  gate: Gate,
  foreign: boolean,
): VerdictReading {
  const whose: FieldRole = gate.kind === 'permission' ? 'own' : 'foreign'
  // At an event that observes nothing is enforced; the reason that stands beside a no is still its message.
  const ear = { gate, foreign: foreign || gate.kind === 'none' }
  const heard = [
    readField('permission', value.permission, whose, ear),
    readField('decision', value.decision, whose, ear),
    readField('permissionDecision', nested.permissionDecision, sameEvent ? whose : 'only-a-no', ear),
    // Another agent's flat spelling.
    readField('permissionDecision', value.permissionDecision, 'only-a-no', ear),
    readOk(value.ok, ear),
    readContinue(value.continue, ear),
  ].filter((one) => one !== undefined)
  const bad = heard.find((one) => 'bad' in one)?.bad
  return {
    ...atGate(strictestOf(heard.flatMap((one) => ('says' in one ? [one.says] : []))), gate),
    ...(bad === undefined ? {} : { bad }),
    notes: heard.flatMap((one) => ('note' in one ? [one.note] : [])),
  }
}

interface FieldContext {
  readonly gate: Gate
  readonly foreign: boolean
}

function readField(field: string, word: unknown, whose: FieldRole, ear: FieldContext): FieldVerdict {
  if (word === undefined || word === null) return undefined
  const exact =
    typeof word === 'string' && Object.hasOwn(verdictValues[field] ?? {}, word) ? verdictValues[field]?.[word] : undefined
  const meant = exact ?? (ear.foreign && isDenial(field, word) ? 'deny' : undefined)
  if (meant === 'ask' && whose !== 'only-a-no') return readAsk(field, ear)
  if (whose !== 'own') return meant === 'deny' && ear.foreign ? { says: 'deny' } : undefined
  return meant === undefined ? { bad: `${field} ${kindOf(word)} is not a word it may say` } : { says: meant }
}

function readAsk(field: string, { gate, foreign }: FieldContext): FieldVerdict {
  if (gate.kind === 'none') return undefined
  if (gate.kind === 'continue') return foreign ? { says: 'ask' } : undefined
  if (gate.ask === 'no-effect') return { note: 'ask-has-no-effect' }
  return gate.ask === 'unknown' ? { bad: `${field} "ask" is not a word of this event` } : { says: 'ask' }
}

function readOk(ok: unknown, { foreign }: FieldContext): FieldVerdict {
  if (ok === false || (foreign && isDenial('ok', ok))) return { says: 'deny' }
  return typeof ok === 'boolean' || ok == null ? undefined : { bad: `ok ${kindOf(ok)} is not true or false` }
}

function readContinue(word: unknown, { gate, foreign }: FieldContext): FieldVerdict {
  if (foreign && isDenial('continue', word)) return { says: 'deny' }
  if (gate.kind !== 'continue') return undefined
  if (typeof word === 'boolean') return { says: word ? 'allow' : 'deny' }
  return word == null ? undefined : { bad: `continue ${kindOf(word)} is not true or false` }
}

const strictestOf = (words: readonly Verdict[]): Verdict | undefined =>
  (['deny', 'ask', 'allow'] as const).find((verdict) => words.includes(verdict))

/** An ask where nobody can be asked is a no. */
function atGate(verdict: Verdict | undefined, gate: Gate): Pick<VerdictReading, 'verdict' | 'refusedAsk'> {
  const refusedAsk = verdict === 'ask' && !canAsk(gate)
  if (verdict === undefined) return { refusedAsk }
  return { verdict: refusedAsk ? 'deny' : verdict, refusedAsk }
}

/**
 * A no somewhere inside the object, where no field of ours is. JSON pasted together from a command can have its deny pushed
 * there by a quotation mark in the command, beside an allow that the command brought along.
 */
export function buriesDenial(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(buriesDenial)
  if (!isObject(value)) return false
  return Object.entries(value).some(([name, item]) => !isPassedOn(name) && (isDenial(name, item) || buriesDenial(item)))
}

/** A text in a field that is nobody's message holds JSON that says no: a reply that was encoded twice. */
export const encodesDenial = (value: unknown): boolean => {
  if (typeof value !== 'string' || !/^\s*[{["]/.test(value)) return false
  try {
    const inner: unknown = JSON.parse(value)
    return typeof inner === 'string' ? encodesDenial(inner) : buriesDenial(inner)
  } catch {
    return false
  }
}

/** Any word that would refuse or ask at a gate: what an observing event records as `cannot-block`. */
export function deniesOrAsks(value: JsonObject, event: Event): boolean {
  const nested = isObject(value.hookSpecificOutput) ? value.hookSpecificOutput : {}
  // "Block" and "not ok" are heard where the event follows up: they are the way to say "go on".
  const followsUp = event.row.reply.includes('followup_message')
  const words = [value.permission, followsUp ? undefined : value.decision, nested.permissionDecision]
  const saidNo = words.some((word) => word === 'deny' || word === 'block' || word === 'ask')
  return saidNo || value.continue === false || (value.ok === false && !followsUp)
}

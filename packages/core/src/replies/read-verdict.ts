/** Reads the verdict of a reply object, in every documented spelling. */

import type { Event, Verdict } from '../flow.ts'
import { canAsk, type Gate } from '../protocol/row.ts'
import type { JsonObject } from '../schema.ts'
import { isObject, kindOf } from '../schema.ts'
import { isDenial, isPassedOn } from './denial-fields.ts'

export interface VerdictReading {
  /** The strictest of all verdicts in the reply. */
  readonly verdict?: Verdict
  /** The verdict is "deny" only because this gate cannot ask a person. */
  readonly refusedAsk: boolean
  /** Why a verdict field is invalid. */
  readonly bad?: string
  readonly notes: readonly string[]
}

/** The values of each field. Only the exact form allows; every documented form denies. */
const verdictValues: Readonly<Record<string, Readonly<Record<string, Verdict>>>> = {
  permission: { allow: 'allow', deny: 'deny', block: 'deny', ask: 'ask' },
  decision: { allow: 'allow', approve: 'allow', deny: 'deny', block: 'deny', ask: 'ask' },
  permissionDecision: { allow: 'allow', deny: 'deny', block: 'deny', ask: 'ask' },
}

/** The role of a field at a gate: its own field, one of another gate, or one in which only a denial counts. */
type FieldRole = 'own' | 'foreign' | 'only-denial'
type FieldVerdict = { readonly verdict: Verdict } | { readonly bad: string } | { readonly note: string } | undefined

/** `foreign`: whether the fields of another gate count if they deny. */
export function readVerdict(
  value: JsonObject,
  nested: JsonObject,
  sameEvent: boolean,
  gate: Gate,
  foreign: boolean,
): VerdictReading {
  const role: FieldRole = gate.kind === 'permission' ? 'own' : 'foreign'
  // An event that only observes enforces nothing, but the reason of a denial is still its message.
  const context = { gate, foreign: foreign || gate.kind === 'none' }
  const verdicts = [
    readField('permission', value.permission, role, context),
    readField('decision', value.decision, role, context),
    readField('permissionDecision', nested.permissionDecision, sameEvent ? role : 'only-denial', context),
    // Another agent has this field at the top level.
    readField('permissionDecision', value.permissionDecision, 'only-denial', context),
    readOk(value.ok, context),
    readContinue(value.continue, context),
  ].filter((one) => one !== undefined)
  const bad = verdicts.find((one) => 'bad' in one)?.bad
  return {
    ...atGate(strictestOf(verdicts.flatMap((one) => ('verdict' in one ? [one.verdict] : []))), gate),
    ...(bad === undefined ? {} : { bad }),
    notes: verdicts.flatMap((one) => ('note' in one ? [one.note] : [])),
  }
}

/** The allowed values, for a message. Every agent's own spelling of "allow" and "deny" is accepted too. */
const invalidVerdict = (field: string, value: unknown, gate: Gate): string =>
  `${field} must be ${canAsk(gate) ? '"allow", "deny" or "ask"' : '"allow" or "deny"'}, got ${kindOf(value)}`

interface FieldContext {
  readonly gate: Gate
  readonly foreign: boolean
}

function readField(field: string, value: unknown, role: FieldRole, context: FieldContext): FieldVerdict {
  if (value === undefined || value === null) return undefined
  const exact =
    typeof value === 'string' && Object.hasOwn(verdictValues[field] ?? {}, value)
      ? verdictValues[field]?.[value]
      : undefined
  const verdict = exact ?? (context.foreign && isDenial(field, value) ? 'deny' : undefined)
  if (verdict === 'ask' && role !== 'only-denial') return readAsk(field, context)
  if (role !== 'own') return verdict === 'deny' && context.foreign ? { verdict: 'deny' } : undefined
  return verdict === undefined ? { bad: invalidVerdict(field, value, context.gate) } : { verdict }
}

function readAsk(field: string, { gate, foreign }: FieldContext): FieldVerdict {
  if (gate.kind === 'none') return undefined
  if (gate.kind === 'continue') return foreign ? { verdict: 'ask' } : undefined
  if (gate.ask === 'no-effect') return { note: 'ask-has-no-effect' }
  return gate.ask === 'unknown'
    ? { bad: `${field} must be "allow" or "deny" at this event, got "ask"` }
    : { verdict: 'ask' }
}

function readOk(ok: unknown, { foreign }: FieldContext): FieldVerdict {
  if (ok === false || (foreign && isDenial('ok', ok))) return { verdict: 'deny' }
  return typeof ok === 'boolean' || ok == null ? undefined : { bad: `ok must be true or false, got ${kindOf(ok)}` }
}

function readContinue(value: unknown, { gate, foreign }: FieldContext): FieldVerdict {
  if (foreign && isDenial('continue', value)) return { verdict: 'deny' }
  if (gate.kind !== 'continue') return undefined
  if (typeof value === 'boolean') return { verdict: value ? 'allow' : 'deny' }
  return value == null ? undefined : { bad: `continue must be true or false, got ${kindOf(value)}` }
}

const strictestOf = (verdicts: readonly Verdict[]): Verdict | undefined =>
  (['deny', 'ask', 'allow'] as const).find((verdict) => verdicts.includes(verdict))

/** Turns "ask" into "deny" at a gate that cannot ask a person. */
function atGate(verdict: Verdict | undefined, gate: Gate): Pick<VerdictReading, 'verdict' | 'refusedAsk'> {
  const refusedAsk = verdict === 'ask' && !canAsk(gate)
  if (verdict === undefined) return { refusedAsk }
  return { verdict: refusedAsk ? 'deny' : verdict, refusedAsk }
}

/**
 * Whether a denial is nested somewhere in the object, outside the known fields. In JSON that was built by concatenation, a
 * quotation mark in the command can push the deny there, next to an allow that came from the command.
 */
export function buriesDenial(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(buriesDenial)
  if (!isObject(value)) return false
  return Object.entries(value).some(([name, item]) => !isPassedOn(name) && (isDenial(name, item) || buriesDenial(item)))
}

/** Whether a field that is not a message contains JSON text that denies: a reply that was encoded twice. */
export const encodesDenial = (value: unknown): boolean => {
  if (typeof value !== 'string' || !/^\s*[{["]/.test(value)) return false
  try {
    const inner: unknown = JSON.parse(value)
    return typeof inner === 'string' ? encodesDenial(inner) : buriesDenial(inner)
  } catch {
    return false
  }
}

/** Whether the reply would deny or ask at a gate. An observing event records this as `cannot-block`. */
export function deniesOrAsks(value: JsonObject, event: Event): boolean {
  const nested = isObject(value.hookSpecificOutput) ? value.hookSpecificOutput : {}
  // At an event with follow-ups, "block" and "not ok" have an effect: they make the agent continue. So they are no denial there.
  const followsUp = event.row.reply.includes('followup_message')
  const fields = [value.permission, followsUp ? undefined : value.decision, nested.permissionDecision]
  const denies = fields.some((field) => field === 'deny' || field === 'block' || field === 'ask')
  return denies || value.continue === false || (value.ok === false && !followsUp)
}

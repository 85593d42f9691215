/** Effects that no hook made: no hook ran, the host does not wait, or the engine itself failed. */
import type { HooklineError } from '../../errors.ts'
import type { Because, Edition, Effect, Event, Plan } from '../../flow.ts'
import { newId } from '../../ids.ts'
import { type EventName, eventRows } from '../../protocol/events/index.ts'
import { explainPause } from './because.ts'

/** The effect of an event without a run: the same as the steps would make, at a fraction of their cost. Most events end here. */
export const withoutRuns = (event: Event, plan: Plan): Effect => ({
  id: event.id,
  event: event.name,
  verdict: 'allow',
  kind: 'proceed',
  reply: {},
  input: event.input as Effect['input'],
  because: (plan.skipped.length === 0 ? undefined : explainPause(plan)) ?? noHookRan,
  runs: [],
  plan,
  notes: [],
})
const noHookRan: Because = { rule: 'nobody', entries: [], message: 'no hook ran' }

/** The effect of an event that the host does not wait for. Its hooks run on, and their record follows when they end. */
export function notAwaited(event: Event, plan: Plan): Effect {
  const count = plan.entries.length
  const message = `fired and forgotten: ${count} ${count === 1 ? 'hook is' : 'hooks are'} still running`
  return {
    ...withoutRuns(event, plan),
    because: { rule: 'no-opinion', entries: [], message },
    notes: ['fired-and-forgotten'],
  }
}

/** The effect of an event whose hooks all run in the background. */
export function onlyBackground(event: Event, plan: Plan): Effect {
  const count = plan.background?.length ?? 0
  const message = `${count} ${count === 1 ? 'hook runs' : 'hooks run'} in the background`
  return {
    ...withoutRuns(event, plan),
    because: { rule: 'no-opinion', entries: [], message },
    notes: [...(plan.notes ?? [])],
  }
}

/** The effect of a bug of ours, as the option `onEngineError` says. */
export function engineFailed(
  name: EventName,
  input: unknown,
  error: HooklineError,
  wish: 'allow' | 'deny',
  edition: Edition,
): Effect {
  const refuses = wish === 'deny' && eventRows[name].gate.kind !== 'none'
  const message = `Hookline itself failed, so this was ${refuses ? 'refused' : 'let through'}: ${error.message}`
  const forAgent = 'Hookline itself failed, so this was refused'
  return {
    id: newId(),
    event: name,
    verdict: refuses ? 'deny' : 'allow',
    kind: refuses ? 'refuse' : 'proceed',
    ...(refuses ? { userMessage: message, agentMessage: forAgent, agentText: forAgent } : {}),
    reply: refuses ? refusalReply(name, message, forAgent) : {},
    // This is the input that the caller gave to `fire`, which types it by the event.
    input: input as Effect['input'],
    because: { rule: refuses ? 'failed-closed' : 'failed-open', entries: [], message },
    runs: [],
    plan: { event: name, edition, entries: [], skipped: [] },
    notes: ['engine-error'],
  }
}

/** The act would leave no trace in the audit log: where it can be refused, it is (CONTRACT §7). */
export function refuseUnrecorded(effect: Effect, why: string): Effect {
  if (effect.kind === 'refuse' || eventRows[effect.event].gate.kind === 'none') return effect
  const message = `The audit log cannot be written, and log.failClosed is on, so this was refused: ${why}`
  const forAgent = 'This could not be recorded, so it was refused'
  return {
    ...effect,
    verdict: 'deny',
    kind: 'refuse',
    userMessage: message,
    agentMessage: forAgent,
    agentText: forAgent,
    reply: refusalReply(effect.event, message, forAgent),
    because: { rule: 'failed-closed', entries: [], message },
    notes: [...effect.notes, 'unrecorded'],
  }
}

/** A refusal in the reply fields that the event has. */
export function refusalReply(name: EventName, message: string, forAgent: string): Effect['reply'] {
  const row = eventRows[name]
  return {
    ...(row.gate.kind === 'continue' ? { continue: false } : { permission: 'deny' }),
    ...(row.reply.includes('user_message') ? { user_message: message } : {}),
    ...(row.reply.includes('agent_message') ? { agent_message: forAgent } : {}),
  }
}

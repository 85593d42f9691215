/** Explains what would happen to an event without running it: the plan, the reason for each skipped hook, and the deciding rule. */

import { type EditionRow, editions } from '@hookline/core'
import { type Entry, gateOf, type Hooks, policyOf, type Run, type SkipReason, type Verdict } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows, type Gate } from '@hookline/core/protocol'
import { afterBudget } from '../text/entry-text.ts'
import { testedAgainst } from './tested.ts'

export interface ExplainedHook {
  readonly entry: Entry
  /** `denies` is a closed gate, and `judged` is a rule or a pack that needs no process. Both have their result at once. */
  readonly state: 'runs' | 'skipped' | 'denies' | 'judged'
  /** Its run, if it was judged. */
  readonly run?: Run
  /** Why a pack had no opinion. */
  readonly remarks?: readonly string[]
  readonly why?: SkipReason
  readonly detail?: string
  /** What its matcher is tested against. Null if this event ignores matchers, absent if it has no matcher. */
  readonly tested?: readonly string[] | null
  /** What happens if it fails. */
  readonly onFailure: 'refuses' | 'goes on'
  /** What happens if it has not answered when the budget of the event is over. Absent: it has none. */
  readonly afterBudget?: 'refuses' | 'goes on'
  /** It is explained as its file is now, which the user has not trusted yet. */
  readonly untrusted?: Untrusted
}
export type Untrusted = 'untrusted' | 'changed'
export interface ExplainedEvent {
  readonly event: EventName
  readonly input: JsonObject
  readonly edition: EditionRow
  readonly gate: Gate
  /** In order of priority. */
  readonly hooks: readonly ExplainedHook[]
  /** Absent if it depends on hooks that have to run. */
  readonly verdict?: Verdict
  /** Descriptions of the rules that would decide. */
  readonly rules: readonly string[]
}

/** `waitsFor` says why an entry does not count yet. Without it, all entries count as trusted. */
export async function explainEvent(
  hooks: Hooks,
  event: EventName,
  input: JsonObject,
  waitsFor: (entry: Entry) => Untrusted | undefined = () => undefined,
): Promise<ExplainedEvent> {
  // `judge` itself checks the input against the event's row.
  const { plan, runs, left, verdict } = await hooks.untyped.judge(event, input)
  const edition = editions[plan.edition]
  const gate = gateOf(edition, event, eventRows[event].gate)
  const position = new Map(hooks.entries.map((entry, at) => [entry, at]))
  const explained = [
    ...left.map((entry) => ({ entry, state: 'runs' }) as const),
    ...runs.map((run) => describeRun(run, input)),
    ...plan.skipped.map(({ entry, why, detail }) => ({ entry, state: 'skipped', why, detail }) as const),
  ]
    .toSorted((a, b) => (position.get(a.entry) ?? 0) - (position.get(b.entry) ?? 0))
    .map((one) => ({ ...one, ...facts(one.entry, event, input, edition, gate) }))
    .map((one) => markUntrusted(one, waitsFor(one.entry)))
  return {
    event,
    input,
    edition,
    gate,
    hooks: explained,
    ...(verdict === undefined ? {} : { verdict }),
    rules: rulesFor(explained, event, edition, gate),
  }
}

/** Only what needs no process is judged before the user trusts it. */
function markUntrusted(hook: ExplainedHook, untrusted: Untrusted | undefined): ExplainedHook {
  if (untrusted === undefined) return hook
  if (hook.state !== 'runs') return { ...hook, untrusted }
  return { ...hook, state: 'skipped', why: untrusted, detail: 'it would run after trust', untrusted }
}

function facts(entry: Entry, event: EventName, input: JsonObject, edition: EditionRow, gate: Gate) {
  const tested = testedAgainst(entry, event, input)
  const late = afterBudget(entry, edition)
  const closed = policyOf(entry, { row: eventRows[event] }, edition, gate) === 'closed'
  return {
    ...(tested === undefined ? {} : { tested }),
    onFailure: closed && !entry.monitor ? 'refuses' : 'goes on',
    ...(late === undefined ? {} : { afterBudget: late }),
  } as const
}

const describeRun = (run: Run, input: JsonObject) => {
  const { entry } = run
  if (entry.broken !== undefined) return { entry, state: 'denies' } as const
  // `judge` has accepted the input for this event.
  return { entry, run, state: 'judged', remarks: entry.remarks?.(input as never) ?? [] } as const
}

function rulesFor(
  hooks: readonly ExplainedHook[],
  event: EventName,
  edition: EditionRow,
  gate: Gate,
): readonly string[] {
  if (!edition.events.has(event)) return [`edition ${edition.name} does not have this event`]
  if (hooks.some(({ state }) => state === 'denies')) return ['config: a closed gate denies, whatever other hooks reply']
  const left = hooks.filter(({ state }) => state === 'runs' || state === 'judged')
  if (left.length === 0) return ['no hook would run, so the agent continues']
  return [...gateRules(gate, edition), ...failureRules(left, gate)]
}

function gateRules(gate: Gate, edition: EditionRow): readonly string[] {
  const several =
    edition.several === 'first-answer' ? ['first-answer: the first valid reply wins, and later hooks are skipped'] : []
  const exit2 = edition.exit2 === 'blocks' ? ['exit-2: exit code 2 denies, whatever the hook printed'] : []
  if (gate.kind === 'none') return [...several, 'no-opinion: this event cannot deny']
  return [...several, replyRule(gate), ...exit2]
}

/** Mentions `ask` if the gate asks or denies on it. Older editions do not know it, so their rule does not mention it. */
function replyRule(gate: Exclude<Gate, { kind: 'none' }>): string {
  if (gate.kind === 'continue') return 'reply: one continue:false denies; otherwise the agent continues'
  if (gate.ask === 'denies')
    return 'reply: deny > allow > no opinion, over all that run; ask counts as deny, because this event cannot ask'
  const asks = gate.ask === 'asks' ? ' > ask' : ''
  return `reply: deny${asks} > allow > no opinion, over all that run`
}

function failureRules(left: readonly ExplainedHook[], gate: Gate): readonly string[] {
  if (gate.kind === 'none') return []
  const closed = left.filter(({ onFailure }) => onFailure === 'refuses').length
  const open = left.length - closed
  const cut = left.filter((hook) => hook.onFailure === 'goes on' && hook.afterBudget === 'refuses').length
  return [
    ...(closed > 0
      ? [`failed-closed: ${ofThem(closed, left.length)} den${isOne(closed, left.length) ? 'ies' : 'y'} if it fails`]
      : []),
    ...(open > 0
      ? [
          `failed-open: ${ofThem(open, left.length)} allow${isOne(open, left.length) ? 's' : ''} if it fails, and the log records the failure`,
        ]
      : []),
    ...(cut > 0
      ? [
          `budget: ${ofThem(cut, left.length)} den${isOne(cut, left.length) ? 'ies' : 'y'} if the time of the event is over first`,
        ]
      : []),
  ]
}

/** "Each of them denies", "2 of 3 deny". */
const isOne = (count: number, all: number): boolean => count === 1 || count === all
const ofThem = (count: number, all: number): string =>
  all === 1 ? 'it' : count === all ? 'each of them' : `${count} of ${all}`

/** What would become of one event, found out without running anything: the plan, each why-not, and the rule that would decide. */

import { type EditionRow, editions } from '@hookline/core'
import { type Entry, gateOf, type Hooks, policyOf, type Run, type SkipReason, type Verdict } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows, type Gate } from '@hookline/core/protocol'
import { testedAgainst } from './tested.ts'

export interface ExplainedHook {
  readonly entry: Entry
  /** `denies`: answered at once by a closed gate; `judged`: by a rule or a pack that only looks. Neither needs a process. */
  readonly state: 'runs' | 'skipped' | 'denies' | 'judged'
  /** What it said, where it was asked. */
  readonly run?: Run
  /** Why it said nothing, in a pack's own words. */
  readonly remarks?: readonly string[]
  readonly why?: SkipReason
  readonly detail?: string
  /** What its matcher is tested against; null: this event ignores matchers. Absent: it has none. */
  readonly tested?: readonly string[] | null
  /** What its failure means here. */
  readonly onFailure: 'refuses' | 'goes on'
}
export interface ExplainedEvent {
  readonly event: EventName
  readonly input: JsonObject
  readonly edition: EditionRow
  readonly gate: Gate
  /** In the order in which they count. */
  readonly hooks: readonly ExplainedHook[]
  /** Known already; absent: it depends on what is left to run. */
  readonly verdict?: Verdict
  /** The rules that would decide, in words. */
  readonly rules: readonly string[]
}

export async function explainEvent(hooks: Hooks, event: EventName, input: JsonObject): Promise<ExplainedEvent> {
  // The input is checked against the event's row by `judge` itself.
  const { plan, runs, left, verdict } = await hooks.untyped.judge(event, input)
  const edition = editions[plan.edition]
  const gate = gateOf(edition, event, eventRows[event].gate)
  const place = new Map(hooks.entries.map((entry, at) => [entry, at]))
  const explained = [
    ...left.map((entry) => ({ entry, state: 'runs' }) as const),
    ...runs.map((run) => judged(run, input)),
    ...plan.skipped.map(({ entry, why, detail }) => ({ entry, state: 'skipped', why, detail }) as const),
  ]
    .toSorted((a, b) => (place.get(a.entry) ?? 0) - (place.get(b.entry) ?? 0))
    .map((one) => ({ ...one, ...facts(one.entry, event, input, edition, gate) }))
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

function facts(entry: Entry, event: EventName, input: JsonObject, edition: EditionRow, gate: Gate) {
  const tested = testedAgainst(entry, event, input)
  const closed = policyOf(entry, { row: eventRows[event] }, edition, gate) === 'closed'
  return {
    ...(tested === undefined ? {} : { tested }),
    onFailure: closed && !entry.monitor ? 'refuses' : 'goes on',
  } as const
}

const judged = (run: Run, input: JsonObject) => {
  const { entry } = run
  if (entry.broken !== undefined) return { entry, state: 'denies' } as const
  return { entry, run, state: 'judged', remarks: entry.remarks?.(input as never) ?? [] } as const
}

function rulesFor(
  hooks: readonly ExplainedHook[],
  event: EventName,
  edition: EditionRow,
  gate: Gate,
): readonly string[] {
  if (!edition.events.has(event)) return [`edition ${edition.name} never fires this event`]
  if (hooks.some(({ state }) => state === 'denies')) return ['config: a closed gate refuses, whatever the others say']
  const left = hooks.filter(({ state }) => state === 'runs' || state === 'judged')
  if (left.length === 0) return ['nobody: no hook would run, so the agent goes on']
  return [...gateRules(gate, edition), ...failureRules(left, gate)]
}

function gateRules(gate: Gate, edition: EditionRow): readonly string[] {
  const several =
    edition.several === 'first-answer' ? ['first-answer: the first valid reply wins, the rest are skipped'] : []
  const exit2 = edition.exit2 === 'blocks' ? ['exit-2: exit 2 refuses, whatever was printed'] : []
  if (gate.kind === 'none') return [...several, 'no-opinion: this event only observes, nothing is refused']
  return [...several, replyRule(gate), ...exit2]
}

/** `ask` by name where it asks and where it refuses; older editions that hear no such word are silent about it. */
function replyRule(gate: Exclude<Gate, { kind: 'none' }>): string {
  if (gate.kind === 'continue') return 'reply: one continue:false refuses; else it goes on'
  if (gate.ask === 'denies')
    return 'reply: deny > allow > no opinion, over all that run; nobody can be asked: ask refuses'
  const asks = gate.ask === 'asks' ? ' > ask' : ''
  return `reply: deny${asks} > allow > no opinion, over all that run`
}

function failureRules(left: readonly ExplainedHook[], gate: Gate): readonly string[] {
  if (gate.kind === 'none') return []
  const closed = left.filter(({ onFailure }) => onFailure === 'refuses').length
  const open = left.length - closed
  return [
    ...(closed > 0
      ? [
          `failed-closed: ${ofThem(closed, left.length)} refuse${isOne(closed, left.length) ? 's' : ''} when it cannot be asked`,
        ]
      : []),
    ...(open > 0
      ? [
          `failed-open: ${ofThem(open, left.length)} let${isOne(open, left.length) ? 's' : ''} it pass when it fails, on the record`,
        ]
      : []),
  ]
}

/** "Each of them refuses", "2 of 3 refuse". */
const isOne = (count: number, all: number): boolean => count === 1 || count === all
const ofThem = (count: number, all: number): string =>
  all === 1 ? 'it' : count === all ? 'each of them' : `${count} of ${all}`

/** Sends canaries through every gate that has hooks, with the real engine and the real hooks. They really run. */

import { type CreateOptions, commandLine, createHooks, type Effect, type Run } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import { firedBy } from '../connect/connections.ts'
import { proofSession } from '../io.ts'
import { labelOf, locationOf } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import { type Canary, canariesFor, canRun, isGate } from './canary.ts'
import type { Finding } from './finding.ts'
import { installed, proveInstalled } from './installed.ts'
import type { Survey } from './survey.ts'

export interface Proof {
  readonly findings: readonly Finding[]
  /** Ids of entries that ran and did not fail. */
  readonly proved: ReadonlySet<string>
  readonly failed: ReadonlySet<string>
  /** The gates that failed: a hook failed, a deny had no effect, or an agent's own command decided wrongly. */
  readonly failedEvents: ReadonlySet<EventName>
  /** By the agent's name: the events for which its own command decided correctly. */
  readonly called: ReadonlyMap<string, ReadonlySet<EventName>>
}

/** Longer than any gate should take, and short enough to wait for. */
const PATIENCE_MS = 30_000

export const provable = (survey: Survey): readonly EventName[] =>
  eventNames.filter(
    (event) => isGate(event, survey.edition) && survey.entries.some((entry) => entry.event === event && canRun(entry)),
  )

export async function prove(survey: Survey, cwd: string, signal: AbortSignal): Promise<Proof> {
  const findings: Finding[] = []
  const [proved, failed] = [new Set<string>(), new Set<string>()]
  const failedEvents = new Set<EventName>()
  for (const event of provable(survey)) {
    const effects = await fireAll(event, canariesFor(event, survey.hooks, survey.root), survey, signal)
    const runs = effects.flatMap((effect) => effect.runs)
    for (const { entry, outcome } of runs) (outcome.kind === 'failed' ? failed : proved).add(entry.id)
    const atGate = [...failures(runs, cwd), await canaryFinding(event, effects, survey, signal)]
    if (atGate.some(({ state }) => state === 'fail')) failedEvents.add(event)
    findings.push(...atGate)
  }
  const called = new Map<string, Set<EventName>>()
  for (const { agent, entry, others } of oneForEach(installed(survey), survey)) {
    const { finding, events } = await proveInstalled(agent, entry, provable(survey), survey, signal, others)
    findings.push(finding)
    if (finding.state === 'fail') failedEvents.add(entry.event)
    called.set(agent.name, new Set([...(called.get(agent.name) ?? []), ...events]))
  }
  return { findings, proved: new Set([...proved].filter((id) => !failed.has(id))), failed, failedEvents, called }
}

type Installed = ReturnType<typeof installed>[number]

/** Calls at events without hooks have the same command, so one of them is tried for all. `others` is the number of the rest. */
function oneForEach(calls: readonly Installed[], survey: Survey): readonly (Installed & { readonly others: number })[] {
  const gates = provable(survey)
  const isUsed = ({ agent, entry }: Installed) =>
    gates.some((event) => firedBy(agent, event).some((name) => firedBy(agent, entry.event).includes(name)))
  const keyOf = (call: Installed, at: number) =>
    isUsed(call) ? String(at) : `${call.agent.name} ${call.entry.origin.file} ${commandLine(call.entry)}`
  const keys = calls.map(keyOf)
  return calls.flatMap((call, at) =>
    keys.indexOf(keys[at] ?? '') === at ? [{ ...call, others: keys.filter((key) => key === keys[at]).length - 1 }] : [],
  )
}

async function fireAll(
  event: EventName,
  canaries: readonly Canary[],
  survey: Survey,
  signal: AbortSignal,
): Promise<readonly Effect[]> {
  const effects: Effect[] = []
  for (const { input } of canaries) effects.push(await fireOnce(event, input, survey, signal))
  return effects
}

async function fireOnce(
  event: EventName,
  input: JsonObject,
  { root, edition, env }: Survey,
  signal: AbortSignal,
  more: Partial<CreateOptions> = {},
): Promise<Effect> {
  const hooks = await createHooks({
    workspaceRoots: [root],
    edition,
    env,
    watch: false,
    onAsk: 'host',
    eventTimeoutMs: PATIENCE_MS,
    defaults: { conversation_id: proofSession },
    ...more,
  })
  try {
    return await hooks.untyped.fire(event, input, { signal })
  } finally {
    await hooks.close()
  }
}

const failures = (runs: readonly Run[], cwd: string): readonly Finding[] =>
  runs.flatMap(({ entry, outcome }) =>
    outcome.kind !== 'failed'
      ? []
      : [
          {
            area: 'canary',
            subject: `${labelOf(entry)} (${locationOf(entry, cwd)})`,
            state: 'fail',
            says: `failed (${outcome.code}): ${oneLine(outcome.message)}`,
            next: `hookline trigger ${entry.event}`,
          } as const,
        ],
  )

/** The harmless event must be allowed, and a deny beside the real hooks must have effect. */
async function canaryFinding(
  event: EventName,
  [harmless]: readonly Effect[],
  survey: Survey,
  signal: AbortSignal,
): Promise<Finding> {
  const base = { area: 'canary', subject: event } as const
  const next = `hookline trigger ${event} --explain`
  const reply = eventRows[event].gate.kind === 'continue' ? { continue: false } : { permission: 'deny' }
  const denyHook = { name: 'a canary of hookline doctor', run: () => reply }
  const sample = eventRows[event].sample(survey.root) as JsonObject // Samples are JSON objects.
  const denied = await fireOnce(event, sample, survey, signal, { hooks: { [event]: [denyHook] } })
  if (denied.kind !== 'refuse')
    return { ...base, state: 'fail', says: `a deny had no effect: ${oneLine(denied.because.message)}`, next }
  if (harmless?.kind !== 'refuse')
    return { ...base, state: 'ok', says: 'a harmless event was allowed, and a deny had effect' }
  const byFailure = harmless.because.rule === 'failed-closed' || harmless.because.rule === 'config'
  const says = `even a harmless event is denied: ${oneLine(harmless.because.message)}`
  return { ...base, state: byFailure ? 'fail' : 'warn', says, next }
}

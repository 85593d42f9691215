/** `GET /api/hooks`: all configured hooks, each with its state and its recent runs from the log. */
import { editions } from '@hookline/core'
import {
  callsHookline,
  canDisable,
  commandLine,
  type Entry,
  gateOf,
  type LogRecord,
  policyOf,
} from '@hookline/core/node'
import { type EventName, eventNames, eventRows, isObject } from '@hookline/core/protocol'
import type { Hook, HooksPage, Json } from '@hookline/web/wire'
import { findUncalled, type Uncalled } from '../../connect/uncalled.ts'
import { describeAllUnmatched } from '../../explain/unmatched-text.ts'
import { hasFailed } from '../../log/record-text.ts'
import { isInside } from '../../paths.ts'
import { readRootTrust } from '../../root-trust.ts'
import { afterBudget, verifyText, whyText } from '../../text/entry-text.ts'
import { hookName } from '../log/outcome-label.ts'
import { changedAt } from '../scene/changed-at.ts'
import { findScript } from '../scene/find-script.ts'
import { percentile, type Recent, type RecordedRun, readRecent } from '../scene/recent.ts'
import type { Scene } from '../scene/scene.ts'
import type { Route } from '../server/route.ts'
import { type MatcherTrial, tryMatchers } from './matcher-trial.ts'
import { findProof, runsSince } from './proof.ts'

/** Recorded events that each matcher is tried against. */
const MAX_TRIED = 100
/** Records read to find them. More are needed, because other workspaces write to the same log. */
const MAX_SCANNED = 5_000

export const hooksRoute: Route = { method: 'GET', path: '/api/hooks', answer: ({ scene }) => readHooksPage(scene) }

export async function readHooksPage(scene: Scene): Promise<HooksPage> {
  const { entries } = scene.hooks
  const recent = await readRecent(scene)
  const events = eventNames.filter((name) => entries.some(({ event }) => event === name))
  const isHere = ({ root }: LogRecord) => root === scene.root
  const records = new Map<EventName, readonly LogRecord[]>()
  for (const event of events)
    records.set(event, (await scene.log.query({ event, limit: MAX_TRIED, scan: MAX_SCANNED, where: isHere })).records)
  const tried = await tryMatchers(entries, (event) => records.get(event) ?? [])
  const unmatched = await describeAllUnmatched(entries, scene.root)
  const uncalled = findUncalled(entries, scene.root, process.env)
  const facts = { scene, recent, tried, unmatched, uncalled }
  return {
    events: events.map((event) => ({
      event,
      doc: eventRows[event].doc,
      hooks: entries.filter((entry) => entry.event === event).map((entry) => toHook(entry, facts)),
    })),
    sample: recent.records.length,
    roots: readRootTrust(scene.roots, scene.configs),
  }
}

interface HookFacts {
  readonly scene: Scene
  readonly recent: Recent
  readonly tried: ReadonlyMap<string, MatcherTrial>
  readonly unmatched: ReadonlyMap<string, string>
  /** Hooks that no agent asks, by id. */
  readonly uncalled: ReadonlyMap<string, Uncalled>
}

const nothingTried: MatcherTrial = { tried: 0, matched: 0 }

function toHook(entry: Entry, { scene, recent, tried, unmatched, uncalled }: HookFacts): Hook {
  const { id, event, label, type, origin, matcher, timeoutMs, monitor, trust, pack } = entry
  const script = findScript(scene, entry)
  const changed = changedAt([origin.file, script].filter((file) => file !== undefined))
  const runs = recent.runs.get(id) ?? []
  const since = runsSince(runs, changed)
  const durations = runs.map(({ run }) => run.durationMs)
  const test = tried.get(id) ?? nothingTried
  // An agent that ran it calls Hookline, even if no file shows it.
  const isCalled = runs.some(({ record }) => record.host.name !== 'trigger')
  const notCalled = isCalled ? undefined : uncalled.get(id)
  const known = stateOf(entry, since)
  const state = known === 'runs' && notCalled !== undefined ? 'uncalled' : known
  const nextText =
    notCalled === undefined || notCalled.isElsewhere === true
      ? notCalled?.why
      : `${notCalled.why}. To connect: ${notCalled.next}`
  const why = skipReason(entry) ?? (state === 'fails' ? failsText(since) : state === 'uncalled' ? nextText : undefined)
  const until = disabledUntil(entry)
  return {
    id,
    event,
    label,
    name: hookName(entry),
    type,
    source: origin.source,
    own: origin.own,
    ...(pack === undefined ? {} : { pack }),
    ...(origin.file === undefined ? {} : { file: origin.file }),
    ...(origin.root !== undefined && isInside(origin.root, scene.root) ? { onlyIn: origin.root } : {}),
    ...(origin.line === undefined ? {} : { line: origin.line }),
    ...(matcher === undefined ? {} : { matcher }),
    timeoutMs,
    ...failPolicy(entry),
    monitor,
    ...(entry.budgetMs === undefined ? {} : { budgetMs: entry.budgetMs }),
    ...(afterBudget(entry, editions.hookline) === 'refuses' ? { lateDenies: true as const } : {}),
    ...(entry.order === undefined ? {} : { order: entry.order }),
    ...(entry.async === true ? { async: true as const } : {}),
    ...(entry.verify === undefined ? {} : { verify: verifyText(entry.verify) }),
    trust,
    state,
    ...(why === undefined ? {} : { why }),
    ...(until === undefined ? {} : { disabledUntil: until }),
    ...(changed === undefined ? {} : { changedAt: new Date(changed).toISOString() }),
    recent: {
      ...test,
      runs: runs.length,
      failures: runs.filter(({ run }) => hasFailed(run)).length,
      ...optional('p50', percentile(durations, 0.5)),
      ...optional('p95', percentile(durations, 0.95)),
      ...optional('lastRunAt', runs[0]?.record.at),
    },
    proved: findProof(entry, { runs, since, elsewhere: recent.elsewhere.has(id) }, changed, test),
    canDisable:
      canDisable(entry) &&
      !isHooklineCall(entry) &&
      hasOneId(entry, scene) &&
      (entry.held === undefined || entry.held.why === 'disabled'),
    ...optional('script', script),
    ...optional('command', commandLine(entry) ?? entry.module ?? entry.prompt),
    ...optional('parameters', packParameters(entry, scene)),
    ...optional('unmatched', unmatched.get(id)),
  }
}

// True: the object has no other key. TypeScript widens a computed key to `string`.
const optional = <K extends string, T>(name: K, value: T | undefined): { readonly [P in K]?: T } =>
  (value === undefined ? {} : { [name]: value }) as { readonly [P in K]?: T }

/** An equal hook in a directory beside this one gave it a suffix that it does not have in an event of its own directory. */
const hasOneId = ({ id, origin }: Entry, { root }: Scene): boolean =>
  origin.root === undefined || !isInside(origin.root, root) || !/-\d+$/.test(id)

/** The entry is not a hook, but the command by which the agent calls Hookline. */
const isHooklineCall = (entry: Entry): boolean => entry.held?.why === 'host-owned' && callsHookline(entry)

/** `since` are its runs since its last change. A hook that failed in all of them has the state `fails`. */
function stateOf(entry: Entry, since: readonly RecordedRun[]): Hook['state'] {
  if (isHooklineCall(entry)) return 'call'
  if (entry.broken !== undefined) return 'closed'
  if (entry.held !== undefined) return 'skipped'
  if (entry.unrunnable !== undefined) return 'fails'
  return since.length > 0 && since.every(({ run }) => hasFailed(run)) ? 'fails' : 'runs'
}

const failsText = (since: readonly RecordedRun[]): string =>
  `fails: ${since.length} of ${since.length} ${since.length === 1 ? 'run' : 'runs'}`

function skipReason(entry: Entry): string | undefined {
  if (entry.broken !== undefined) return entry.broken.message
  if (entry.held !== undefined) return whyText(entry.held)
  if (entry.onlyRestricts === true) return 'the workspace is not trusted, so this hook can only deny or ask'
  return entry.unrunnable?.message
}

const disabledUntil = (entry: Entry): string | undefined =>
  entry.held?.why === 'disabled' ? /\buntil (\d{4}-\S+Z)/.exec(entry.held.detail)?.[1] : undefined

function failPolicy(entry: Entry): { readonly fails?: string } {
  const row = eventRows[entry.event]
  const gate = gateOf(editions.hookline, entry.event, row.gate)
  return gate.kind === 'none' ? {} : { fails: policyOf(entry, { row }, editions.hookline, gate) }
}

function packParameters({ pack, origin }: Entry, { hooks }: Scene): Json | undefined {
  if (pack === undefined) return undefined
  const packs = hooks.settings.find(({ file }) => file === origin.file)?.values.packs
  const given = isObject(packs) ? packs[pack] : undefined
  return isObject(given) && Object.keys(given).length > 0 ? given : undefined
}

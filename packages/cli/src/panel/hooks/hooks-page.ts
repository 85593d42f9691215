/** `GET /api/hooks`: the effective list, with what the log says about each. */
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
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import type { Hook, HooksPage, Json } from '@hookline/web/wire'
import { whyText } from '../../entry-text.ts'
import { hasFailed, isObject } from '../../log/words.ts'
import { nameOfEntry } from '../log/said.ts'
import { changedAt } from '../scene/changed-at.ts'
import { percentile, type Recent, recentOf, type SeenRun } from '../scene/recent.ts'
import type { Scene } from '../scene/scene.ts'
import type { Route } from '../server/ask.ts'
import { provedBy, runsSince } from './proved.ts'
import { scriptOf } from './script.ts'
import { type TriedMatcher, tryMatchers } from './tried-matcher.ts'

const TRIED = 100
/** How far back they are looked for: other workspaces write to the same log. */
const SCAN = 5_000

export const hooksRoute: Route = { method: 'GET', path: '/api/hooks', answer: ({ scene }) => hooksPage(scene) }

export async function hooksPage(scene: Scene): Promise<HooksPage> {
  const { entries } = scene.hooks
  const recent = await recentOf(scene)
  const events = eventNames.filter((name) => entries.some(({ event }) => event === name))
  const isHere = ({ root }: LogRecord) => root === scene.root
  const records = new Map<EventName, readonly LogRecord[]>()
  for (const event of events)
    records.set(event, (await scene.log.query({ event, limit: TRIED, scan: SCAN, where: isHere })).records)
  const tried = await tryMatchers(entries, (event) => records.get(event) ?? [])
  const facts = { scene, recent, tried }
  return {
    events: events.map((event) => ({
      event,
      doc: eventRows[event].doc,
      hooks: entries.filter((entry) => entry.event === event).map((entry) => hookOf(entry, facts)),
    })),
    sample: recent.records.length,
  }
}

interface Facts {
  readonly scene: Scene
  readonly recent: Recent
  readonly tried: ReadonlyMap<string, TriedMatcher>
}

const nothingTried: TriedMatcher = { tried: 0, matched: 0 }

function hookOf(entry: Entry, { scene, recent, tried }: Facts): Hook {
  const { id, event, label, type, origin, matcher, timeoutMs, monitor, trust, pack } = entry
  const script = scriptOf(scene, entry)
  const changed = changedAt([origin.file, script].filter((file) => file !== undefined))
  const runs = recent.runs.get(id) ?? []
  const since = runsSince(runs, changed)
  const durations = runs.map(({ run }) => run.durationMs)
  const test = tried.get(id) ?? nothingTried
  const state = stateOf(entry, since)
  const why = whyNot(entry) ?? (state === 'fails' ? failsText(since) : undefined)
  const until = untilOf(entry)
  return {
    id,
    event,
    label,
    name: nameOfEntry(entry),
    type,
    source: origin.source,
    own: origin.own,
    ...(pack === undefined ? {} : { pack }),
    ...(origin.file === undefined ? {} : { file: origin.file }),
    ...(origin.line === undefined ? {} : { line: origin.line }),
    ...(matcher === undefined ? {} : { matcher }),
    timeoutMs,
    ...failsOf(entry),
    monitor,
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
    proved: provedBy(entry, { runs, since, elsewhere: recent.elsewhere.has(id) }, changed, test),
    canDisable: canDisable(entry) && !isCall(entry) && (entry.held === undefined || entry.held.why === 'disabled'),
    ...optional('script', script),
    ...optional('command', commandLine(entry) ?? entry.module ?? entry.prompt),
    ...optional('parameters', parametersOf(entry, scene)),
  }
}

const optional = <K extends string, T>(name: K, value: T | undefined): { readonly [P in K]?: T } =>
  (value === undefined ? {} : { [name]: value }) as { readonly [P in K]?: T }

/** Not a hook of ours: the agent's way to Hookline. */
const isCall = (entry: Entry): boolean => entry.held?.why === 'host-owned' && callsHookline(entry)

/** `since`: its runs since it was changed. A hook that failed in all of them does not do what it is there for. */
function stateOf(entry: Entry, since: readonly SeenRun[]): Hook['state'] {
  if (isCall(entry)) return 'call'
  if (entry.broken !== undefined) return 'closed'
  if (entry.held !== undefined) return 'skipped'
  if (entry.unrunnable !== undefined) return 'fails'
  return since.length > 0 && since.every(({ run }) => hasFailed(run)) ? 'fails' : 'runs'
}

const failsText = (since: readonly SeenRun[]): string =>
  `fails: ${since.length} of ${since.length} ${since.length === 1 ? 'run' : 'runs'}`

function whyNot({ held, broken, unrunnable }: Entry): string | undefined {
  if (broken !== undefined) return broken.message
  if (held === undefined && unrunnable !== undefined) return unrunnable.message
  return held === undefined ? undefined : whyText(held)
}

const untilOf = ({ held }: Entry): string | undefined =>
  held?.why === 'disabled' ? /\buntil (\d{4}-\S+Z)/.exec(held.detail)?.[1] : undefined

function failsOf(entry: Entry): { readonly fails?: string } {
  const row = eventRows[entry.event]
  const gate = gateOf(editions.hookline, entry.event, row.gate)
  return gate.kind === 'none' ? {} : { fails: policyOf(entry, { row }, editions.hookline, gate) }
}

function parametersOf({ pack, origin }: Entry, { hooks }: Scene): Json | undefined {
  if (pack === undefined) return undefined
  const packs = hooks.settings.find(({ file }) => file === origin.file)?.values.packs
  const given = isObject(packs) ? packs[pack] : undefined
  return isObject(given) && Object.keys(given).length > 0 ? given : undefined
}

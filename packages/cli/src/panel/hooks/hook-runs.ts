/** `GET /api/hook`: the recent runs of one hook. `GET /api/matcher`: a matcher tried against recorded events. */
import type { HookRuns, MatcherTest } from '@hookline/web/wire'
import { clip, oneLine } from '../../text/plain.ts'
import { outcomeLabel, outcomeTone } from '../log/outcome-label.ts'
import { toRow } from '../log/row.ts'
import { findEntry } from '../scene/find-script.ts'
import { type RecordedRun, readRecent } from '../scene/recent.ts'
import { rowFacts } from '../scene/scene.ts'
import type { PanelRequest, Route } from '../server/route.ts'
import { testMatcher } from './matcher-trial.ts'

const MAX_RUNS = 20
const MAX_TRIED = 100
const MAX_SCANNED = 5_000
/** The upper limits of the bars. The last bar has none. */
const limitsMs = [1, 5, 20, 50, 100, 200, 500, 1_000, 5_000]

export const hookRunsRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/hook', answer: readHookRuns },
  { method: 'GET', path: '/api/matcher', answer: readMatcherTest },
]

async function readHookRuns({ scene, query }: PanelRequest): Promise<HookRuns> {
  const entry = findEntry(scene, query.get('hook') ?? '')
  const runs = (await readRecent(scene)).runs.get(entry.id) ?? []
  const facts = rowFacts(scene)
  const failed = runs.find(({ run }) => run.outcome.kind === 'failed')
  return {
    runs: runs.slice(0, MAX_RUNS).map(({ record, run }) => ({
      id: record.id,
      at: record.at,
      ms: run.durationMs,
      outcome: outcomeLabel(run.outcome),
      tone: outcomeTone(run.outcome),
      subject: toRow(record, facts).subject,
    })),
    histogram: countByDuration(runs),
    ...(failed === undefined ? {} : { lastError: describeError(failed) }),
  }
}

function countByDuration(runs: readonly RecordedRun[]): HookRuns['histogram'] {
  const bars = [...limitsMs, undefined].map((upToMs) => ({ ...(upToMs === undefined ? {} : { upToMs }), count: 0 }))
  for (const { run } of runs) {
    const bar = bars.find(({ upToMs = Number.POSITIVE_INFINITY }) => run.durationMs <= upToMs)
    if (bar !== undefined) bar.count += 1
  }
  return bars
}

function describeError({ record, run }: RecordedRun): NonNullable<HookRuns['lastError']> {
  const { message, code } = run.outcome
  const stderr = run.stderr?.trim() ?? ''
  return {
    id: record.id,
    at: record.at,
    message: message ?? `failed (${code})`,
    ...(stderr === '' ? {} : { stderr: clip(stderr, 2_000) }),
  }
}

async function readMatcherTest({ scene, query }: PanelRequest): Promise<MatcherTest> {
  const entry = findEntry(scene, query.get('hook') ?? '')
  const where = ({ root }: { readonly root?: string }) => root === scene.root
  const { records } = await scene.log.query({ event: entry.event, limit: MAX_TRIED, scan: MAX_SCANNED, where })
  const result = await testMatcher(entry, query.get('matcher') ?? '', records)
  if ('invalid' in result) return { invalid: result.invalid, tried: 0, matched: 0, events: [] }
  return {
    tried: result.length,
    matched: result.filter(({ matched }) => matched).length,
    events: result.map(({ record, tested, matched }) => ({
      id: record.id,
      at: record.at,
      tested: clip(oneLine(tested.join(', ')), 200),
      matched,
    })),
  }
}

/** `GET /api/stats`: how long hooks take, what they decide, and which decisions the user marked as wrong. */
import type { LogRecord } from '@hookline/core/node'
import type { LogRow, Stats } from '@hookline/web/wire'
import { hasFailed, nameOf } from '../../log/record-text.ts'
import { statsKind, toRow } from '../log/row.ts'
import { percentile } from '../scene/recent.ts'
import { rowFacts } from '../scene/scene.ts'
import { badRequest } from '../server/failure.ts'
import type { PanelRequest, Route } from '../server/route.ts'

/** The length of each period, and the width of a bar in its chart. */
const spans: Readonly<Record<string, { readonly ms: number; readonly bucketMs: number }>> = {
  '1h': { ms: 3_600_000, bucketMs: 120_000 },
  '1d': { ms: 86_400_000, bucketMs: 3_600_000 },
  '7d': { ms: 7 * 86_400_000, bucketMs: 6 * 3_600_000 },
}
const MAX_RECORDS = 10_000
const MAX_HOOKS = 50
const MAX_MARKED = 200

export const statsRoute: Route = { method: 'GET', path: '/api/stats', answer: readStats }

async function readStats({ scene, query }: PanelRequest): Promise<Stats> {
  const name = query.get('since') ?? '1d'
  const span = Object.hasOwn(spans, name) ? spans[name] : undefined
  if (span === undefined)
    throw badRequest(`since must be one of ${Object.keys(spans).join(', ')}, got ${JSON.stringify(name)}`)
  const now = Date.now()
  const found = await scene.log.query({ since: new Date(now - span.ms), limit: MAX_RECORDS })
  const { records } = found
  const facts = rowFacts(scene)
  const rows = records.map((record) => toRow(record, facts))
  const durations = records.map(({ durationMs }) => durationMs)
  return {
    since: name,
    records: records.length,
    partial: found.next !== undefined,
    bucketMs: span.bucketMs,
    // No hook judged an act whose hooks were paused, so it does not count as allowed.
    buckets: countByBucket(
      rows.filter(({ word }) => word !== 'PAUSED'),
      now - span.ms,
      now,
      span.bucketMs,
    ),
    latency: {
      p50: percentile(durations, 0.5) ?? 0,
      p90: percentile(durations, 0.9) ?? 0,
      p95: percentile(durations, 0.95) ?? 0,
      p99: percentile(durations, 0.99) ?? 0,
    },
    hooks: statsByHook(records, facts.marked),
    falsePositives: rows.filter(({ marked }) => marked === true).slice(0, MAX_MARKED),
  }
}

const none = { allow: 0, deny: 0, ask: 0, fail: 0, failed: 0 }
type Bucket = { -readonly [K in keyof Stats['buckets'][number]]: Stats['buckets'][number][K] }

/** Buckets start at multiples of their width, so that a bar covers the same time when the page is loaded again. */
function countByBucket(rows: readonly LogRow[], from: number, to: number, width: number): Stats['buckets'] {
  const first = Math.floor(from / width)
  const buckets = Array.from(
    { length: Math.floor(to / width) - first + 1 },
    (_, at): Bucket => ({ at: new Date((first + at) * width).toISOString(), ...none }),
  )
  for (const row of rows) {
    const bucket = buckets[Math.floor(Date.parse(row.at) / width) - first]
    if (bucket === undefined) continue
    bucket[statsKind(row)] += 1
    if (row.failures > 0) bucket.failed += 1
  }
  return buckets
}

function statsByHook(records: readonly LogRecord[], marked: ReadonlySet<string>): Stats['hooks'] {
  const byId = new Map<
    string,
    { readonly name: string; readonly ms: number[]; failures: number; denies: number; marked: number }
  >()
  for (const record of records)
    for (const run of record.runs) {
      const { id, label } = run.entry
      const known = byId.get(id) ?? { name: nameOf(label), ms: [], failures: 0, denies: 0, marked: 0 }
      byId.set(id, known)
      known.ms.push(run.durationMs)
      if (hasFailed(run)) known.failures += 1
      else if (run.outcome.verdict === 'deny') known.denies += 1
      if (marked.has(record.id) && record.because.entries.includes(id)) known.marked += 1
    }
  return [...byId]
    .map(([id, { name, ms, failures, denies, marked: falsePositives }]) => ({
      id,
      name,
      runs: ms.length,
      failures,
      denies,
      p50: percentile(ms, 0.5) ?? 0,
      p95: percentile(ms, 0.95) ?? 0,
      max: ms.reduce((most, one) => Math.max(most, one), 0),
      falsePositives,
    }))
    .toSorted((a, b) => b.p95 - a.p95)
    .slice(0, MAX_HOOKS)
}

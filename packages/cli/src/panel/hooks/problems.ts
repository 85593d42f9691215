/** `GET /api/problems`: what is wrong in the files, by kind, and what failed in the last day. */
import type { LogRecord, LogRun } from '@hookline/core/node'
import { problemCodes } from '@hookline/core/protocol'
import type { FailureGroup, ProblemGroup, ProblemsPage } from '@hookline/web/wire'
import type { Finding } from '../../lint/rule.ts'
import { failureOf, hasFailed } from '../../log/words.ts'
import { keyOf, type Looked, lookAt } from '../scene/look.ts'
import { recentOf } from '../scene/recent.ts'
import type { Scene } from '../scene/scene.ts'
import type { Route } from '../server/ask.ts'
import { factsOf } from './health-facts.ts'

const DAY_MS = 86_400_000
const MOST_FAILED = 2_000
const severities = ['error', 'warning', 'note'] as const

export const problemsRoute: Route = {
  method: 'GET',
  path: '/api/problems',
  answer: ({ scene }) => problemsOf(scene),
}

export async function problemsOf(scene: Scene, mostMs = 2_000): Promise<ProblemsPage> {
  const looked = await lookAt(scene, mostMs)
  const since = new Date(Date.now() - DAY_MS)
  const { records } = await scene.log.query({ failed: true, since, limit: MOST_FAILED })
  const { root, home, hooks } = scene
  return {
    groups: groupsOf(looked),
    uncalled: factsOf({ root, home, entries: hooks.entries }, await recentOf(scene)).missing,
    failures: failuresOf(records),
    files: looked.found.files.map(({ file }) => file),
  }
}

/** The worst first; within them as the files have them. */
function groupsOf(looked: Looked): readonly ProblemGroup[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of looked.findings) {
    const key = `${severities.indexOf(finding.severity)} ${finding.code}`
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups]
    .toSorted(([a], [b]) => Number(a[0]) - Number(b[0]))
    .flatMap(([, findings]): readonly ProblemGroup[] => {
      const [first] = findings
      if (first === undefined) return []
      const { code, severity } = first
      return [
        {
          code,
          severity,
          title: problemCodes[code].says,
          why: problemCodes[code].why,
          problems: findings.map((one) => problemOf(one, looked)),
        },
      ]
    })
}

function problemOf(finding: Finding, { facts }: Looked): ProblemGroup['problems'][number] {
  const { file, line, column, message, hint, fix, secret } = finding
  const text = secret === true ? undefined : lineOf(facts.read(file), line)
  return {
    file,
    line,
    column,
    message,
    hint,
    ...(fix === undefined ? {} : { fix: keyOf(finding, facts) }),
    ...(text === undefined || text.trim() === '' ? {} : { text }),
  }
}

const lineOf = (text: string | undefined, line: number): string | undefined =>
  text
    ?.replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    [line - 1]?.slice(0, 500)

/** Alike: the same hook, failing the same way. Records come newest first. */
function failuresOf(records: readonly LogRecord[]): readonly FailureGroup[] {
  const groups = new Map<string, FailureGroup>()
  for (const record of records)
    for (const run of record.runs.filter(hasFailed)) {
      const what = failureOf(run)
      const key = JSON.stringify([run.entry.id, what])
      const known = groups.get(key)
      groups.set(
        key,
        known === undefined ? firstOf(record, run, what) : { ...known, count: known.count + 1, firstAt: record.at },
      )
    }
  return [...groups.values()]
}

const firstOf = (record: LogRecord, { entry }: LogRun, what: string): FailureGroup => ({
  hookId: entry.id,
  label: entry.label,
  what,
  count: 1,
  firstAt: record.at,
  lastAt: record.at,
  lastId: record.id,
})

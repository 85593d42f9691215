/** `GET /api/problems`: problems in the hook files by kind, hooks that no agent calls, and failures of the last day. */
import type { LogRecord, LogRun } from '@hookline/core/node'
import { problemCodes } from '@hookline/core/protocol'
import type { FailureGroup, ProblemGroup, ProblemsPage } from '@hookline/web/wire'
import type { Finding } from '../../lint/rule.ts'
import { failureOf, hasFailed } from '../../log/record-text.ts'
import { checkScene, fixKey, type SceneCheck } from '../scene/check-cache.ts'
import { gatherHealthFacts } from '../scene/health-facts.ts'
import { readRecent } from '../scene/recent.ts'
import type { Scene } from '../scene/scene.ts'
import type { Route } from '../server/route.ts'

const DAY_MS = 86_400_000
const MAX_FAILED = 2_000
const severities = ['error', 'warning', 'note'] as const

export const problemsRoute: Route = {
  method: 'GET',
  path: '/api/problems',
  answer: ({ scene }) => readProblems(scene),
}

export async function readProblems(scene: Scene, maxAgeMs = 2_000): Promise<ProblemsPage> {
  const checked = await checkScene(scene, maxAgeMs)
  const since = new Date(Date.now() - DAY_MS)
  const { records } = await scene.log.query({ failed: true, since, limit: MAX_FAILED })
  const { root, home, hooks } = scene
  return {
    groups: groupFindings(checked),
    uncalled: gatherHealthFacts({ root, home, entries: hooks.entries }, await readRecent(scene)).missing,
    failures: groupFailures(records),
    files: checked.found.files.map(({ file }) => file),
  }
}

/** Errors come first, then warnings and notes. Within a group, the order is that of the files. */
function groupFindings(checked: SceneCheck): readonly ProblemGroup[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of checked.findings) {
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
          title: problemCodes[code].summary,
          why: problemCodes[code].why,
          problems: findings.map((one) => toProblem(one, checked)),
        },
      ]
    })
}

function toProblem(finding: Finding, { facts }: SceneCheck): ProblemGroup['problems'][number] {
  const { file, line, column, message, hint, fix, secret } = finding
  const text = secret === true ? undefined : lineAt(facts.read(file), line)
  return {
    file,
    line,
    column,
    message,
    hint,
    ...(fix === undefined ? {} : { fix: fixKey(finding, facts) }),
    ...(text === undefined || text.trim() === '' ? {} : { text }),
  }
}

const lineAt = (text: string | undefined, line: number): string | undefined =>
  text
    ?.replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    [line - 1]?.slice(0, 500)

/** Groups failures of the same hook with the same message. Records come newest first. */
function groupFailures(records: readonly LogRecord[]): readonly FailureGroup[] {
  const groups = new Map<string, FailureGroup>()
  for (const record of records)
    for (const run of record.runs.filter(hasFailed)) {
      const what = failureOf(run)
      const key = JSON.stringify([run.entry.id, what])
      const known = groups.get(key)
      groups.set(
        key,
        known === undefined
          ? newFailureGroup(record, run, what)
          : { ...known, count: known.count + 1, firstAt: record.at },
      )
    }
  return [...groups.values()]
}

const newFailureGroup = (record: LogRecord, { entry }: LogRun, what: string): FailureGroup => ({
  hookId: entry.id,
  label: entry.label,
  what,
  count: 1,
  firstAt: record.at,
  lastAt: record.at,
  lastId: record.id,
})

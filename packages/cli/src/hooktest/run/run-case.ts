/** Runs one case, compares the result with its want, and compares it with other editions and agents. */
import { resolve } from 'node:path'
import { usualAgent } from '@hookline/core/agents'
import type { EventName } from '@hookline/core/protocol'
import { counted } from '../../text/entry-text.ts'
import { chooseErrorLines } from '../../text/error-lines.ts'
import { oneLine } from '../../text/plain.ts'
import type {
  CaseResult,
  Comparison,
  Execute,
  Execution,
  Job,
  TestCase,
  TestFile,
  VariantResult,
} from '../read/types.ts'
import { findDifferences, resultWord, shownName } from '../report/compare.ts'
import type { Workspace } from '../scratch/workspace.ts'

export interface CaseContext {
  readonly test: TestFile
  readonly workspace: Workspace
  readonly execute: Execute
  readonly timeoutMs: number
  /** With `--update`, a case without a want gets one instead of failing. */
  readonly updating: boolean
}

export async function runTestCase(one: TestCase, context: CaseContext): Promise<CaseResult> {
  const base = { kind: 'case', name: one.name, line: one.line } as const
  if (one.skip !== undefined) return { ...base, outcome: 'skipped', word: 'skip', reasons: [one.skip], durationMs: 0 }
  const done = await context.execute(createJob(one, context))
  if ('error' in done)
    return { ...base, outcome: 'failed', word: one.want?.verdict ?? '', reasons: [done.error], durationMs: 0 }
  const { variants = [], ...got } = done
  const word = resultWord(one.event, got)
  const wrong = findProblems(one, got, context)
  const ended = { ...base, durationMs: got.durationMs, execution: got }
  const failed = {
    ...ended,
    outcome: 'failed',
    word: one.want?.verdict ?? word,
    reasons: [...wrong, ...explain(got)],
  } as const
  if (wrong.length > 0 && !context.updating) return failed
  const comparisons = compareVariants(one, word, variants)
  return wrong.length > 0
    ? { ...failed, word, comparisons }
    : { ...ended, outcome: 'passed', word, reasons: [], comparisons }
}

function findProblems(one: TestCase, got: Execution, context: CaseContext): readonly string[] {
  const reason = whyNeverRuns(one, context)
  if (reason !== undefined) return [reason]
  if (one.want !== undefined) return findDifferences(one.want, got)
  const noWant = 'this case has no want. To add the current result as its want, run: hookline test --update'
  return context.updating ? findDifferences({}, got) : [noWant]
}

/** Without this check, a hook that does not exist or has another event would pass every case that wants allow. */
function whyNeverRuns({ event }: TestCase, { test, workspace }: CaseContext): string | undefined {
  const choice = workspace.chooseHooks(test)
  if (choice === undefined || 'command' in choice) return undefined
  const hook = JSON.stringify(test.hook)
  if (choice.ids.length === 0)
    return `there is no hook ${hook}: no file has this path, and no entry has this name or id`
  const listens = workspace.entries.some((entry) => entry.event === event && choice.ids.includes(entry.id))
  return listens ? undefined : `the hook ${hook} is not configured for ${event}`
}

function createJob(one: TestCase, { test, workspace, timeoutMs }: CaseContext): Job {
  const only = workspace.chooseHooks(test)
  return {
    template: workspace.template,
    files: one.files,
    links: Object.fromEntries(test.links.map((path) => [path, resolve(test.root, path)])),
    env: one.env,
    event: one.event,
    input: one.input,
    edition: one.edition,
    agent: usualAgent.name,
    ...(only === undefined ? {} : { only }),
    readAfter: Object.keys(one.want?.files ?? {}),
    timeoutMs,
    compare: { differs: one.differs, configured: configuredEvents(workspace) },
  }
}

/** Explains the result: the message of the hook, the rule that decided, and what hooks wrote to stderr. */
function explain({ because, reply, runs, verdict }: Execution): readonly string[] {
  const message = verdict === 'allow' ? undefined : (reply.agent_message ?? reply.user_message)
  return [
    ...(message === undefined ? [] : [`message: ${oneLine(String(message))}`]),
    because.replaceAll('<root>/', ''),
    ...runs.flatMap(({ entry, stderr }) => errorLines(stderr).map((line) => `${shownName(entry)} stderr: ${line}`)),
  ]
}

const MAX_LINES = 5

function errorLines(text: string): readonly string[] {
  const { lines, omitted } = chooseErrorLines(
    text.split('\n').filter((line) => line.trim() !== ''),
    MAX_LINES,
  )
  const shown = lines.map(oneLine)
  return omitted > 0 ? [`… ${counted(omitted, 'other line')}`, ...shown] : shown
}

const configuredEvents = ({ entries }: Workspace): readonly EventName[] => [
  ...new Set(entries.filter(({ origin }) => !origin.own && origin.source === 'project').map(({ event }) => event)),
]

const compareVariants = (
  { differs }: TestCase,
  own: string,
  variants: readonly VariantResult[],
): readonly Comparison[] =>
  variants.map(({ on, says, because, isError }) => ({
    on,
    says,
    because,
    ok: isError !== true && says === (differs[on] ?? own),
  }))

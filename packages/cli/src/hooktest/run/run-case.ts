/** One case: run it, compare it, and see whether other editions and agents come to the same. */
import { resolve } from 'node:path'
import { usualAgent } from '@hookline/core/agents'
import { counted } from '../../entry-text.ts'
import { oneLine } from '../../plain.ts'
import type { CaseResult, Comparison, Execute, Execution, Job, TestCase, TestFile } from '../read/types.ts'
import type { Workspace } from '../scratch/workspace.ts'
import { differences, shownName, wordOf } from './compare.ts'
import { variantsOf } from './variants.ts'

export interface CaseContext {
  readonly test: TestFile
  readonly workspace: Workspace
  readonly execute: Execute
  readonly timeoutMs: number
  /** A case without a want is to be written down, not to fail. */
  readonly updating: boolean
}

export async function runTestCase(one: TestCase, context: CaseContext): Promise<CaseResult> {
  const said = { kind: 'case', name: one.name, line: one.line } as const
  if (one.skip !== undefined) return { ...said, outcome: 'skipped', word: 'skip', reasons: [one.skip], durationMs: 0 }
  const job = jobOf(one, context)
  const got = await context.execute(job)
  if ('error' in got)
    return { ...said, outcome: 'failed', word: one.want?.verdict ?? '', reasons: [got.error], durationMs: 0 }
  const word = wordOf(one.event, got)
  const wrong = wrongIn(one, got, context)
  const ended = { ...said, durationMs: got.durationMs, execution: got }
  const failed = {
    ...ended,
    outcome: 'failed',
    word: one.want?.verdict ?? word,
    reasons: [...wrong, ...because(got)],
  } as const
  if (wrong.length > 0 && !context.updating) return failed
  const comparisons = await compareElsewhere(one, got, job, context)
  return wrong.length > 0
    ? { ...failed, word, comparisons }
    : { ...ended, outcome: 'passed', word, reasons: [], comparisons }
}

function wrongIn(one: TestCase, got: Execution, context: CaseContext): readonly string[] {
  const deaf = deafHook(one, context)
  if (deaf !== undefined) return [deaf]
  if (one.want !== undefined) return differences(one.want, got)
  const nothing = 'nothing is wanted yet: hookline test --update writes down what happens'
  return context.updating ? differences({}, got) : [nothing]
}

/** A hook that is not there, or does not listen, would pass every case that wants an allow. */
function deafHook({ event }: TestCase, { test, workspace }: CaseContext): string | undefined {
  const choice = workspace.choose(test)
  if (choice === undefined || 'command' in choice) return undefined
  const hook = JSON.stringify(test.hook)
  if (choice.ids.length === 0) return `there is no hook ${hook}: no file of that path, no entry of that name or id`
  const listens = workspace.entries.some((entry) => entry.event === event && choice.ids.includes(entry.id))
  return listens ? undefined : `the hook ${hook} is not configured for ${event}`
}

function jobOf(one: TestCase, { test, workspace, timeoutMs }: CaseContext): Job {
  const only = workspace.choose(test)
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
    look: Object.keys(one.want?.files ?? {}),
    timeoutMs,
  }
}

/** Why it came to this: in whose words, who decided, and what the hooks said on stderr. */
function because({ because, reply, runs, verdict }: Execution): readonly string[] {
  const said = verdict === 'allow' ? undefined : (reply.agent_message ?? reply.user_message)
  return [
    ...(said === undefined ? [] : [`it said: ${oneLine(String(said))}`]),
    because.replaceAll('<root>/', ''),
    ...runs.flatMap(({ entry, stderr }) => lastLines(stderr).map((line) => `${shownName(entry)} stderr: ${line}`)),
  ]
}

const MOST_LINES = 5

/** What a program says last is why it ended. */
function lastLines(text: string): readonly string[] {
  const lines = text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
  const before = lines.length - MOST_LINES
  return before > 0 ? [`… ${counted(before, 'line')} before`, ...lines.slice(before)] : lines
}

async function compareElsewhere(
  one: TestCase,
  got: Execution,
  job: Job,
  { execute, workspace }: CaseContext,
): Promise<readonly Comparison[]> {
  const configured = workspace.entries
    .filter(({ origin }) => !origin.own && origin.source === 'project')
    .map(({ event }) => event)
  const own = wordOf(one.event, got)
  return Promise.all(
    variantsOf(one, got, configured).map(async ({ on, edition, agent }): Promise<Comparison> => {
      const there = await execute({ ...job, edition, agent })
      if ('error' in there) return { on, says: 'error', because: there.error, ok: false }
      const says = wordOf(one.event, there)
      return { on, says, because: there.because, ok: says === (one.differs[on] ?? own) }
    }),
  )
}

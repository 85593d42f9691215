/** Tests every behaviour of a hook on every version, with and without `failClosed`: whether the command ran, and whether the log agrees. */
import { expect, type TestContext } from 'vitest'
import type { RealAgent } from '../agent.ts'
import { realAgents } from '../agents.ts'
import type { TrialSandbox } from '../sandbox.ts'
import { eachConnectable, forTable, measured, sampled, selection } from '../subjects.ts'
import { ASK, tableFacts } from '../table.ts'
import { type LogRecord, runTrial, type Subject, type TrialSetup } from '../trial.ts'
import {
  type Behaviour,
  behaviours,
  type CommandEffect,
  cursorReplies,
  guardFiles,
  type Meaning,
  type Policy,
  policies,
  readEffect,
} from './behaviours.ts'

const expectedEffects: Readonly<Record<Meaning, (policy: Policy, agent: RealAgent) => CommandEffect>> = {
  allow: () => 'ran',
  deny: () => 'did not run',
  // Without a terminal, no user can be asked.
  ask: () => 'did not run',
  policy: (policy) => (policy === 'fail-closed' ? 'did not run' : 'ran'),
  'refuse-by-default': () => 'did not run',
  // Hookline refuses what the agent cannot apply.
  rewrite: (_, { native }) => (native?.ignoresRewrites === true ? 'did not run' : 'ran rewritten'),
}

function createSetup(subject: Subject, behaviour: Behaviour, policy: Policy): TrialSetup {
  const { timeout, meaning } = behaviour
  const entry = {
    command: './guard.sh',
    ...(policy === 'fail-closed' ? { failClosed: true } : {}),
    ...(timeout === undefined ? {} : { timeout }),
  }
  // Only preToolUse accepts a rewritten input.
  const event = meaning === 'rewrite' ? 'preToolUse' : 'beforeShellExecution'
  return {
    files: guardFiles(behaviour, cursorReplies),
    hooks: { [event]: [entry] },
    turns: [subject.agent.tools.shell('touch acted')],
  }
}

function readOutcome(record: LogRecord | undefined): unknown {
  const { kind, code } = (record?.runs[0]?.outcome ?? {}) as { kind?: string; code?: string }
  return kind === 'failed' ? code : kind
}

/** Whether the person can let the call pass with a code. */
async function hasApprovalCode(sandbox: TrialSandbox): Promise<boolean> {
  // True: `approve --json` is our own command, and this is its output.
  const { pending } = JSON.parse((await sandbox.hookline(['approve', '--json'])).stdout) as { pending: unknown[] }
  return pending.length > 0
}

async function tryRow(subject: Subject, behaviour: Behaviour, policy: Policy, context: TestContext): Promise<void> {
  const { sandbox, records, results, timedOut } = await runTrial(subject, createSetup(subject, behaviour, policy))
  const act = readEffect(sandbox)
  Object.assign(context.task.meta, { fault: { row: behaviour.name, policy, act } })
  if (behaviour.meaning === 'ask' && policy === 'fail-closed')
    measured(
      context,
      ASK,
      act === 'ran' ? 'runs' : (await hasApprovalCode(sandbox)) ? 'blocks, with a code' : 'blocks, no code',
    )
  const wanted = expectedEffects[behaviour.meaning](policy, subject.agent)
  expect(act).toBe(wanted)
  expect(readOutcome(records[0])).toBe(behaviour.outcome)
  const isAsked = behaviour.meaning === 'ask' && subject.agent.asks?.(subject.version) === true
  expect(records.some(({ kind }) => kind === 'refuse')).toBe(!isAsked && wanted === 'did not run')
  expect(results.map(({ isError }) => isError)).toEqual([wanted === 'did not run'])
  expect(timedOut).toBe(false)
}

const neededFacts = tableFacts('connected')

eachConnectable('Hooks that fail', (subject) => {
  const rows = behaviours.flatMap((behaviour) => policies.map((policy) => ({ behaviour, policy })))
  // The sample takes every sixteenth row, and other rows on each agent and version.
  const offset = realAgents.indexOf(subject.agent) * 5 + subject.agent.versions.indexOf(subject.version) * 3
  for (const [at, { behaviour, policy }] of rows.entries()) {
    const isNeeded = policy === 'fail-closed' && (neededFacts.has(behaviour.name) || behaviour.meaning === 'ask')
    const isSampled = (at + offset) % 16 === 0
    const title = `a hook that ${behaviour.name} (${policy})`
    const run = (context: TestContext) => tryRow(subject, behaviour, policy, context)
    if (isNeeded) forTable(title, run, isSampled)
    else if (selection !== 'sample' || isSampled) sampled(title, run)
  }
})

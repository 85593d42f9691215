/** Every behaviour of a hook, on every version, with and without `failClosed`: did the command run, and does the log agree? */
import { expect } from 'vitest'
import { eachAgent, isSample, sampled } from '../subjects.ts'
import { type LogRecord, runTrial, type Setup, type Subject } from '../trial.ts'
import {
  type Act,
  actIn,
  type Behaviour,
  behaviours,
  cursorWords,
  guardFiles,
  type Meaning,
  type Policy,
  policies,
} from './behaviours.ts'

const means: Readonly<Record<Meaning, (policy: Policy) => Act>> = {
  allow: () => 'ran',
  deny: () => 'did not run',
  // Nobody can be asked where there is no terminal.
  ask: () => 'did not run',
  policy: (policy) => (policy === 'fail-closed' ? 'did not run' : 'ran'),
  'refuse-by-default': () => 'did not run',
  rewrite: () => 'ran rewritten',
}

function setupOf(subject: Subject, behaviour: Behaviour, policy: Policy): Setup {
  const { timeout, meaning } = behaviour
  const entry = {
    command: './guard.sh',
    ...(policy === 'fail-closed' ? { failClosed: true } : {}),
    ...(timeout === undefined ? {} : { timeout }),
  }
  // Only the event before any tool takes a rewrite of its input.
  const event = meaning === 'rewrite' ? 'preToolUse' : 'beforeShellExecution'
  return {
    files: guardFiles(behaviour, cursorWords),
    hooks: { [event]: [entry] },
    turns: [subject.agent.acts.shell('touch acted')],
  }
}

function outcomeOf(record: LogRecord | undefined): unknown {
  const { kind, code } = (record?.runs[0]?.outcome ?? {}) as { kind?: string; code?: string }
  return kind === 'failed' ? code : kind
}

async function tryRow(subject: Subject, behaviour: Behaviour, policy: Policy, meta: object): Promise<void> {
  const { place, records, results, timedOut } = await runTrial(subject, setupOf(subject, behaviour, policy))
  const act = actIn(place)
  Object.assign(meta, { fault: { row: behaviour.name, policy, act } })
  const wanted = means[behaviour.meaning](policy)
  expect(act).toBe(wanted)
  expect(outcomeOf(records[0])).toBe(behaviour.outcome)
  expect(records.some(({ kind }) => kind === 'refuse')).toBe(behaviour.meaning !== 'ask' && wanted === 'did not run')
  expect(results.map(({ isError }) => isError)).toEqual([wanted === 'did not run'])
  expect(timedOut).toBe(false)
}

eachAgent('Hooks that fail', (subject) => {
  const rows = behaviours.flatMap((behaviour) => policies.map((policy) => ({ behaviour, policy })))
  // The sample takes every eighth row, and other rows on each version.
  const offset = subject.agent.versions.indexOf(subject.version) * 3
  for (const { behaviour, policy } of rows.filter((_, at) => !isSample || (at + offset) % 8 === 0))
    sampled(`a hook that ${behaviour.name} (${policy})`, ({ task }) => tryRow(subject, behaviour, policy, task.meta))
})

import { expect, it } from 'vitest'
import { dialects } from '../dialects/index.ts'
import { editions } from '../editions.ts'
import { type Entry, endWithoutOutput, type Raw, type Session } from '../flow.ts'
import type { Batch } from '../ports.ts'
import { fakeEntry, fakeEvent } from '../testing/fakes.ts'
import { run } from './run.ts'
import type { RunRim } from './run-parts.ts'
import { createSlots } from './shared/slots.ts'

const event = fakeEvent('beforeShellExecution')
const session: Session = { id: 'session', generations: 0, loops: {}, env: [] }
const denied: Raw = { ...endWithoutOutput({ kind: 'exit', code: 0 }), stdout: '{"permission":"deny"}' }

/** Runs hooks whose runner answers or fails by the hook's name. */
async function runWith(
  answers: Readonly<Record<string, () => Promise<Raw>>>,
  entry: Partial<Entry> = {},
  more: Partial<RunRim> = {},
) {
  const entries = Object.keys(answers).map((name) => fakeEntry({ id: name, command: name, ...entry }))
  const rim: RunRim = {
    edition: editions.hookline,
    dialects,
    runners: { command: { type: 'command', run: (job) => answers[job.entry.id]?.() ?? Promise.reject() } },
    slots: createSlots(1),
    roots: ['/work'],
    env: {},
    remote: false,
    configs: { tampered: () => false },
    ...more,
  }
  const { runs } = await run({ event, entries, number: 1 }, session, rim, new AbortController())
  return runs.map(({ outcome, stderr }) => ({ outcome, stderr }))
}

const rejects = () => Promise.reject(new Error('boom'))
const throws = () => {
  throw new Error('boom')
}

it.each([
  ['rejects', rejects],
  ['throws', throws],
])('a runner that %s is a failure of its hook by its policy, and the other hooks still count', async (_, fails) => {
  const [broken, other] = await runWith({ broken: fails, other: async () => denied })
  expect(broken?.outcome).toMatchObject({
    kind: 'failed',
    code: 'spawn',
    policy: 'open',
    message: expect.stringContaining('boom'),
  })
  expect(broken?.stderr).toContain('Error: boom')
  expect(other?.outcome).toMatchObject({ kind: 'replied', verdict: 'deny' })
  const [closed] = await runWith({ broken: fails }, { failClosed: true })
  expect(closed?.outcome).toMatchObject({ kind: 'failed', code: 'spawn', policy: 'closed', verdict: 'deny' })
})

it('a runner that fails refuses whatever its hook says, where the host denies on engine errors', async () => {
  const [open] = await runWith({ broken: rejects }, { failClosed: false }, { onEngineError: 'allow' })
  expect(open?.outcome).not.toHaveProperty('verdict')
  const [closed] = await runWith({ broken: rejects }, { failClosed: false }, { onEngineError: 'deny' })
  expect(closed?.outcome).toMatchObject({ kind: 'failed', verdict: 'deny' })
})

it('a runner that fails refuses for a managed hook', async () => {
  const [managed] = await runWith({ broken: rejects }, { failClosed: false, trust: 'managed' })
  expect(managed?.outcome).toMatchObject({ kind: 'failed', code: 'spawn', verdict: 'deny' })
})

it('a runner of hooks that run together fails only for those that are the reason', async () => {
  const answers = { one: async () => denied, broken: rejects, other: async () => denied }
  const runAll = async ({ entries }: Batch) => ({
    raws: await Promise.all(entries.map(({ id }) => answers[id as keyof typeof answers]())),
    endedAt: entries.map(() => performance.now()),
  })
  const runners = { command: { type: 'command', run: rejects, runAll } } as const
  const runs = await runWith(answers, {}, { runners })
  expect(runs.map(({ outcome }) => outcome.kind)).toEqual(['replied', 'failed', 'replied'])
})

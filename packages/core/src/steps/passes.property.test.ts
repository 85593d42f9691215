import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sourceNames, trustRank } from '../agents/sources.ts'
import { editions } from '../editions.ts'
import type { Entry, Outcome, Run, SourceName } from '../flow.ts'
import { fakeEntry, fakeEvent, fakePlan, fakeRun } from '../testing/fakes.ts'
import { decide } from './decide.ts'
import { runStages, secondPass } from './passes.ts'
import { dropSkipped, type PassResult } from './run.ts'
import type { Pass } from './run-parts.ts'
import { enforces, inOrder, isSameJson, replyOf, speaks, stageOf, verdictOf } from './shared/merge.ts'

/** What a hook does with a command. It depends on nothing else. */
const acts: Readonly<Record<string, (command: string) => Outcome>> = {
  silent: () => ({ kind: 'silent' }),
  allow: () => ({ kind: 'replied', verdict: 'allow', reply: {} }),
  ask: () => ({ kind: 'replied', verdict: 'ask', reply: {} }),
  deny: () => ({ kind: 'blocked', verdict: 'deny', reply: {} }),
  'deny a': (command) => (command.includes('a') ? { kind: 'blocked', verdict: 'deny', reply: {} } : { kind: 'silent' }),
  'add a': (command) => rewrite(`${command}a`),
  'add b': (command) => rewrite(`${command}b`),
  'make c': () => rewrite('c'),
  'make x': () => rewrite('x'),
  open: () => ({ kind: 'failed', code: 'exit', message: '', policy: 'open' }),
  closed: () => ({ kind: 'failed', code: 'exit', message: '', policy: 'closed', verdict: 'deny' }),
}
const rewrite = (command: string): Outcome => ({ kind: 'replied', reply: { updated_input: { command } } })

const event = fakeEvent('preToolUse', { tool_name: 'Shell', tool_input: { command: 'x' } })

interface Made {
  readonly source: SourceName
  readonly act: string
  readonly monitor: boolean
  readonly order: number | undefined
}
const made = (order: fc.Arbitrary<number | undefined>): fc.Arbitrary<readonly Made[]> =>
  fc.array(
    fc.record({
      source: fc.constantFrom<SourceName>(...sourceNames),
      act: fc.constantFrom(...Object.keys(acts)),
      monitor: fc.boolean(),
      order,
    }),
    { maxLength: 6 },
  )
const someOrders = made(fc.constantFrom(undefined, 0, 1, 2))

function entriesOf(list: readonly Made[]): readonly Entry[] {
  const sorted = [...list].sort((a, b) => sourceNames.indexOf(a.source) - sourceNames.indexOf(b.source))
  return sorted.map(({ source, act, monitor, order }, at) =>
    fakeEntry({
      id: `${source}/preToolUse/${at}`,
      event: 'preToolUse',
      label: act,
      monitor,
      origin: { source, own: true },
      ...(order === undefined ? {} : { order }),
    }),
  )
}

/** All passes of an event, whose hooks end in the order that `shuffle` gives them. */
async function fire(list: readonly Made[], shuffle: (runs: Run[]) => Run[] = (runs) => runs) {
  const entries = entriesOf(list)
  const plan = fakePlan('preToolUse', entries)
  const seen = new Map<string, string[]>()
  const start = async ({ event: given, entries: now, number, rewrittenBy }: Pass): Promise<PassResult> => {
    const { command } = given.input.tool_input as { command: string }
    const runs = now.map((entry) => {
      seen.set(entry.id, [...(seen.get(entry.id) ?? []), command])
      const outcome = (acts[entry.label] as (typeof acts)[string])(command)
      const run = fakeRun(entry, outcome, number === 2 ? { look: 2 } : {})
      return rewrittenBy === undefined ? run : { ...run, rewrittenBy }
    })
    return { runs: shuffle(runs), skipped: [] }
  }
  const edition = editions.hookline
  const first = await runStages(event, plan, edition, start, (runs) => ({ runs }))
  const pass = secondPass(event, plan, first.runs, edition)
  const second = pass === undefined ? [] : (await start(pass)).runs
  const runs = inOrder(plan, [...first.runs, ...second])
  const decision = decide(event, dropSkipped(plan, first.skipped), runs, edition)
  return { entries, runs, decision, seen, skipped: first.skipped }
}

const withoutOrder = (list: readonly Made[]): readonly Made[] => list.map((one) => ({ ...one, order: undefined }))
/** What an order cannot change: which entries there are, and who ran. */
const outcomeOf = ({ decision, runs }: Awaited<ReturnType<typeof fire>>) => ({
  verdict: decision.verdict,
  enforced: decision.enforced,
  rule: decision.because.rule,
  input: decision.input,
  reply: decision.reply,
  runs: runs.map((run) => [run.entry.id, run.look, run.outcome]),
})

test('equal orders are as no order', async () => {
  await fc.assert(
    fc.asyncProperty(made(fc.constant(undefined)), fc.nat(5), async (list, order) => {
      const plain = await fire(list)
      const equal = await fire(list.map((one) => ({ ...one, order })))
      expect(outcomeOf(equal)).toEqual(outcomeOf(plain))
    }),
    { numRuns: 500 },
  )
})

test('the decision does not depend on which hook ends first', async () => {
  await fc.assert(
    fc.asyncProperty(someOrders, fc.infiniteStream(fc.nat()), async (list, numbers) => {
      const shuffle = (runs: Run[]) =>
        runs
          .map((run) => ({ run, at: numbers.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ run }) => run)
      expect(outcomeOf(await fire(list, shuffle))).toEqual(outcomeOf(await fire(list)))
    }),
    { numRuns: 500 },
  )
})

test('after an enforced denial no later stage runs, and the act is refused', async () => {
  await fc.assert(
    fc.asyncProperty(someOrders, async (list) => {
      const { runs, decision, skipped } = await fire(list)
      const denials = runs.filter((run) => run.look === 1 && enforces(run) && verdictOf(run) === 'deny')
      if (denials.length === 0) return
      const stage = Math.min(...denials.map(({ entry }) => stageOf(entry)))
      expect(runs.every(({ entry }) => stageOf(entry) <= stage)).toBe(true)
      expect(skipped.every(({ entry, why }) => stageOf(entry) > stage && why === 'earlier-deny')).toBe(true)
      expect(decision.enforced).toBe('deny')
    }),
    { numRuns: 500 },
  )
})

test('what runs is what every hook has seen or written', async () => {
  await fc.assert(
    fc.asyncProperty(someOrders, async (list) => {
      const { entries, runs, decision, seen } = await fire(list)
      if (decision.enforced === 'deny') return
      const { command } = decision.input.tool_input as { command: string }
      for (const { id } of entries) {
        const wrote = runs.some((run) => run.entry.id === id && isSameJson(replyOf(run)?.updated_input, { command }))
        expect(wrote || seen.get(id)?.includes(command)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('a rewrite that was the input of another hook is never replaced by a less trusted one', async () => {
  await fc.assert(
    fc.asyncProperty(someOrders, async (list) => {
      const { entries, runs, decision, seen } = await fire(list)
      if (decision.enforced === 'deny') return
      const rankOf = (id: string | undefined) => {
        const entry = entries.find((one) => one.id === id)
        return entry === undefined ? 0 : trustRank(entry.origin.source)
      }
      for (const run of runs) {
        const value = run.look === 1 && speaks(run) && enforces(run) ? replyOf(run)?.updated_input : undefined
        if (run.rewrittenBy === undefined || !isSameJson(value, decision.input.tool_input)) continue
        // A hook that answers with what it was given replaces nothing.
        if (isSameJson(value, { command: seen.get(run.entry.id)?.[0] })) continue
        // Hooks of one stage may propose the same, and one of them is the author.
        const authors = runs.filter(
          (one) =>
            one.look === 1 &&
            stageOf(one.entry) === stageOf(run.entry) &&
            isSameJson(replyOf(one)?.updated_input, value),
        )
        const most = Math.max(...authors.map(({ entry }) => rankOf(entry.id)))
        expect(most).toBeGreaterThanOrEqual(rankOf(run.rewrittenBy))
      }
    }),
    { numRuns: 500 },
  )
})

test('an order never makes an allowed act of one that a hook denies whatever the input', async () => {
  await fc.assert(
    fc.asyncProperty(someOrders, async (list) => {
      const always = list.some(({ act, monitor }) => !monitor && (act === 'deny' || act === 'closed'))
      fc.pre(always)
      expect((await fire(list)).decision.enforced).toBe('deny')
      expect((await fire(withoutOrder(list))).decision.enforced).toBe('deny')
    }),
    { numRuns: 300 },
  )
})

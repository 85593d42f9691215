import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sourceNames } from '../agents/sources.ts'
import { editions } from '../editions.ts'
import type { Entry, Outcome, Run, SourceName, Verdict } from '../flow.ts'
import type { EventName } from '../protocol/events/index.ts'
import { fakeEntry, fakeEvent, fakePlan, fakeRun } from '../testing/fakes.ts'
import { decide } from './decide.ts'
import { SEPARATOR, strictest } from './shared/merge.ts'

const verdict = fc.constantFrom<Verdict | undefined>('allow', 'deny', 'ask', undefined)
const text = fc.constantFrom('', 'one', 'two', 'three')
const rank = { none: 0, allow: 1, ask: 2, deny: 3 } as const
const rankOf = (word: Verdict | undefined) => rank[word ?? 'none']

test('the verdict is a lattice: associative, commutative, idempotent, deny absorbs', () => {
  fc.assert(
    fc.property(verdict, verdict, verdict, (a, b, c) => {
      expect(strictest(strictest(a, b), c)).toBe(strictest(a, strictest(b, c)))
      expect(strictest(a, b)).toBe(strictest(b, a))
      expect(strictest(a, a)).toBe(a)
      expect(strictest(a, 'deny')).toBe('deny')
      expect(strictest(a, undefined)).toBe(a)
    }),
  )
})

/** An outcome as `interpret` can make one at a gate. */
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant<Outcome>({ kind: 'silent' }),
  fc.record({ verdict, user: text, agent: text, context: text, input: fc.constantFrom(undefined, 'a', 'b') }).map(
    ({ verdict, user, agent, context, input }): Outcome => ({
      kind: 'replied',
      ...(verdict === undefined ? {} : { verdict }),
      reply: {
        user_message: user,
        agent_message: agent,
        additional_context: context,
        ...(input === undefined ? {} : { updated_input: { command: input } }),
      },
    }),
  ),
  text.map((user): Outcome => ({ kind: 'blocked', verdict: 'deny', reply: { user_message: user } })),
  fc.constantFrom('open', 'closed').map(
    (policy): Outcome => ({
      kind: 'failed',
      code: 'exit',
      message: 'exit 1',
      policy: policy as 'open' | 'closed',
      ...(policy === 'closed' ? { verdict: 'deny' as const } : {}),
    }),
  ),
)

interface Hook {
  readonly entry: Entry
  readonly run: Run
}

const name: EventName = 'preToolUse'
const hooks: fc.Arbitrary<readonly Hook[]> = fc
  .array(fc.record({ source: fc.constantFrom<SourceName>(...sourceNames), outcome }), { maxLength: 6 })
  .map((list) => {
    const sorted = [...list].sort((a, b) => sourceNames.indexOf(a.source) - sourceNames.indexOf(b.source))
    return sorted.map(({ source, outcome }, at) => {
      const entry = fakeEntry({
        id: `${source}/${name}/${at}`,
        event: name,
        label: `hook ${at}`,
        origin: { source, own: false },
      })
      return { entry, run: fakeRun(entry, outcome) }
    })
  })

const event = fakeEvent(name)
const decideOn = (list: readonly Hook[], runs = list.map((hook) => hook.run), edition = editions.hookline) =>
  decide(
    event,
    fakePlan(
      name,
      list.map((hook) => hook.entry),
    ),
    runs,
    edition,
  )

test('the whole decision is a function of the set of runs, whatever their order or repetition', () => {
  fc.assert(
    fc.property(
      hooks.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray([...list], { minLength: list.length }), fc.subarray([...list])),
      ),
      ([list, shuffled, repeated]) => {
        const runs = [...shuffled, ...repeated].map((hook) => hook.run)
        expect(decideOn(list, runs)).toEqual(decideOn(list))
      },
    ),
    { numRuns: 500 },
  )
})

test('adding a hook of any source never loosens the decision', () => {
  fc.assert(
    fc.property(
      hooks.filter((list) => list.length > 0),
      fc.nat(),
      (list, pick) => {
        const without = list.filter((_, at) => at !== pick % list.length)
        expect(rankOf(decideOn(list).verdict)).toBeGreaterThanOrEqual(rankOf(decideOn(without).verdict))
      },
    ),
    { numRuns: 500 },
  )
})

test('a lower source never changes the single value that a higher one gave', () => {
  fc.assert(
    fc.property(hooks, (list) => {
      const decision = decideOn(list)
      const first = list.find(
        ({ run }) =>
          run.outcome.kind === 'replied' &&
          run.outcome.verdict !== 'deny' &&
          run.outcome.reply.updated_input !== undefined,
      )
      if (decision.verdict === 'deny' || first?.run.outcome.kind !== 'replied') return
      expect(decision.reply.updated_input).toEqual(first.run.outcome.reply.updated_input)
    }),
  )
})

test('the text of a higher source stands before that of a lower one', () => {
  fc.assert(
    fc.property(hooks, (list) => {
      const decision = decideOn(list)
      if (decision.verdict === 'deny') return
      const contexts = list.flatMap(({ run }) =>
        run.outcome.kind === 'replied' && run.outcome.verdict !== 'deny'
          ? (run.outcome.reply.additional_context ?? '')
          : [],
      )
      expect(decision.reply.additional_context).toBe(
        contexts.filter((item) => item !== '').join(SEPARATOR) || undefined,
      )
    }),
  )
})

test('a hook that refuses never rewrites', () => {
  fc.assert(
    fc.property(hooks, (list) => {
      const decision = decideOn(list)
      if (decision.verdict === 'deny') expect(decision.reply.updated_input).toBeUndefined()
    }),
  )
})

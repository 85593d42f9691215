import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../flow.ts'
import { type LoopLimits, loopLimitNames, loopLimits, newLoop, nextRound, type Round } from './loop-budget.ts'

const round = (over: Partial<Round> = {}): Round => ({ message: 'go on', nowMs: 0, changed: true, ...over })

/** How many follow-ups are given before the loop is ended, and why. */
function play(rounds: readonly Round[], limits: LoopLimits): { readonly given: number; readonly ended?: string } {
  let loop = newLoop(0)
  for (const [given, one] of rounds.entries()) {
    const next = nextRound(loop, one, limits)
    if (next.ended !== undefined) return { given, ended: next.ended }
    loop = next.loop
  }
  return { given: rounds.length }
}

describe('a loop of follow-ups', () => {
  const many = (over: Partial<Round> = {}) =>
    Array.from({ length: 40 }, (_, at) => round({ nowMs: at * 60_000, ...over }))

  it.each<[string, LoopLimits, Partial<Round>, number, string]>([
    ['rounds', { rounds: 25 }, {}, 25, 'limit reached: 25 rounds'],
    ['one round', { rounds: 1 }, {}, 1, 'limit reached: 1 round'],
    ['tokens', { tokens: 1000 }, { tokens: 300 }, 3, 'limit reached: 1000 tokens (1200 used)'],
    ['money', { usd: 1 }, { usd: 0.3 }, 3, 'limit reached: 1 USD (1.2 spent)'],
    ['minutes', { minutes: 5 }, {}, 5, 'limit reached: 5 minutes'],
    [
      'no progress',
      { idleRounds: 2 },
      { changed: false },
      2,
      'limit reached: 2 rounds with the same follow-up and no file changed',
    ],
  ])('ends by %s', (_, limits, over, given, says) => {
    expect(play(many(over), limits)).toEqual({ given, ended: `Stop hook auto-loop ${says}` })
  })

  it('ends where a limit cannot be kept, and says so instead of guessing', () => {
    expect(play(many(), { usd: 2 })).toEqual({
      given: 0,
      ended: 'Stop hook auto-loop ended: there is a limit of 2 USD, and what a round cost is not known',
    })
    expect(play([round({ tokens: 5 }), round()], { tokens: 9 })).toMatchObject({ given: 1 })
    expect(play(many(), { tokens: 9 }).ended).toContain('how many a round used is not known')
  })

  it('makes progress when a file changed or the follow-up is another one', () => {
    expect(play(many({ changed: true }), { idleRounds: 2 }).given).toBe(40)
    const others = many({ changed: false }).map((one, at) => ({ ...one, message: `round ${at}` }))
    expect(play(others, { idleRounds: 2 }).given).toBe(40)
  })

  const anyLimits = fc.record(
    {
      rounds: fc.integer({ min: 1, max: 30 }),
      tokens: fc.integer({ min: 1, max: 5000 }),
      usd: fc.integer({ min: 1, max: 50 }),
      minutes: fc.integer({ min: 1, max: 60 }),
      idleRounds: fc.integer({ min: 1, max: 5 }),
    },
    { requiredKeys: [] },
  )
  const anyRounds = fc
    .array(
      fc.record({
        message: fc.constantFrom('a', 'b'),
        tokens: fc.option(fc.nat(500), { nil: undefined, freq: 20 }),
        usd: fc.option(fc.nat(5), { nil: undefined, freq: 20 }),
        took: fc.nat(300_000),
        changed: fc.boolean(),
      }),
      { maxLength: 40 },
    )
    .map((list) => {
      let nowMs = 0
      return list.map(({ took, ...one }) => {
        nowMs += took
        return { ...one, nowMs }
      })
    })

  it('never gives more follow-ups than a limit allows', () => {
    fc.assert(
      fc.property(anyRounds, anyLimits, (rounds, limits) => {
        const { given } = play(rounds, limits)
        const before = rounds.slice(0, given)
        const used = (name: 'tokens' | 'usd') => before.reduce((sum, one) => sum + (one[name] ?? 0), 0)
        expect(given).toBeLessThanOrEqual(limits.rounds ?? rounds.length)
        if (limits.tokens !== undefined && given > 0) expect(used('tokens')).toBeLessThan(limits.tokens)
        if (limits.usd !== undefined && given > 0) expect(used('usd')).toBeLessThan(limits.usd)
        if (limits.minutes !== undefined && given > 0)
          expect(before.at(-1)?.nowMs).toBeLessThan(limits.minutes * 60_000)
      }),
    )
  })

  it('is never longer for a stricter limit', () => {
    fc.assert(
      fc.property(anyRounds, anyLimits, anyLimits, (rounds, limits, other) => {
        const stricter = { ...limits, ...other }
        for (const name of loopLimitNames)
          if (limits[name] !== undefined && other[name] !== undefined)
            stricter[name] = Math.min(limits[name], other[name])
        expect(play(rounds, stricter).given).toBeLessThanOrEqual(play(rounds, limits).given)
      }),
    )
  })
})

describe('the limits in force', () => {
  const settingsOf = (source: Settings['source'], loops: unknown): Settings => ({
    source,
    file: '/f',
    values: { loops },
  })

  it('are 25 rounds and 2 without progress by default', () => {
    expect(loopLimits(undefined, [])).toEqual({ rounds: 25, idleRounds: 2 })
  })

  it('are the strictest of the host, the enterprise and the user', () => {
    expect(loopLimits({ rounds: 100 }, [])).toEqual({ rounds: 100, idleRounds: 2 })
    expect(
      loopLimits({ rounds: 100, usd: 2 }, [settingsOf('enterprise', { rounds: 50 }), settingsOf('user', { usd: 1 })]),
    ).toEqual({
      rounds: 50,
      usd: 1,
      idleRounds: 2,
    })
  })

  it('a project may lower and never raise', () => {
    expect(loopLimits(undefined, [settingsOf('project', { rounds: 99, tokens: 10 })])).toMatchObject({
      rounds: 25,
      tokens: 10,
    })
    expect(loopLimits({ rounds: 9 }, [settingsOf('project', { rounds: 3 })])).toMatchObject({ rounds: 3 })
  })

  it('what is no limit says nothing', () => {
    for (const wrong of [null, 'many', [1], { rounds: 0 }, { rounds: -1 }, { rounds: '5' }, { rounds: Number.NaN }])
      expect(loopLimits(undefined, [settingsOf('user', wrong)])).toEqual({ rounds: 25, idleRounds: 2 })
  })

  it('no other source can loosen them', () => {
    const limits = fc.dictionary(fc.constantFrom(...loopLimitNames), fc.integer({ min: 1, max: 100 }))
    fc.assert(
      fc.property(limits, fc.array(limits), (own, projects) => {
        const before = loopLimits(own, [])
        const after = loopLimits(
          own,
          projects.map((loops) => settingsOf('project', loops)),
        )
        for (const name of loopLimitNames)
          if (before[name] !== undefined) expect(after[name]).toBeLessThanOrEqual(before[name])
      }),
    )
  })
})

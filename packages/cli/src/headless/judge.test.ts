import { expect, it } from 'vitest'
import { judge, type ProofFacts } from './judge.ts'

const proved: ProofFacts = {
  title: 'The agent',
  timedOut: false,
  limitMs: 60_000,
  end: 'exit 0',
  requests: 3,
  allowedRan: true,
  deniedRan: false,
  denial: 'enforced',
}
const table: readonly (readonly [facts: Partial<ProofFacts>, state: string, code: string, says: string])[] = [
  [{}, 'proved', 'denied', 'it asked Hookline'],
  [{ deniedRan: true }, 'failed', 'denial-ignored', 'ran it all the same'],
  [{ deniedRan: true, denial: 'none' }, 'failed', 'never-asked', 'without asking Hookline'],
  [{ deniedRan: true, denial: 'not enforced' }, 'failed', 'not-enforced', 'monitor mode'],
  // What ran counts, however the program ended.
  [{ deniedRan: true, denial: 'none', timedOut: true, allowedRan: false }, 'failed', 'never-asked', 'ran the command'],
  [{ timedOut: true }, 'not-proved', 'timed-out', 'within 60 s'],
  [{ timedOut: true, allowedRan: false }, 'not-proved', 'timed-out', 'Not even the allowed command ran'],
  [{ requests: 0, allowedRan: false, denial: 'none', end: 'exit 1: no login' }, 'not-proved', 'no-request', 'no login'],
  [{ allowedRan: false, denial: 'none' }, 'not-proved', 'allowed-not-run', 'even the allowed command'],
  // A denial alone proves nothing: perhaps the agent runs no command at all.
  [{ allowedRan: false }, 'not-proved', 'allowed-not-run', 'even the allowed command'],
  [
    { allowedRan: false, allowedRefused: 'by policy' },
    'not-proved',
    'allowed-not-run',
    'Hookline refused it: by policy',
  ],
  [{ denial: 'none' }, 'not-proved', 'stopped-otherwise', 'not because of Hookline'],
]

it.each(table)('judges %j: %s', (facts, state, code, says) => {
  expect(judge({ ...proved, ...facts })).toEqual({ state, code, says: expect.stringContaining(says) })
})

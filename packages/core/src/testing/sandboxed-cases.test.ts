import { describe, expect, test } from 'vitest'
import { editions } from '../editions.ts'
import { findMechanism } from '../node/sandbox/mechanism.ts'
import { thisPlatform } from '../node/system/machine.ts'
import { runSandboxedCase } from './real-case.ts'
import { sampledCases, triesEvery } from './real-case-list.ts'

/** Without those of editions that do not read hookline.json, and so know no sandbox. */
const cases = sampledCases.filter((one) => editions[one.edition ?? 'hookline'].ownFiles)

const hasSandbox = 'mechanism' in findMechanism('strict', thisPlatform())

describe.skipIf(!hasSandbox && process.env.CI !== 'true')('a hook in a sandbox decides as without one', () => {
  // A hook that must remember its first answer has to write a file.
  const remembering = cases.filter(({ hooks }) => hooks.some(({ again }) => again !== undefined))
  const others = cases.filter((one) => !remembering.includes(one))
  test.each(others.map((one) => [one.note, one] as const))('strict: %s', async (_, one) =>
    expect((await runSandboxedCase(one, 'strict')).join('\n')).toBe(''),
  )
  test.each(remembering.map((one) => [one.note, one] as const))('no-network: %s', async (_, one) =>
    expect((await runSandboxedCase(one, 'no-network')).join('\n')).toBe(''),
  )
  test('most cases run in a strict sandbox', () => expect(others.length).toBeGreaterThanOrEqual(triesEvery ? 150 : 50))
})

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { editions } from '../editions.ts'
import { findMechanism } from '../node/sandbox/mechanism.ts'
import { thisPlatform } from '../node/system/machine.ts'
import type { Case } from './case.ts'
import { runSandboxedCase } from './real-case.ts'

const folder = fileURLToPath(new URL('../../../../cases/', import.meta.url))
/** Without those of editions that do not read hookline.json, and so know no sandbox. */
const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort()
  .flatMap((file) => JSON.parse(readFileSync(folder + file, 'utf8')) as Case[])
  .filter((one) => one.real === true && editions[one.edition ?? 'hookline'].ownFiles)

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
  test('most cases run in a strict sandbox', () => expect(others.length).toBeGreaterThanOrEqual(150))
})

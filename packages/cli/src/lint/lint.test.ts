import { problemCodes } from '@hookline/core/protocol'
import { expect, it } from 'vitest'
import { rules } from './rules/index.ts'
import { cursor, lintFiles } from './testing/lint-files.ts'

it('takes time linear in the number of entries', async () => {
  // CPU time, which other processes on the machine change far less than time on the clock.
  const took = async (length: number): Promise<number> => {
    const entries = Array.from({ length }, (_, at) => ({ command: `./hooks/x${at}.sh`, timeout: 60000, matcher: 'a' }))
    const before = process.cpuUsage()
    const found = await lintFiles({ '.cursor/hooks.json': cursor('beforeShellExecution', ...entries) })
    expect(found.filter(({ code }) => code === 'timeout-unit')).toHaveLength(length)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await took(1_000)
  // A file of a workspace has at most 1,000 entries.
  expect((await took(1_000)) / (await took(100))).toBeLessThan(40)
})

it('reports a single syntax error for a text that is not JSON', async () => {
  for (const text of [
    '',
    '{',
    '[1,',
    '{"version":1,"hooks":{"stop":[{"command":"x"',
    '\ufeff{"version": 1, "hooks": nope}',
  ])
    expect((await lintFiles({ '.cursor/hooks.json': text })).map(({ code }) => code)).toEqual(['syntax'])
})

it('refuses a file that is nested too deep', async () => {
  const text = `{"version":1,"hooks":{"a":${'['.repeat(200_000)}`
  expect((await lintFiles({ '.cursor/hooks.json': text })).map(({ code }) => code)).toEqual(['too-deep'])
})

it('has a severity level for the code of every rule', () => {
  for (const { code } of rules) expect(['error', 'warning', 'note']).toContain(problemCodes[code].level)
})

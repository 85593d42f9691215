import { problemCodes } from '@hookline/core/protocol'
import { expect, it } from 'vitest'
import { rules } from './rules/index.ts'
import { cursor, lintFiles } from './testing/lint-files.ts'

it('ten times the entries take little more than ten times as long', async () => {
  const took = async (length: number): Promise<number> => {
    const entries = Array.from({ length }, (_, at) => ({ command: `./hooks/x${at}.sh`, timeout: 60000, matcher: 'a' }))
    const started = performance.now()
    const found = await lintFiles({ '.cursor/hooks.json': cursor('beforeShellExecution', ...entries) })
    expect(found.filter(({ code }) => code === 'timeout-unit')).toHaveLength(length)
    return performance.now() - started
  }
  await took(100)
  expect((await took(10_000)) / (await took(1_000))).toBeLessThan(40)
})

it('a text that is no JSON has the reader’s one error', async () => {
  for (const text of [
    '',
    '{',
    '[1,',
    '{"version":1,"hooks":{"stop":[{"command":"x"',
    '\ufeff{"version": 1, "hooks": nope}',
  ])
    expect((await lintFiles({ '.cursor/hooks.json': text })).map(({ code }) => code)).toEqual(['syntax'])
})

it('a bottomless file is refused, not followed', async () => {
  const text = `{"version":1,"hooks":{"a":${'['.repeat(200_000)}`
  expect((await lintFiles({ '.cursor/hooks.json': text })).map(({ code }) => code)).toEqual(['too-deep'])
})

it('every rule has its paragraph, and a level to be reported with', () => {
  for (const { code } of rules) expect(['error', 'warning', 'note']).toContain(problemCodes[code].level)
})

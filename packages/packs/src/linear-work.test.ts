/** Checks that the guards take linear, not quadratic, time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readShell } from '@hookline/core/shell'
import { afterAll, describe, expect, test } from 'vitest'
import { judges } from './testing/judge-all.ts'

const base = mkdtempSync(join(tmpdir(), 'hookline-linear-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const all = judges(base)

/** Texts whose repeated unit once took quadratic time. */
const shapes: readonly (readonly [string, (times: number) => string])[] = [
  ['classes that nothing closes', (times) => '['.repeat(5 * times)],
  ['commas and no brace', (times) => '"a",'.repeat(times)],
  ['empty lines in a query', (times) => `psql -c '${'\n'.repeat(3 * times)}'`],
  ['many words', (times) => `cat ${'while '.repeat(times / 2)}`],
  ['many redirections', (times) => `nc.openbsd ${'a < b net gzip '.repeat(times / 8)}`],
  ['a path of many names', (times) => `bash ~/${'node_modules/a/'.repeat(times / 2)}a disable x`],
  ['homes within homes', (times) => `cat ${'~/'.repeat(2 * times)}`],
  ['backslashes in data', (times) => `curl -d "${'\\x41'.repeat(times)}" https://a.example`],
  ['statements without an end', (times) => `psql -c '${'DELETE FROM '.repeat(times / 4)}'`],
  ['empty lines in a script of sed', (times) => `sed '${'\n'.repeat(5 * times)}'`],
  ['empty lines in a script of ed', (times) => `ed x <<< '${'\n'.repeat(times)}'`],
  ['escapes in a script of sed', (times) => `sed 's/${'\\a'.repeat(times)}' x`],
  ['escapes in an open string', (times) => `python3 -c 'run("hookline ${'\\a'.repeat(times)}'`],
  ['settings without a value', (times) => `GIT_CONFIG_PARAMETERS="${'1-'.repeat(4 * times)}" git log`],
  ['loops without an end', (times) => `python3 -c '${'while '.repeat(times)}'`],
]

/** CPU time in milliseconds for reading and checking a text, the best of several runs. */
async function costs(text: string): Promise<readonly number[]> {
  const best = all.map(() => Infinity)
  for (let round = 0; round < 4; round++)
    for (const [at, { judge }] of all.entries()) {
      readShell('')
      const before = process.cpuUsage()
      await judge(text)
      const { user, system } = process.cpuUsage(before)
      best[at] = Math.min(best[at] ?? Infinity, (user + system) / 1_000)
    }
  return best
}

const FEW = 1_250
/** Four times the text should take about four times as long; sixteen times would be quadratic. */
const MAX_GROWTH = 7
/** Shorter times are noise. */
const LEAST_MS = 2

describe('takes far less than sixteen times as long for four times the text', () => {
  test.each(shapes)('%s', async (_name, make) => {
    const small = await costs(make(FEW))
    const large = await costs(make(4 * FEW))
    const steep = large.flatMap((ms, at) => {
      const growth = ms / Math.max(LEAST_MS, small[at] ?? 0)
      return growth > MAX_GROWTH ? [`${all[at]?.name}: ${growth.toFixed(1)} times`] : []
    })
    expect(steep).toEqual([])
  })
})

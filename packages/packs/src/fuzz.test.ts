import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../../bench/guard-fuzz.mjs', import.meta.url))
const MAX_MS = 300_000

interface Judged {
  readonly at: number
  readonly took: readonly number[]
  readonly thrown: readonly string[]
  readonly hanging?: { readonly judge: number }
}

/** A sample of the 20,000 texts of `node bench/guard-fuzz.mjs`. A text that takes too long is stopped and reported. */
test('every pack decides on every random and hostile text without throwing', { timeout: MAX_MS + 10_000 }, () => {
  const { stdout, stderr, signal } = spawnSync(process.execPath, [script, '--skip-corpus', '--count', '80', '--json'], {
    env: { ...process.env, HOOKLINE_FUZZ_HANGS_MS: '60000' },
    encoding: 'utf8',
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 2 ** 26,
  })
  expect([signal, stderr]).toEqual([null, ''])
  const { made } = JSON.parse(stdout) as { readonly made: readonly Judged[] }
  expect(made).toHaveLength(80)
  expect(made.filter(({ took, hanging }) => hanging !== undefined || took.length === 0)).toEqual([])
  expect(made.flatMap(({ at, thrown }) => thrown.map((what) => `${at}: ${what}`))).toEqual([])
})

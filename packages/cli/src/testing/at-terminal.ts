/** Runs commands at a terminal that no program of the test belongs to. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from './cli.ts'

const has = (program: string) => spawnSync('which', [program]).status === 0
export const hasTerminals = has('script') && has('setsid') && process.platform === 'linux'

let terminals = 0
/** Runs a shell command as a person does: at a terminal, started by no program of the test. */
export async function atTerminal(
  scratch: Sandbox,
  command: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const out = join(scratch.directory, `terminal-${terminals++}`)
  spawnSync('setsid', ['-f', 'sh', '-c', `script -qec "$0" ${out}.log < /dev/null; touch ${out}.done`, command], {
    cwd: scratch.root,
    env: { ...scratch.env, ...env },
  })
  for (let waited = 0; waited < 600 && !existsSync(`${out}.done`); waited++) await sleep(50)
  return readFileSync(`${out}.log`, 'utf8').replace(/\s+/g, ' ')
}

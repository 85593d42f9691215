/** Makes the changes: whole files or nothing, their modes kept. */

import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { runGit } from '@hookline/core/git'
import { findProgram } from '../../programs.ts'
import type { Change } from './plan.ts'

export interface Failed {
  readonly file: string
  readonly why: string
}

/** What could not be done is said; the rest is done. */
export async function makeChanges(changes: readonly Change[]): Promise<readonly Failed[]> {
  const failed: Failed[] = []
  for (const change of changes) {
    const file = change.kind === 'text' ? change.file : change.path
    try {
      if (change.kind === 'text') replaceText(change.file, change.before, change.after)
      else await makeExecutable(change.path, change.inGit)
    } catch (thrown) {
      failed.push({ file, why: thrown instanceof Error ? thrown.message : String(thrown) })
    }
  }
  return failed
}

/** Through a link to the file itself, by a rename, and only if nobody wrote to it meanwhile. */
function replaceText(file: string, before: string, after: string): void {
  const real = realpathSync(file)
  if (readFileSync(real, 'utf8') !== before) throw new Error('it was changed meanwhile')
  const beside = join(dirname(real), `.${basename(real)}.${randomBytes(6).toString('hex')}`)
  const descriptor = openSync(beside, 'wx', 0o600)
  try {
    writeSync(descriptor, after)
    fchmodSync(descriptor, statSync(real).mode & 0o7777)
    fsyncSync(descriptor)
  } catch (thrown) {
    rmSync(beside, { force: true })
    throw thrown
  } finally {
    closeSync(descriptor)
  }
  renameSync(beside, real)
}

/** Whoever may read it may then run it. */
async function makeExecutable(path: string, inGit: boolean): Promise<void> {
  const mode = statSync(path).mode & 0o7777
  chmodSync(path, mode | ((mode & 0o444) >> 2))
  const git = inGit ? findProgram('git', (process.env.PATH ?? '').split(delimiter), ['', '.exe']) : undefined
  if (git === undefined) return
  const args = ['--literal-pathspecs', 'update-index', '--chmod=+x', '--', basename(path)]
  const { code, stderr } = await runGit(args, { cwd: dirname(path) })
  if (code !== 0) throw new Error(`git did not take the mode: ${stderr.trim()}`)
}

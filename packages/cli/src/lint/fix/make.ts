/** Applies changes. Each file is replaced as a whole or not at all, and keeps its mode. */

import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { replaceFile } from '@hookline/core/files'
import { runGit } from '@hookline/core/git'
import { findProgram, searchPath } from '../../machine/programs.ts'
import type { Change } from './plan.ts'

export interface FailedChange {
  readonly file: string
  readonly why: string
}

/** Applies as many changes as possible and returns those that failed. */
export async function makeChanges(changes: readonly Change[]): Promise<readonly FailedChange[]> {
  const failed: FailedChange[] = []
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

/** Follows a symbolic link and replaces the file by a rename, unless it has changed since it was read. */
function replaceText(file: string, before: string, after: string): void {
  const real = realpathSync(file)
  if (readFileSync(real, 'utf8') !== before)
    throw new Error('the file has changed since it was checked; run hookline check --fix again')
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
  replaceFile(beside, real)
}

/** Gives the right to run the file to everyone who may read it. */
async function makeExecutable(path: string, inGit: boolean): Promise<void> {
  const mode = statSync(path).mode & 0o7777
  chmodSync(path, mode | ((mode & 0o444) >> 2))
  const git = inGit ? findProgram('git', searchPath(process.env)) : undefined
  if (git === undefined) return
  const args = ['--literal-pathspecs', 'update-index', '--chmod=+x', '--', basename(path)]
  const { code, stderr } = await runGit(args, { cwd: dirname(path) })
  if (code !== 0) throw new Error(`git update-index --chmod=+x failed: ${stderr.trim()}`)
}

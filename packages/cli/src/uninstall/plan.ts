/** Plans how everything that Hookline wrote goes away: files as they were before, entries of ours out of files that changed since. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Entry } from '@hookline/core/node'
import { connectable } from '../connect/agents-here.ts'
import { connectionsOf } from '../connect/connections.ts'
import { markEdits } from '../connect/settings.ts'
import { CannotEdit, changeOf, type FileChange } from '../edit/change.ts'
import { bytesOf, hashOf, readWritten, type Written, type WrittenFile } from '../edit/written.ts'
import { type OwnParts, planRestore } from '../link/restore.ts'

interface KeptFile {
  readonly path: string
  readonly why: string
}
export interface UninstallPlan {
  readonly changes: readonly FileChange[]
  /** Files that stay, because someone else's text is in them. */
  readonly kept: readonly KeptFile[]
  readonly written: Written
}

/** `entries` are those of every source in the current workspace and the home directory. */
export function planUninstall(entries: readonly Entry[], cwd: string): UninstallPlan {
  const written = readWritten()
  const calls = new Map(
    connectable.flatMap((agent) => connectionsOf(agent, entries)).map((entry) => [entry.origin.file ?? '', true]),
  )
  const paths = new Set([...Object.keys(written.files), ...calls.keys()])
  const plans = [...paths].map((path) => planFile(path, written, entries, cwd))
  return {
    changes: plans.flatMap(({ changes }) => changes),
    kept: plans.flatMap(({ kept }) => kept),
    written,
  }
}

type FilePlan = Pick<UninstallPlan, 'changes' | 'kept'>

function planFile(path: string, written: Written, entries: readonly Entry[], cwd: string): FilePlan {
  const note = written.files[path]
  try {
    if (note !== undefined && isUntouched(path, note)) return { changes: [restoreFirst(path, note, cwd)], kept: [] }
    if (note !== undefined && bytesOf(path) === null) return { changes: [], kept: [] }
    const changes = planRestore(path, ownParts(path, entries), cwd, written)
    if (note === undefined || changes.some(({ removes }) => removes === true)) return { changes, kept: [] }
    return { changes, kept: [{ path, why: 'it was changed since Hookline wrote it' }] }
  } catch (thrown) {
    if (!(thrown instanceof CannotEdit)) throw thrown
    return { changes: [], kept: [{ path, why: thrown.message }] }
  }
}

function ownParts(path: string, entries: readonly Entry[]): OwnParts {
  const found = connectable.map((agent) => ({
    agent,
    calls: connectionsOf(agent, entries).filter(({ origin }) => origin.file === path),
  }))
  const inHome = ({ origin }: Entry) => origin.root === undefined
  return {
    entries: found.flatMap(({ calls }) => calls),
    isWhole: found.some(({ agent, calls }) => calls.length > 0 && agent.settings?.wholeFiles !== undefined),
    edits: found.flatMap(({ agent, calls }) => (calls.some(inHome) ? markEdits({ agent, level: 'user' }, false) : [])),
  }
}

/** Only Hookline wrote to the file since it first did. */
const isUntouched = (path: string, { after, mixed }: WrittenFile): boolean =>
  mixed !== true && hashOf(bytesOf(path)) === after

function restoreFirst(path: string, { before }: WrittenFile, cwd: string): FileChange {
  // A schema has thousands of generated lines: its name is enough.
  if (before === null) return changeOf(path, '', cwd, { removes: true, generated: path.endsWith('.schema.json') })
  const bytes = Buffer.from(before, 'base64')
  return changeOf(path, bytes.toString('utf8'), cwd, { bytes })
}

/** The directories of Hookline's own state that exist, and of its sockets. */
export function ownDirectories(
  directories: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const runtime = env.XDG_RUNTIME_DIR
  const user = process.getuid?.()
  // The launcher chooses in the same way.
  const sockets = runtime === undefined || runtime === '' ? `/tmp/hookline-${user}` : join(runtime, 'hookline-d')
  return [...directories, sockets].filter((path) => existsSync(path))
}

/** Directories above Hookline's own that it may have created in an empty home: removed only if they are empty. */
export function emptyParents(directories: readonly string[], home = homedir()): readonly string[] {
  const parents = directories.flatMap((path) => parentsWithin(path, home))
  return [...new Set(parents)].toSorted((a, b) => b.length - a.length)
}

function parentsWithin(path: string, home: string): readonly string[] {
  const parent = join(path, '..')
  return parent.length > home.length && parent.startsWith(home) ? [parent, ...parentsWithin(parent, home)] : []
}

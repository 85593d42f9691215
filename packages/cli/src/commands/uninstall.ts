/** `hookline uninstall`: removes every entry, file and state that Hookline wrote. */
import { rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  cacheDirectory,
  configDirectory,
  knownTeams,
  nodeFiles,
  stateDirectory,
  thisPlatform,
} from '@hookline/core/team'
import { canAsk, confirm } from '../confirm.ts'
import { findLauncher, stopDaemons } from '../connect/launcher.ts'
import { readState } from '../connect/read-state.ts'
import { applyChanges, catchEditErrors, fileReports } from '../edit/apply-changes.ts'
import { writeAll } from '../edit/write.ts'
import { editOptions, readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText, shownPath } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { emptyParents, ownDirectories, planUninstall, type UninstallPlan } from '../uninstall/plan.ts'

export const help = `Usage: hookline uninstall [options]

Removes everything that Hookline wrote: the entries in your agents' settings, the
files that its commands created in your projects and your home directory, the
record of trust, the log, the cache and the sockets. It also ends the daemon. It
shows every change first. A file that was there before is byte by byte as it was.
If someone else changed a file since, only Hookline's entries are removed from
it, and it is listed. Afterwards remove the program itself: npm rm -g hookline

  --yes          do not ask (required without a terminal)
  --dry-run      show every line and remove nothing
  --cwd <dir>    start in this directory. The workspace is the nearest
                 parent with ${rootMarksText}
  --json         { files, directories, kept, result }

Exit codes: 0 removed; 1 not removed, or some files stay; 64 wrong usage.

Example: hookline uninstall --dry-run
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, editOptions, 0)
  const root = findRoot(readDirectory(values.cwd, io))
  const platform = thisPlatform()
  const [team] = knownTeams(nodeFiles, platform)
  if (team !== undefined) {
    io.stderr.write(`This machine is in the team ${team}. Leave it first: hookline team logout ${team}\n`)
    return exits.finding
  }
  const isDry = values['dry-run'] === true
  if (!isDry && values.yes !== true && !canAsk(io))
    throw new UsageError('there is no terminal to ask at. Add --yes to remove everything, or --dry-run to see it')
  return catchEditErrors(io, async () => {
    const plan = planUninstall((await readState(root)).entries, io.cwd)
    const own = ownDirectories([stateDirectory(platform), cacheDirectory(platform)], io.env)
    const config = configDirectory(platform)
    if (values.json !== true) await show(plan, own, io)
    if (isDry) return report(values, plan, own, 'dry run', io)
    if (values.yes !== true && !(await confirm(io, 'Remove all of this?')))
      return report(values, plan, own, 'declined', io)
    const launcher = findLauncher()
    if (launcher !== undefined) await stopDaemons(launcher, io.env)
    writeAll(plan.changes, io.cwd)
    for (const path of [...own, join(config, 'gates.json')]) rmSync(path, { recursive: true, force: true })
    const created = plan.written.directories.toSorted((a, b) => b.length - a.length)
    for (const path of [...created, config, ...emptyParents([...own, config])]) removeIfEmpty(path)
    return report(values, plan, own, 'removed', io)
  })
}

function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // It is not empty, or it does not exist.
  }
}

async function show({ changes, kept }: UninstallPlan, own: readonly string[], io: Io): Promise<void> {
  await applyChanges(changes, { dryRun: true, asks: 'always' }, io)
  for (const path of own) io.stdout.write(`  - ${oneLine(shownPath(path, io.cwd))}  everything in it\n`)
  for (const { path, why } of kept) io.stdout.write(`  ! ${oneLine(shownPath(path, io.cwd))} stays: ${oneLine(why)}\n`)
}

function report(
  { json: asJson }: { readonly json?: boolean | undefined },
  { changes, kept }: UninstallPlan,
  directories: readonly string[],
  result: 'dry run' | 'declined' | 'removed',
  io: Io,
): number {
  if (asJson === true) io.stdout.write(`${json({ files: fileReports(changes, io.cwd), directories, kept, result })}\n`)
  else if (result === 'removed')
    io.stderr.write('Hookline no longer guards anything here. To remove the program: npm rm -g hookline\n')
  else io.stderr.write('Nothing was removed.\n')
  return result === 'declined' || (result === 'removed' && kept.length > 0) ? exits.finding : exits.fine
}

/** `hookline uninstall`: removes every entry, file and state that Hookline wrote. */
import { rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  cacheDirectory,
  configDirectory,
  copiesDirectory,
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
import { loadTeam } from '../team/load.ts'
import { json, oneLine } from '../text/plain.ts'
import { emptyParents, ownDirectories, planUninstall, type UninstallPlan } from '../uninstall/plan.ts'

export const help = `Usage: hookline uninstall [options]

Removes everything that Hookline wrote: the entries in your agents' settings,
the files that its commands created in your projects and your home directory,
the record of trust, the log, the cache and the sockets. It also ends the
daemon, and leaves the teams that this machine is in. It shows every change
first. A file that was there before is byte by byte as it was. If someone else
changed a file since, only Hookline's entries are removed from it, and it is
listed. Afterwards remove the program itself: npm rm -g hookline

  --yes          do not ask (required without a terminal)
  --dry-run      show every line and remove nothing
  --cwd <dir>    start in this directory. The workspace is the nearest
                 parent with ${rootMarksText}
  --json         { files, directories, teams, kept, result }

Exit codes: 0 removed; 1 not removed, or some files stay; 64 wrong usage.

Example: hookline uninstall --dry-run
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, editOptions, 0)
  const root = findRoot(readDirectory(values.cwd, io))
  const platform = thisPlatform()
  const teams = knownTeams(nodeFiles, platform)
  const isDry = values['dry-run'] === true
  if (!isDry && values.yes !== true && !canAsk(io))
    throw new UsageError('there is no terminal to ask at. Add --yes to remove everything, or --dry-run to see it')
  return catchEditErrors(io, async () => {
    const plan = planUninstall((await readState(root)).entries, io.cwd)
    const own = ownDirectories([stateDirectory(platform), copiesDirectory(platform), cacheDirectory(platform)], io.env)
    const config = configDirectory(platform)
    const removed = { plan, directories: own, teams }
    if (values.json !== true) await show(removed, io)
    if (isDry) return report(values, removed, 'dry run', io)
    if (values.yes !== true && !(await confirm(io, 'Remove all of this?')))
      return report(values, removed, 'declined', io)
    if (!(await leaveTeams(teams, io))) return report(values, removed, 'declined', io)
    const launcher = findLauncher()
    if (launcher !== undefined) await stopDaemons(launcher, io.env)
    writeAll(plan.changes, io.cwd)
    for (const path of [...own, join(config, 'gates.json')]) rmSync(path, { recursive: true, force: true })
    const created = plan.written.directories.toSorted((a, b) => b.length - a.length)
    for (const path of [...created, config, ...emptyParents([...own, config])]) removeIfEmpty(path)
    return report(values, removed, 'removed', io)
  })
}

/** First of all, because the key with which the machine takes leave of the server is part of the state. */
async function leaveTeams(teams: readonly string[], io: Io): Promise<boolean> {
  const client = teams.length === 0 ? undefined : await loadTeam(io)
  if (client === undefined) return teams.length === 0
  for (const team of teams) {
    const { name, untold } = await client.leave(client.thisMachine(), team)
    io.stderr.write(`This machine left ${oneLine(name)}. Its hooks are removed.\n`)
    if (untold !== undefined)
      io.stderr.write(`The server could not be notified and still lists this machine: ${oneLine(untold)}\n`)
  }
  return true
}

interface Removed {
  readonly plan: UninstallPlan
  readonly directories: readonly string[]
  readonly teams: readonly string[]
}

function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // It is not empty, or it does not exist.
  }
}

async function show({ plan: { changes, kept }, directories, teams }: Removed, io: Io): Promise<void> {
  await applyChanges(changes, { dryRun: true, asks: 'always' }, io)
  for (const team of teams) io.stdout.write(`  - the team ${oneLine(team)}: this machine leaves it, and its hooks go\n`)
  for (const path of directories) io.stdout.write(`  - ${oneLine(shownPath(path, io.cwd))}  everything in it\n`)
  for (const { path, why } of kept) io.stdout.write(`  ! ${oneLine(shownPath(path, io.cwd))} stays: ${oneLine(why)}\n`)
}

function report(
  { json: asJson }: { readonly json?: boolean | undefined },
  { plan: { changes, kept }, directories, teams }: Removed,
  result: 'dry run' | 'declined' | 'removed',
  io: Io,
): number {
  if (asJson === true)
    io.stdout.write(`${json({ files: fileReports(changes, io.cwd), directories, teams, kept, result })}\n`)
  else if (result === 'removed')
    io.stderr.write('Hookline no longer guards anything here. To remove the program: npm rm -g hookline\n')
  else io.stderr.write('Nothing was removed.\n')
  return result === 'declined' || (result === 'removed' && kept.length > 0) ? exits.finding : exits.fine
}

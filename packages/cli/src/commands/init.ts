/** `hookline init`: inspects the workspace, suggests packs and agent connections, asks, writes them, and proves that they work. */

import { usualDirectory } from '@hookline/core/agents'
import { catchEditErrors } from '../edit/apply-changes.ts'
import { CannotEdit } from '../edit/change.ts'
import { editOptions, readDirectory, readFlags, UsageError } from '../flags.ts'
import { initProject } from '../init/project.ts'
import { initUser } from '../init/user.ts'
import type { Io } from '../io.ts'
import { rootMarksText } from '../paths.ts'

export const help = `Usage: hookline init [--user] [--yes] [--dry-run] [options]

Inspects the workspace (agents, package manager, formatters, tests, existing
hooks) and suggests ready-made packs that fit it (hookline packs). They go to
.hookline/hookline.json. It also connects the agents that it finds on this
machine, as \`hookline connect\` does: each calls Hookline from your own settings
of it, in all your projects. Shows what it would write, asks, writes and trusts
it, and then proves that it works: it sends real events through the packs and
through the agent's own command. The pack config-guard keeps agents from
changing the hooks or Hookline itself; leave it out with --without config-guard.
Existing files keep their comments and order. Nothing is overwritten. To write
hooks of your own: hookline new

  --user             set up your home directory instead: a first hook in
                     ~/${usualDirectory}, packs in ~/.config/hookline/hookline.json,
                     and a connection for each agent found there. At a terminal
                     it then offers to open the panel, unless you pass --yes
  --project          also write the project's own files for agents, so that the
                     agents of colleagues call Hookline too
  --with <name>      include this suggestion too (verify-on-stop is off by
                     default); repeat for several
  --without <name>   leave this suggestion out; repeat for several
  --yes              do not ask (required without a terminal)
  --dry-run          show every line and write nothing
  --cwd <dir>        start in this directory. The workspace is the nearest
                     parent with ${rootMarksText}
  --json             { root, agents, stack, existing, guards, proposals, files,
                       result, trusted, proved, obstacles }

Exit codes: 0 done; 1 not written, or not proved; 64 wrong usage.

Example: hookline init --yes
`

const options = {
  user: { type: 'boolean' },
  project: { type: 'boolean' },
  with: { type: 'string', multiple: true },
  without: { type: 'string', multiple: true },
  ...editOptions,
} as const
export type Values = ReturnType<typeof readFlags<typeof options>>['values']

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, options, 0)
  const directory = readDirectory(values.cwd, io)
  if (values.user === true && values.project === true)
    throw new UsageError('use either --user or --project, not both: --user sets up your home directory')
  return catchEditErrors(io, () => {
    if (values.user === true && process.platform === 'win32')
      throw new CannotEdit(
        'the sample hook is a POSIX shell script, which Windows cannot run. Create one in TypeScript instead: hookline new <name> --event <event> --user --ts',
      )
    const openPanel = async (root: string) => (await import('./panel.ts')).run(['--cwd', root], io)
    return values.user === true ? initUser(values, io, openPanel) : initProject(values, directory, io)
  })
}

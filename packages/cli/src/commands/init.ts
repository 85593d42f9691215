/** `hookline init`: inspects the workspace, suggests packs and agent connections, asks, writes them, and proves that they work. */

import { usualDirectory } from '@hookline/core/agents'
import { catchEditErrors } from '../edit/apply-changes.ts'
import { CannotEdit } from '../edit/change.ts'
import { editOptions, readDirectory, readFlags } from '../flags.ts'
import { initProject } from '../init/project.ts'
import { initUser } from '../init/user.ts'
import type { Io } from '../io.ts'
import { rootMarksText } from '../paths.ts'

export const help = `Usage: hookline init [--user] [--yes] [--dry-run] [options]

Inspects the workspace (agents, package manager, formatters, tests, existing
hooks), suggests ready-made packs that fit it (hookline packs), and for each
agent an entry in its own settings that calls Hookline. Shows what it would
write, asks, writes and trusts it, and then proves that it works: it sends real
events through the packs and through the agent's own command. The pack
config-guard keeps agents from changing the hooks or Hookline itself; leave it
out with --without config-guard. Existing files keep their comments and order.
Nothing is overwritten. To write hooks of your own: hookline new

  --user             set up your home directory instead: a first hook in
                     ~/${usualDirectory}, packs in ~/.config/hookline/hookline.json,
                     and a connection for each agent found there. At a terminal
                     it then offers to open the panel, unless you pass --yes
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
  with: { type: 'string', multiple: true },
  without: { type: 'string', multiple: true },
  ...editOptions,
} as const
export type Values = ReturnType<typeof readFlags<typeof options>>['values']

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, options, 0)
  const directory = readDirectory(values.cwd, io)
  return catchEditErrors(io, () => {
    if (values.user === true && process.platform === 'win32')
      throw new CannotEdit(
        'the sample hook is a POSIX shell script, which Windows cannot run. Create one in TypeScript instead: hookline new <name> --event <event> --user --ts',
      )
    const openPanel = async (root: string) => (await import('./panel.ts')).run(['--cwd', root], io)
    return values.user === true ? initUser(values, io, openPanel) : initProject(values, directory, io)
  })
}

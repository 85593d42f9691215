/** `hookline init`: looks around, suggests packs and who shall call them, writes after a yes, and proves that they work. */

import { usualDirectory } from '@hookline/core/agents'
import { mendable } from '../edit/carry-out.ts'
import { CannotEdit } from '../edit/change.ts'
import { readDirectory, readFlags } from '../flags.ts'
import { initProject } from '../init/project.ts'
import { initUser } from '../init/user.ts'
import type { Io } from '../io.ts'
import { rootMarksText } from '../paths.ts'

export const help = `Usage: hookline init [--user] [--yes] [--dry-run] [options]

Looks at the workspace (agents, package manager, formatters, tests, hooks that are there),
suggests ready-made packs (hookline packs) that fit it, and for each agent an entry in its
own settings that calls Hookline. Shows what it would write, asks, writes, trusts what it
wrote, and then proves it: real events through the packs and through the agent's own
command. One of the packs, config-guard, keeps agents from changing the hooks or Hookline
itself (--without config-guard leaves it out). Files that are there keep their comments and order; nothing is overwritten.
Hooks that are scripts of your own: hookline new.

  --user             instead: a first hook of your own, in ~/${usualDirectory}, and config-guard in
                     ~/.config/hookline/hookline.json; agents in your home
                     directory are connected in their own settings there. At a terminal,
                     unless --yes is given, it then offers to open the panel
  --with <name>      take this one too (verify-on-stop is off by itself); may be repeated
  --without <name>   leave this one out; may be repeated
  --yes              do not ask (needed where there is no terminal)
  --dry-run          show every line, write nothing
  --cwd <dir>        start here; the workspace is the nearest directory upward
                     that holds ${rootMarksText}
  --json             { root, agents, stack, existing, proposals, files, result, trusted, proved,
                     obstacles }

Exit codes: 0 done, 1 not written or not as it should be, 64 wrong usage.

Example: hookline init --yes
`

const options = {
  user: { type: 'boolean' },
  with: { type: 'string', multiple: true },
  without: { type: 'string', multiple: true },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const
export type Values = ReturnType<typeof readFlags<typeof options>>['values']

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, options, 0)
  const directory = readDirectory(values.cwd, io)
  return mendable(io, () => {
    if (values.user === true && process.platform === 'win32')
      throw new CannotEdit(
        'the sample is a POSIX shell script, which Windows does not run; see hookline new --user --ts',
      )
    const openPanel = async (root: string) => (await import('./panel.ts')).run(['--cwd', root], io)
    return values.user === true ? initUser(values, io, openPanel) : initProject(values, directory, io)
  })
}

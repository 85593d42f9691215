/** `hookline team`: a machine in a team, and a team from a terminal. The team package is loaded here and nowhere else. */
import type { TeamCommand } from '@hookline/core/node'
import { UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { oneLine } from '../plain.ts'
import { enroll } from '../team/enroll.ts'
import { helps } from '../team/help.ts'
import { hooks } from '../team/hooks.ts'
import { keygen } from '../team/keygen.ts'
import { loadTeam } from '../team/load.ts'
import { logout } from '../team/logout.ts'
import { publish } from '../team/publish.ts'
import { status } from '../team/status.ts'
import { sync } from '../team/sync.ts'
import type { Act } from '../team/types.ts'

export const help = `Usage: hookline team enroll <url> <code> | sync | status | hooks | logout
       hookline team keygen <owner link> | publish <dir>

On a machine of the team:
  enroll <url> <code>   join: the team's hooks are installed, signed, and in force
  sync [team]           bring them up to date now; engines that run do so every 30 minutes
  status [team]         what is in force, how old it is, and what was wrong
  hooks [team]          the hooks of the team that run here, and from which files
  logout [team]         leave: its hooks are removed from this machine (asks; --yes)

For whoever owns the team:
  keygen <owner link>   the link of hookline serve: makes your account and the root key,
                        which stays on this machine. With the server's address instead:
                        another machine of an owner gets a token to publish with
  keygen --rotate       new root keys, as many as there were; the old ones sign them
  keygen --rotate-online  new keys on the server, which ends the old ones; root keys stay
  publish <dir>         hooks.json and its scripts become what every machine has

Each has its own options: hookline team <command> --help. All take --json, and --team
<id or name> where there are several.
A code or a link given as - is asked for, or is the first line of stdin: others on this
machine can read arguments.

Exit codes: 0 fine, 1 refused, kept or not reachable (the last good hooks stay in force),
64 wrong usage.

Example: hookline team enroll https://hooks.example.com k3…
`

export const helpFor = (name: string | undefined): string | undefined =>
  name !== undefined && Object.hasOwn(helps, name) ? helps[name] : undefined

const acts: Readonly<Record<TeamCommand, Act>> = { enroll, sync, status, hooks, logout, keygen, publish }

export async function run([name, ...args]: readonly string[], io: Io): Promise<number> {
  const act = name === undefined || !Object.hasOwn(acts, name) ? undefined : acts[name as TeamCommand]
  if (act === undefined)
    throw new UsageError(
      name === undefined
        ? `what? ${Object.keys(acts).join(', ')}`
        : `there is no "team ${oneLine(name)}": ${Object.keys(acts).join(', ')}`,
    )
  const team = await loadTeam(io)
  if (team === undefined) return exits.finding
  try {
    return await act(args, { io, team, machine: team.thisMachine() })
  } catch (thrown) {
    if (!(thrown instanceof team.TeamError)) throw thrown
    io.stderr.write(`hookline: ${oneLine(thrown.message)}\n`)
    return exits.finding
  }
}

/** `hookline team`: the commands for a machine of a team and for its owners. Loads the team package only here. */
import type { TeamCommand } from '@hookline/core/node'
import { noSuchCommand } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { checklist } from '../team/checklist.ts'
import { enroll } from '../team/client/enroll.ts'
import { logout } from '../team/client/logout.ts'
import { sync } from '../team/client/sync.ts'
import { watch } from '../team/client/watch.ts'
import type { TeamAction } from '../team/command.ts'
import { coverage } from '../team/coverage.ts'
import { devices } from '../team/devices.ts'
import { helps } from '../team/help.ts'
import { hooks } from '../team/hooks.ts'
import { keygen } from '../team/keygen.ts'
import { loadTeam } from '../team/load.ts'
import { pause, resume } from '../team/publishing/pause.ts'
import { preview } from '../team/publishing/preview.ts'
import { publish } from '../team/publishing/publish.ts'
import { rollback } from '../team/publishing/rollback.ts'
import { rollout } from '../team/publishing/rollout.ts'
import { status } from '../team/status.ts'
import { token } from '../team/token.ts'
import { oneLine } from '../text/plain.ts'

export const help = `Usage: hookline team enroll <url> <code> | sync | status | hooks | logout
       hookline team keygen <owner link> | publish <dir> | preview [dir]
       hookline team token create <name>
       hookline team pause all --reason <why> | resume | rollback [revision]
       hookline team devices | coverage | checklist | rollout [advance | stop]

On a machine of the team:
  enroll <url> <code>   join a team and install its signed hooks
  sync [team]           update the hooks now; running engines do it every 30
                        minutes
  status [team]         show the hooks in force, the last sync and problems
  hooks [team]          list the team's hooks on this machine and their files
  logout [team]         leave the team and remove its hooks (asks first; --yes)

For owners of a team:
  keygen <owner link>   with the link from \`hookline serve\`: create your account
                        and the root key, which stays on this machine. With the
                        server's address instead: give another machine of an
                        owner a token for publishing
  keygen --rotate       replace the root keys; the old ones sign the new ones.
                        With --rotate-online: replace the keys on the server
  publish <dir>         publish a hooks.json and its scripts to every machine
  preview [dir]         ask machines what packs and rules of a directory would
                        have denied over their own logs, and show the counts
  pause all | <hook>    every machine skips all hooks or one, for a while
                        (--for, --reason)
  resume [hook]         end the pauses before their time
  rollback [revision]   every machine gets the hooks of an older revision again
  rollout               show, advance or stop a revision that goes to some
                        machines first (publish --ring canary, --percent)
  token                 create, list and revoke service tokens for CI
  devices [search]      list machines, and choose the canaries of rollouts
                        (--canary, --no-canary)
  coverage              how many machines are guarded, and which are not
  checklist             what a new team has set up, and what is next

For the options of a command: hookline team <command> --help. All commands take
--json, and --team <id or name> if there are several teams. Other users of this
machine can read arguments. Use - instead of a code or a link to type it, or to
pass it on the first line of stdin.

Exit codes: 0 success; 1 refused, not updated or not reachable (the last good
hooks stay in force); 64 wrong usage.

Example: hookline team enroll https://hooks.example.com k3…
`

export const helpFor = (name: string | undefined): string | undefined =>
  name !== undefined && Object.hasOwn(helps, name) ? helps[name] : undefined

const actions: Readonly<Record<TeamCommand, TeamAction>> = {
  enroll,
  sync,
  status,
  hooks,
  coverage,
  checklist,
  devices,
  logout,
  keygen,
  publish,
  preview,
  pause,
  resume,
  rollback,
  rollout,
  token,
  watch,
}

export async function run([name, ...args]: readonly string[], io: Io): Promise<number> {
  // The condition checks that the name is a command.
  const action = name === undefined || !Object.hasOwn(actions, name) ? undefined : actions[name as TeamCommand]
  if (action === undefined) throw noSuchCommand('team', name, Object.keys(actions))
  const team = await loadTeam(io)
  if (team === undefined) return exits.finding
  try {
    return await action(args, { io, team, machine: team.thisMachine() })
  } catch (thrown) {
    if (!(thrown instanceof team.TeamError)) throw thrown
    io.stderr.write(`hookline: ${oneLine(thrown.message)}\n`)
    return exits.finding
  }
}

/** `hookline daemon`: whether the daemon of this user runs, and how to end it. */

import { type Daemon, findLauncher, listDaemons, stopDaemons, usesLauncher } from '../connect/launcher.ts'
import { noSuchCommand, readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'

export const help = `Usage: hookline daemon [status | stop] [--json]

The daemon keeps Hookline ready between events, so that an event costs a few
milliseconds instead of the start of Node. The launcher, which
"hookline connect" writes into the agents' settings, starts it with the first
event. It ends by itself after 15 minutes without an event, and when this copy
of Hookline is replaced. Without it, or where a caller is confined in another
way than the daemon, events are answered as by "hookline run". On Windows it is
used where HOOKLINE_DAEMON=on is set.

  status             say whether it runs (default)
  stop               end every daemon of yours; the next event starts a new one
  --json             print the state as JSON

Exit codes: 0 one runs (status) or all have ended (stop); 1 otherwise; 64 wrong
usage.

Example: hookline daemon status
`

const options = { json: { type: 'boolean' }, serve: { type: 'string' }, context: { type: 'string' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  if (values.serve !== undefined) {
    await (await import('../daemon/serve.ts')).serve(values.serve, values.context ?? '')
    return exits.fine
  }
  const [action = 'status'] = positionals
  if (action !== 'status' && action !== 'stop') throw noSuchCommand('daemon', action, ['status', 'stop'])
  const launcher = findLauncher()
  if (action === 'stop' && launcher !== undefined) await stopDaemons(launcher, io.env)
  const daemons = launcher === undefined ? [] : listDaemons(launcher, io.env)
  const state = { launcher: launcher ?? null, isUsed: launcher !== undefined && usesLauncher(io.env), daemons }
  io.stdout.write(values.json === true ? `${JSON.stringify(state, null, 2)}\n` : `${describe(state)}\n`)
  return (action === 'stop') === (daemons.length === 0) ? exits.fine : exits.finding
}

interface State {
  readonly launcher: string | null
  /** On Windows, only where the person has chosen it. */
  readonly isUsed: boolean
  readonly daemons: readonly Daemon[]
}

function describe({ launcher, isUsed, daemons }: State): string {
  if (launcher === null)
    return 'This copy of Hookline has no launcher for this system, so there is no daemon and every event starts Node.'
  if (daemons.length === 0 && !isUsed)
    return 'On Windows a daemon is used where HOOKLINE_DAEMON=on is set and "hookline connect" has run since. Every event starts Node.'
  if (daemons.length === 0)
    return 'No daemon is running. The first event that an agent sends through the launcher starts one.'
  return daemons.map(({ pid, socket }) => `A daemon is running: process ${pid}, ${socket}`).join('\n')
}

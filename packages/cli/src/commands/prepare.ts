/** `hookline prepare`: for the `prepare` script of a package.json. Says after `npm install` what turns the hooks of the repository on. */
import { callsHookline } from '@hookline/core/node'
import { isAgentShell } from '../agent-shell.ts'
import { canAsk, confirm } from '../confirm.ts'
import { readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { isCi } from '../machine/is-ci.ts'
import { findRoot } from '../paths.ts'
import { counted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'
import { preview } from '../trust/preview.ts'
import { readTrust } from '../trust/read-trust.ts'

export const help = `Usage: hookline prepare [--json]

For the scripts of a package.json, so that no one works in a clone whose hooks
are off without knowing it:

  "scripts": { "prepare": "hookline prepare" }

After npm install it prints how many hooks of the repository wait for your
trust, and the one command that shows them. At a terminal it offers to show
them at once, and trusts them only after a second yes. It writes nothing
without that yes, does nothing in CI (the variable CI), in an agent's shell
only prints, and never fails: its exit code is always 0.

  --json    { root, state, waiting, command }, and it does not ask

Exit codes: 0 always.

Example: hookline prepare
`

const options = { json: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, options, 0)
  if (isCi(io.env) && values.json !== true) return exits.fine
  try {
    await prepare(values.json === true, io)
  } catch (error) {
    // An install must not fail because of this.
    io.stderr.write(`hookline: ${oneLine(error instanceof Error ? error.message : String(error))}\n`)
  }
  return exits.fine
}

/** npm runs the script in the directory of the package, which has the command in its node_modules. */
const command = 'npx hookline trust add'

async function prepare(asJson: boolean, io: Io): Promise<void> {
  const root = findRoot(io.cwd)
  const { finding, store } = await readTrust(root)
  const { state, request, content } = finding
  const waits = state === 'untrusted' || state === 'changed'
  const waiting = waits ? request.entries.filter((entry) => !callsHookline(entry)).length : 0
  if (asJson) {
    io.stdout.write(`${json({ root, state, waiting, command })}\n`)
    return
  }
  if (waiting === 0) return
  const why = state === 'changed' ? 'changed since you trusted them' : 'not trusted yet'
  io.stderr.write(
    `Hookline: ${counted(waiting, 'hook of this repository is', 'hooks of this repository are')} ${why}. To see and trust them: ${command}\n`,
  )
  if (!canAsk(io) || content.excess !== undefined || (await isAgentShell(io))) return
  if (!(await confirm(io, 'Show them now?'))) return
  io.stdout.write(preview(finding, store, { style: styleFor(io.stdout, io.env), cwd: io.cwd }))
  if (!(await confirm(io, 'Trust these hooks?'))) return
  store.add(content)
  io.stderr.write('Trusted.\n')
}

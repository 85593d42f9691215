/** `hookline panel`: the hooks at work, in the browser, until Ctrl-C. */
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { openBrowser } from '../panel/server/browser.ts'
import { untilAborted } from '../panel/server/until-aborted.ts'
import { type StartedPanel, startPanel } from '../panel/start.ts'
import { findRoot, rootMarksText } from '../paths.ts'

export const help = `Usage: hookline panel [options]

Shows in the browser what the hooks of all agents on this machine do, as it
happens, and the hooks of this workspace: their decisions and why, problems, and
what would happen for an event. Listens only on 127.0.0.1, with a token in the
printed address. Read-only unless you pass --write. Press Ctrl-C to stop.

  --port <n>     use this port; default: the last one if it is free, or any
  --no-open      do not open the browser; on a pipe it never opens
  --write        allow the panel to disable hooks, fix hook files, mark
                 decisions and leave a team
  --cwd <dir>    start in this directory. The workspace is the nearest
                 parent with ${rootMarksText}
  --json         print { "url", "token" } on one line when it is ready

Exit codes: 130 after Ctrl-C; 1 the port is taken; 64 wrong usage.

Example: hookline panel --no-open
`

const options = {
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  write: { type: 'boolean' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, options, 0)
  const port = readPort(values.port)
  const root = findRoot(readDirectory(values.cwd, io))
  const write = values.write === true
  let started: StartedPanel
  try {
    started = await startPanel({ root, write, ...(port === undefined ? {} : { port }) }, io)
  } catch (thrown) {
    if (port === undefined || !isTaken(thrown)) throw thrown
    io.stderr.write(
      `hookline: port ${port} cannot be used (${thrown.code}). Without --port a free one is taken: hookline panel\n`,
    )
    return exits.finding
  }
  const { url, token } = started
  if (values.json === true) io.stdout.write(`${JSON.stringify({ url, token })}\n`)
  else io.stdout.write(`${url}\n`)
  if (io.stdout.isTTY === true) {
    io.stderr.write(
      `${write ? 'The panel can change hooks and their files (--write).' : 'Read-only.'} Press Ctrl-C to stop.\n`,
    )
    if (values['no-open'] !== true && values.json !== true) openBrowser(url)
  }
  await untilAborted(io.signal)
  await started.close()
  return exits.interrupted
}

const isTaken = (thrown: unknown): thrown is Error & { readonly code: string } =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'EADDRINUSE' || thrown.code === 'EACCES')

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535)
    throw new UsageError(`--port ${JSON.stringify(text)} is not a port. Use a number from 1 to 65535`)
  return port
}

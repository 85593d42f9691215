/** `hookline demo`: plays a scripted agent conversation that sends every event through real hook processes. */
import type { DemoRow } from '../demo/row.ts'
import { outputOptions, playSession } from '../demo/session.ts'
import { summarise, summaryLines } from '../demo/summary.ts'
import { createWorkspace } from '../demo/workspace.ts'
import { readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json } from '../text/plain.ts'

type DemoIo = Pick<Io, 'stdout' | 'env'> & Partial<Pick<Io, 'signal'>>

export const help = `Usage: hookline demo [--no-open] [--json]

Plays a conversation with a scripted agent in a temporary workspace. Every event
goes through real hook processes, and the decisions are printed as a timeline.
It does not read or change your files.

At a terminal the panel shows it too, slowly enough to follow. Hookline prints
and opens its address, and runs until Ctrl-C. On a pipe or in CI it prints the
timeline and ends.

  --no-open   do not open the browser
  --json      print the events with their decisions as JSON

Exit codes: 0 every event fired; 1 an event did not fire; 64 wrong usage.

Example: hookline demo --json | head -40
`

const options = { 'no-open': { type: 'boolean' }, json: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: DemoIo): Promise<number> {
  const { values } = readFlags(args, options, 0)
  if (values.json !== true && isInteractive(io)) {
    const { showDemo } = await import('../panel/show-demo.ts')
    return showDemo(values['no-open'] !== true, io)
  }
  const print = (line: string) => void (values.json === true || io.stdout.write(`${line}\n`))
  const began = performance.now()
  const rows = await playDemo(io, print)
  const summary = summarise(rows)
  for (const line of summaryLines(summary, rows.length, performance.now() - began)) print(line)
  if (values.json === true) io.stdout.write(`${json({ version: 1, events: rows, summary })}\n`)
  return summary.missing.length === 0 ? exits.fine : exits.finding
}

/** Whether a person is there who can end it with Ctrl-C. */
const isInteractive = (io: DemoIo): io is Io => {
  const inCi = io.env.CI !== undefined && io.env.CI !== '' && io.env.CI !== 'false'
  return io.stdout.isTTY === true && io.signal !== undefined && !inCi
}

async function playDemo(io: DemoIo, print: (line: string) => void): Promise<readonly DemoRow[]> {
  const workspace = createWorkspace(io.env)
  try {
    const signal = io.signal === undefined ? {} : { signal: io.signal }
    const { rows } = await playSession(workspace, { print, ...outputOptions(io), ...signal })
    return rows
  } finally {
    workspace.remove()
  }
}

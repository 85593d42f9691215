/** `hookline demo`: a conversation with a scripted agent that fires every event through real hook processes. */
import type { Row } from '../demo/row.ts'
import { playSession, shownOn } from '../demo/session.ts'
import { summarise, summaryLines } from '../demo/summary.ts'
import { createWorkspace } from '../demo/workspace.ts'
import { readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json } from '../plain.ts'

type DemoIo = Pick<Io, 'stdout' | 'env'> & Partial<Pick<Io, 'signal'>>

export const help = `Usage: hookline demo [--no-open] [--json]

Plays a conversation with a scripted agent in a temporary workspace: every one of
the events goes through real hook processes, and the decisions are printed as a
timeline. Nothing of yours is read or changed. Exits 1 when an event did not fire.

On a terminal the panel shows it too, at a speed to watch: its address is printed and
opened, and it stays until Ctrl-C. On a pipe or in CI it prints the timeline and ends.

  --no-open   do not open the browser
  --json      the events with their decisions, as data

Example: hookline demo --json | head -40
`

const options = { 'no-open': { type: 'boolean' }, json: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: DemoIo): Promise<number> {
  const { values } = readFlags(args, options, 0)
  if (values.json !== true && isWatched(io)) {
    const { showDemo } = await import('../panel/scene/show-demo.ts')
    return showDemo(values['no-open'] !== true, io)
  }
  const print = (line: string) => void (values.json === true || io.stdout.write(`${line}\n`))
  const began = performance.now()
  const rows = await demonstrate(io, print)
  const summary = summarise(rows)
  for (const line of summaryLines(summary, rows.length, performance.now() - began)) print(line)
  if (values.json === true) io.stdout.write(`${json({ version: 1, events: rows, summary })}\n`)
  return summary.missing.length === 0 ? exits.fine : exits.finding
}

/** Somebody sits there who can end it. */
const isWatched = (io: DemoIo): io is Io => {
  const inCi = io.env.CI !== undefined && io.env.CI !== '' && io.env.CI !== 'false'
  return io.stdout.isTTY === true && io.signal !== undefined && !inCi
}

async function demonstrate(io: DemoIo, print: (line: string) => void): Promise<readonly Row[]> {
  const workspace = createWorkspace(io.env)
  try {
    const signal = io.signal === undefined ? {} : { signal: io.signal }
    const { rows } = await playSession(workspace, { print, ...shownOn(io), ...signal })
    return rows
  } finally {
    workspace.remove()
  }
}

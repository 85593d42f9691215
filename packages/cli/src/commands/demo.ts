/** `hookline demo`: a conversation with a scripted agent that fires every event through real hook processes. */
import { createHooks } from '@hookline/core/node'
import type { Row } from '../demo/row.ts'
import { play } from '../demo/story.ts'
import { summarise, summaryLines } from '../demo/summary.ts'
import { createTimeline } from '../demo/timeline.ts'
import { createWorkspace } from '../demo/workspace.ts'
import { readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json } from '../plain.ts'
import { styleFor } from '../style.ts'

type DemoIo = Pick<Io, 'stdout' | 'env'> & Partial<Pick<Io, 'signal'>>

export const help = `Usage: hookline demo [--json]

Plays a conversation with a scripted agent in a temporary workspace: every one of
the events goes through real hook processes, and the decisions are printed as a
timeline. Nothing of yours is read or changed. Exits 1 when an event did not fire.

  --json   the events with their decisions, as data

Example: hookline demo --json | head -40
`

export async function run(args: readonly string[], io: DemoIo = process): Promise<number> {
  const { values } = readFlags(args, { json: { type: 'boolean' } }, 0)
  const print = (line: string) => void (values.json === true || io.stdout.write(`${line}\n`))
  const began = performance.now()
  const rows = await demonstrate(io, print)
  const summary = summarise(rows)
  for (const line of summaryLines(summary, rows.length, performance.now() - began)) print(line)
  if (values.json === true) io.stdout.write(`${json({ version: 1, events: rows, summary })}\n`)
  return summary.missing.length === 0 ? exits.fine : exits.finding
}

async function demonstrate(io: DemoIo, print: (line: string) => void): Promise<readonly Row[]> {
  const workspace = createWorkspace(io.env)
  try {
    const hooks = await createHooks({
      workspaceRoots: [workspace.root],
      home: workspace.home,
      env: workspace.env,
      // It wrote these hooks itself a moment ago.
      trust: 'all',
      watch: false,
      onAsk: () => 'allow',
    })
    const timeline = createTimeline(workspace.root, print, styleFor(io.stdout, io.env))
    hooks.on('record', timeline.event)
    const stage = { hooks, timeline, workspace, ...(io.signal === undefined ? {} : { signal: io.signal }) }
    await play(stage).finally(() => hooks.close())
    return timeline.rows
  } finally {
    workspace.remove()
  }
}

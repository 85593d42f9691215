// stop: counts the failures of each conversation on disk, sends a summary to AGENT_TELEMETRY_URL if it is set, and asks
// for one more try after two failures in a row. It runs in bun, and in Node 22.6 or later (see typescript.sh).
// Counts are in $TRACK_STOP_DIR, else in track-stop/ beside hooks.json: one file per conversation, readable by its owner only.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface StopInput {
  conversation_id: string
  generation_id?: string
  model?: string
  status: 'completed' | 'aborted' | 'error'
  loop_count: number
}
interface Counts {
  failures: number
  inARow: number
}

// A project's hooks run in its root, which has a .cursor folder; a user's hooks run in ~/.cursor itself.
const directory = process.env.TRACK_STOP_DIR || (existsSync('.cursor') ? '.cursor/track-stop' : 'track-stop')
const TELEMETRY_MS = 2000

/** The host chooses the id, so it is hashed: the name of the file then cannot lead out of the directory. */
const fileOf = (conversation: string): string =>
  join(directory, `${createHash('sha256').update(conversation).digest('hex').slice(0, 32)}.json`)

function load(file: string): Counts {
  try {
    const { failures, inARow } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Counts>
    return { failures: Number(failures) || 0, inARow: Number(inARow) || 0 }
  } catch {
    return { failures: 0, inARow: 0 } // The first stop of this conversation, or a file that somebody broke.
  }
}

/** Writes a temporary file and renames it, so that no reader finds a partial file. */
function save(file: string, counts: Counts): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const aside = `${file}.${process.pid}`
  try {
    writeFileSync(aside, JSON.stringify(counts), { mode: 0o600 })
    renameSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Telemetry never delays an agent, and its failure changes nothing. */
async function report(summary: object): Promise<void> {
  const url = process.env.AGENT_TELEMETRY_URL
  if (!url) return
  try {
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(TELEMETRY_MS)
    const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(summary), signal })
    if (status >= 400) console.error(`track-stop: telemetry was answered with ${status}`)
  } catch (error) {
    console.error(`track-stop: telemetry was not sent: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const input = JSON.parse(readFileSync(0, 'utf8')) as StopInput
const file = fileOf(input.conversation_id)
const before = load(file)
const failed = input.status === 'error'
const inARow = failed ? before.inARow + 1 : 0
const retry = inARow === 2
save(file, { failures: before.failures + Number(failed), inARow })

const { conversation_id, generation_id, model, status, loop_count } = input
const failures = before.failures + Number(failed)
await report({ conversation_id, generation_id, model, status, loop_count, failures, failures_in_a_row: inARow, retry })

console.log(
  JSON.stringify(
    retry
      ? { followup_message: 'That failed twice in a row. Say what went wrong, then try once more in a different way.' }
      : {},
  ),
)

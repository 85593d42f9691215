// What is known of each event of a run, in arrays of fixed size: a list of results would look like a leak of the engine.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { openLog } from '@hookline/core/node'

export const ways = ['library', 'run', 'launcher']
/** `killed`: the program that the agent called was killed, so no one answers. */
const kinds = ['none', 'proceed', 'refuse', 'killed', 'no answer']

/** Counts of milliseconds, in steps of 2 %. */
export function createHistogram() {
  const counts = new Uint32Array(1200)
  const step = Math.log(1.02)
  let total = 0
  return {
    add(ms) {
      const at = Math.round(Math.log(Math.max(ms, 0.01) * 100) / step)
      counts[Math.min(at, counts.length - 1)] += 1
      total += 1
    },
    get total() {
      return total
    },
    percentile(part) {
      let seen = 0
      for (const [at, count] of counts.entries()) {
        seen += count
        if (seen > 0 && seen >= total * part) return Math.exp(at * step) / 100
      }
      return 0
    },
  }
}

export function createLedger(runs) {
  const ledger = {
    runs,
    row: new Uint16Array(runs),
    way: new Uint8Array(runs),
    answer: new Uint8Array(runs),
    records: new Uint8Array(runs),
    starts: new Uint8Array(runs),
    /** The record says that the daemon was lost. */
    lost: new Uint8Array(runs),
    recorded: new Uint8Array(runs),
  }
  return {
    ...ledger,
    note(at, row, way, kind) {
      ledger.row[at] = row
      ledger.way[at] = ways.indexOf(way)
      ledger.answer[at] = kinds.indexOf(kind)
    },
    kindOf: (at) => kinds[ledger.answer[at]],
    recordedKindOf: (at) => kinds[ledger.recorded[at]],
    wayOf: (at) => ways[ledger.way[at]],
  }
}

/** The number of the event that a command names; undefined for events of the warm-up. */
function eventOf(command, runs) {
  const at = Number(/^chaos-\d+ (\d+)$/.exec(command)?.[1] ?? Number.NaN)
  return at < runs ? at : undefined
}

/** Adds what the hooks themselves wrote: one line for each start. */
export async function readTrace(file, ledger) {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const at = eventOf(line, ledger.runs)
    if (at !== undefined) ledger.starts[at] += 1
  }
}

/** Adds the records of the log. */
export async function readRecords(directory, cache, ledger) {
  const log = openLog(directory, { cache })
  let before
  do {
    const page = await log.query({ limit: 500, ...(before !== undefined && { before }) })
    for (const { input, kind, because, runs } of page.records) {
      const at = eventOf(String(input.command), ledger.runs)
      if (at === undefined) continue
      ledger.records[at] += 1
      ledger.recorded[at] = kinds.indexOf(kind === 'ask' ? 'refuse' : kind)
      if (isLost(because, runs)) ledger.lost[at] = 1
    }
    before = page.next
  } while (before !== undefined)
  return log.size()
}

const lostMessage = 'the daemon ended before it answered'
const isLost = (because, runs) => JSON.stringify([because, runs]).includes(lostMessage)

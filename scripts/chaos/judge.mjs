// Compares what is known of each event with the contract.
import { wantedKind } from './workspace.mjs'

/** Whether the script can begin at all, so that it leaves a trace. */
const begins = ({ script, mode }) => script !== undefined && mode === undefined && !script.startsWith('#!/no/')

/** What was wrong with an event, or undefined. */
function judgeEvent(ledger, rows, at) {
  const row = rows[ledger.row[at]]
  const kind = ledger.kindOf(at)
  const wanted = wantedKind(row)
  const [starts, records] = [ledger.starts[at], ledger.records[at]]
  if (starts > 1) return `its hook ran ${starts} times`
  if (records > 1) return `${records} records`
  if (kind === 'killed') return undefined
  if (records === 0) return 'no record'
  const isLost = ledger.lost[at] === 1
  // The daemon was killed after its record and before its answer.
  const isUnanswered = ledger.wayOf(at) === 'launcher' && kind === 'refuse' && ledger.recordedKindOf(at) !== kind
  if (kind !== wanted && !((isLost || isUnanswered) && kind === 'refuse')) return `answered ${kind}, wanted ${wanted}`
  if (!isUnanswered && ledger.recordedKindOf(at) !== kind)
    return `answered ${kind}, recorded ${ledger.recordedKindOf(at)}`
  if (starts === 0 && begins(row.fault) && !isLost) return 'its hook did not run'
  return undefined
}

export function judgeAll(ledger, rows) {
  const wrong = []
  const totals = { lost: 0, unanswered: 0, killed: 0, recordsLost: 0, twice: 0 }
  for (let at = 0; at < ledger.runs; at++) {
    const kind = ledger.kindOf(at)
    if (ledger.lost[at] === 1) totals.lost += 1
    if (kind === 'killed') totals.killed += 1
    if (kind !== 'killed' && ledger.records[at] === 0) totals.recordsLost += 1
    if (ledger.starts[at] > 1) totals.twice += 1
    if (ledger.wayOf(at) === 'launcher' && kind === 'refuse' && ledger.recordedKindOf(at) === 'proceed')
      totals.unanswered += 1
    const why = judgeEvent(ledger, rows, at)
    if (why !== undefined) wrong.push({ event: at, way: ledger.wayOf(at), fault: rows[ledger.row[at]].fault.name, why })
  }
  return { wrong, totals }
}

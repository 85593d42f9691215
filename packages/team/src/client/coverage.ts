/** Sends which agents this machine has and whether they ask Hookline. The person can read the last report (`hookline team status --report`). */
import { readState } from '@hookline/core/team'
import { findCoverageProblem, type ReportedCoverage } from '../wire/coverage.ts'
import { DeviceService } from '../wire/index.ts'
import { serverFor } from './device/device.ts'
import { clientPaths, type Machine } from './device/machine.ts'
import { asTeamError, TeamError } from './failure.ts'
import type { DeviceConnection } from './poll.ts'
import { call } from './rpc.ts'

/** An unchanged report is repeated only after this time. */
const repeatMs = 6 * 3_600_000

export interface SentCoverage {
  readonly sentAt: string
  readonly report: ReportedCoverage
}

export async function sendCoverage(
  { device, machine, disk }: DeviceConnection,
  report: ReportedCoverage,
): Promise<void> {
  const problem = findCoverageProblem(report)
  if (problem !== undefined) throw new TeamError('local', `the report about agents is not valid: ${problem}`)
  const last = readSent(device.paths.coverage)
  const age = machine.now() - Date.parse(last?.sentAt ?? '')
  if (last !== undefined && age >= 0 && age < repeatMs && isSame(last.report, report)) return
  const { at, agents, canary } = report
  const message = {
    at,
    agents: [...agents],
    ...(canary === undefined ? {} : { canary: { ...canary, proved: [...canary.proved], failed: [...canary.failed] } }),
  }
  try {
    await call(serverFor(device, machine), DeviceService.method.reportCoverage, message)
  } catch (thrown) {
    // A server of an earlier version does not have this method.
    if (asTeamError(thrown).code !== 'not_found') throw thrown
    return
  }
  const sent: SentCoverage = { sentAt: new Date(machine.now()).toISOString(), report }
  disk.replaceFile(device.paths.coverage, `${JSON.stringify(sent, null, 2)}\n`)
}

/** Times count by the hour: an agent in use asks all the time, and a report each hour is enough. */
const isSame = (a: ReportedCoverage, b: ReportedCoverage): boolean => toKey(a) === toKey(b)
const toKey = ({ agents, canary }: ReportedCoverage): string =>
  JSON.stringify([agents, canary]).replace(/(\d{4}-\d\d-\d\dT\d\d):[\d:.]+(?=Z|[+-]\d\d:\d\d)/g, '$1')

/** The last report that the team's server has. Undefined: none was sent. */
export const readSentCoverage = (machine: Machine, team: string): SentCoverage | undefined =>
  readSent(clientPaths(machine, team).coverage)

function readSent(file: string): SentCoverage | undefined {
  const stored = readState(file)
  if (stored.kind !== 'read' || typeof stored.value.sentAt !== 'string') return undefined
  // Only Hookline writes this file.
  return stored.value as unknown as SentCoverage
}

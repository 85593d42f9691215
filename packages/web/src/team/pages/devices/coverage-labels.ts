/** The coverage of a team and of a device, as text. Pure. */
import { type Coverage, type CoverageState, coverageStates, type DeviceAgent } from '@hookline/team/wire'
import { formatAgo } from '../../../kit/text.ts'
import type { Tone } from '../../../wire/panel.ts'

interface StateLabel {
  readonly label: string
  readonly tone: Tone
  /** After a number of devices. */
  readonly phrase: string
}

export const stateLabels: Readonly<Record<CoverageState, StateLabel>> = {
  guarded: { label: 'Guarded', tone: 'allow', phrase: 'guarded' },
  partly: { label: 'Partly guarded', tone: 'fail', phrase: 'partly guarded: another agent does not ask' },
  idle: { label: 'No agent asks', tone: 'fail', phrase: 'enrolled, but no agent asks' },
  failing: { label: 'Proof failed', tone: 'deny', phrase: 'with a proof that failed' },
  quiet: { label: 'Quiet', tone: 'deny', phrase: 'without a sync for a while' },
  unknown: { label: 'Not reported', tone: 'plain', phrase: 'without a report about agents' },
}

/** A state of a newer server is shown by its name. */
export const labelOf = (state: string): StateLabel =>
  Object.hasOwn(stateLabels, state)
    ? stateLabels[state as CoverageState] // The condition checks that it is a key.
    : { label: state, tone: 'plain', phrase: state }

export interface CoverageNumber {
  readonly count: number
  readonly text: string
  readonly tone: Tone
  readonly search: Readonly<Record<string, string>>
}

/** Machines that report anything can report many versions. */
const maxVersions = 6

/** The numbers of a team. Each leads to the devices that it counts. */
export function listNumbers(coverage: Coverage): readonly CoverageNumber[] {
  const states = coverageStates.map((state) => ({
    count: coverage[state],
    text: stateLabels[state].phrase,
    tone: stateLabels[state].tone,
    search: { coverage: state },
  }))
  const versions = coverage.unseenVersions.slice(0, maxVersions).map(({ agent, title, version, devices }) => ({
    count: devices,
    text: `with ${title} ${version}, which has never asked`,
    tone: 'fail' as const,
    search: { agent, version },
  }))
  return [...states.filter(({ count, search }) => count > 0 || search.coverage === 'guarded'), ...versions]
}

const gaps: Readonly<Record<string, string>> = {
  'not-connected': 'It does not call Hookline.',
  blocked: 'It is connected, but a setting keeps it from calling Hookline.',
  'not-asking': 'It was used for more than a day without asking Hookline.',
  'proof-failed': 'In the last proof it ran a command that was denied.',
  'never-asked': 'It has not asked Hookline yet.',
  'long-ago': 'It has not asked Hookline for more than 7 days.',
}

export const describeGap = (gap: string): string => (gap === '' ? 'It asks Hookline.' : (gaps[gap] ?? gap))

const connectionLabels: Readonly<Record<string, string>> = {
  connected: 'connected',
  'partly-connected': 'connected at some events',
  'not-connected': 'not connected',
  blocked: 'blocked',
}
export const describeConnection = (connection: string): string => connectionLabels[connection] ?? connection

export const describeAsked = ({ lastAskedAt, lastEvent }: Pick<DeviceAgent, 'lastAskedAt' | 'lastEvent'>): string =>
  lastAskedAt === '' ? 'never' : `${formatAgo(lastAskedAt)}${lastEvent === '' ? '' : ` at ${lastEvent}`}`

const proofLabels: Readonly<Record<string, string>> = {
  proved: 'proved',
  failed: 'failed',
  'not-proved': 'not proved',
  outdated: 'outdated',
}
export const describeProof = (proof: string, at: string): string =>
  proof === '' ? 'none' : `${proofLabels[proof] ?? proof}${at === '' ? '' : `, ${formatAgo(at)}`}`

/** Labels for the hook list. Pure. */
import { formatAgo, formatCount, formatMs, relativePath } from '../../../kit/text.ts'
import type { Hook, MatcherTest, Tone } from '../../../wire/panel.ts'

export interface StateLabel {
  readonly label: string
  readonly tone: Tone
}

const states: Readonly<Record<Hook['state'], StateLabel>> = {
  runs: { label: 'Runs', tone: 'allow' },
  fails: { label: 'Fails', tone: 'fail' },
  uncalled: { label: 'Not connected', tone: 'ask' },
  skipped: { label: 'Skipped', tone: 'ask' },
  closed: { label: 'Closed gate', tone: 'deny' },
  call: { label: 'Call', tone: 'plain' },
}

// The keys of the table are the states.
export const stateNames = Object.keys(states) as readonly Hook['state'][]
export const describeState = (state: Hook['state']): StateLabel => states[state]

/** `would match 7 of the last 100`. A hook that never matched is reported, because it looks like one that works. */
export function describeMatches({ recent, event }: Pick<Hook, 'recent' | 'event'>): string {
  const { tried, matched } = recent
  if (tried === 0) return `no ${event} recorded yet`
  if (matched === 0) return `never matched: 0 of the last ${tried.toLocaleString('en')}`
  return `would match ${matched.toLocaleString('en')} of the last ${tried.toLocaleString('en')}`
}

export const hasNeverMatched = ({ recent, state }: Pick<Hook, 'recent' | 'state'>): boolean =>
  state !== 'call' && recent.tried > 0 && recent.matched === 0

/** `12 ms / 48 ms` */
export function describeTimes({ recent }: Pick<Hook, 'recent'>): string | undefined {
  if (recent.p50 === undefined) return undefined
  return recent.p95 === undefined ? formatMs(recent.p50) : `${formatMs(recent.p50)} / ${formatMs(recent.p95)}`
}

export function describeRuns({ recent }: Pick<Hook, 'recent'>, now = Date.now()): string {
  if (recent.runs === 0) return 'has not run'
  const last = recent.lastRunAt === undefined ? '' : `, last ${formatAgo(recent.lastRunAt, now)}`
  return `${formatCount(recent.runs, 'run')}${last}`
}

export const describeFailurePolicy = ({
  fails,
  monitor,
  async,
}: Pick<Hook, 'fails' | 'monitor' | 'async'>): string | undefined => {
  if (async === true) return 'in the background'
  if (monitor) return 'monitor only'
  return fails === undefined ? undefined : `fails ${fails}`
}

/** `30 s` */
export const formatTimeout = (timeoutMs: number): string =>
  timeoutMs % 1000 === 0 ? `${timeoutMs / 1000} s` : `${timeoutMs.toLocaleString('en')} ms`

export function formatLocation({ file, line }: Pick<Hook, 'file' | 'line'>, root?: string): string | undefined {
  if (file === undefined) return undefined
  return line === undefined ? relativePath(file, root) : `${relativePath(file, root)}:${line}`
}

const trusts: Readonly<Record<string, string>> = { changed: 'changed since trusted', own: 'your own' }
export const describeTrust = (trust: string): string => trusts[trust] ?? trust
export const needsTrust = (trust: string): boolean => trust === 'untrusted' || trust === 'changed'

/** A skipped hook shows its reason next to its name, so this label is short. */
export const describeProof = ({ proved, state }: Pick<Hook, 'proved' | 'state'>): string => {
  if (proved.is) return `✓ ${proved.text}`
  return state === 'skipped' ? 'not proved' : proved.text
}

/** The file or script is newer than the last run, so the recorded figures belong to an older version. */
export const hasChangedSinceRun = ({ changedAt, recent }: Pick<Hook, 'changedAt' | 'recent'>): boolean =>
  changedAt !== undefined && recent.lastRunAt !== undefined && changedAt > recent.lastRunAt

/** The label of a bar in the chart of latencies. */
export const describeBar = (upToMs: number | undefined): string =>
  upToMs === undefined ? 'longer' : `≤ ${upToMs >= 1_000 ? `${upToMs / 1_000} s` : `${upToMs} ms`}`

export function describeTest({ invalid, tried, matched }: MatcherTest): string {
  if (invalid !== undefined) return `This is not a valid matcher: ${invalid}`
  if (tried === 0) return 'No event of this kind is recorded here, so there is nothing to try it against.'
  return `It matches ${matched} of the last ${formatCount(tried, 'recorded event')}.`
}

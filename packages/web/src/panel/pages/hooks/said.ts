/** What the list of hooks says about one of them, in words. Pure. */
import { formatAgo, formatCount, formatMs, relativePath } from '../../../kit/text.ts'
import type { Hook, Tone } from '../../../wire/panel.ts'

export interface Said {
  readonly word: string
  readonly tone: Tone
}

const states: Readonly<Record<Hook['state'], Said>> = {
  runs: { word: 'Runs', tone: 'allow' },
  fails: { word: 'Fails', tone: 'fail' },
  held: { word: 'Held', tone: 'ask' },
  closed: { word: 'Closed gate', tone: 'deny' },
  call: { word: 'Call', tone: 'plain' },
}

export const stateNames = Object.keys(states) as readonly Hook['state'][]
export const stateSaid = (state: Hook['state']): Said => states[state]

/** `would match 7 of the last 100`; what never matched is said, for it looks like a hook that works. */
export function matchedSaid({ recent, event }: Pick<Hook, 'recent' | 'event'>): string {
  const { tried, matched } = recent
  if (tried === 0) return `no ${event} was recorded yet`
  if (matched === 0) return `never matched: 0 of the last ${tried.toLocaleString('en')}`
  return `would match ${matched.toLocaleString('en')} of the last ${tried.toLocaleString('en')}`
}

export const neverMatched = ({ recent, state }: Pick<Hook, 'recent' | 'state'>): boolean =>
  state !== 'call' && recent.tried > 0 && recent.matched === 0

/** `12 ms / 48 ms` */
export function timesSaid({ recent }: Pick<Hook, 'recent'>): string | undefined {
  if (recent.p50 === undefined) return undefined
  return recent.p95 === undefined ? formatMs(recent.p50) : `${formatMs(recent.p50)} / ${formatMs(recent.p95)}`
}

export function runsSaid({ recent }: Pick<Hook, 'recent'>, now = Date.now()): string {
  if (recent.runs === 0) return 'has not run'
  const last = recent.lastRunAt === undefined ? '' : `, last ${formatAgo(recent.lastRunAt, now)}`
  return `${formatCount(recent.runs, 'run')}${last}`
}

export const failsSaid = ({ fails, monitor }: Pick<Hook, 'fails' | 'monitor'>): string | undefined => {
  if (monitor) return 'monitor only'
  return fails === undefined ? undefined : `fails ${fails}`
}

/** `30 s` */
export const timeoutSaid = (timeoutMs: number): string =>
  timeoutMs % 1000 === 0 ? `${timeoutMs / 1000} s` : `${timeoutMs.toLocaleString('en')} ms`

export function placeSaid({ file, line }: Pick<Hook, 'file' | 'line'>, root?: string): string | undefined {
  if (file === undefined) return undefined
  return line === undefined ? relativePath(file, root) : `${relativePath(file, root)}:${line}`
}

const trusts: Readonly<Record<string, string>> = { changed: 'changed since trusted', own: 'your own' }
export const trustSaid = (trust: string): string => trusts[trust] ?? trust
export const needsTrust = (trust: string): boolean => trust === 'untrusted' || trust === 'changed'

/** What does not run says why beside its name; here it is enough that nothing shows it working. */
export const provedSaid = ({ proved, state }: Pick<Hook, 'proved' | 'state'>): string => {
  if (proved.is) return `✓ ${proved.text}`
  return state === 'held' ? 'not proved' : proved.text
}

/** Its file or script is newer than its last run: what is known of it is of another text. */
export const changedSince = ({ changedAt, recent }: Pick<Hook, 'changedAt' | 'recent'>): boolean =>
  changedAt !== undefined && recent.lastRunAt !== undefined && changedAt > recent.lastRunAt

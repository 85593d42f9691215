/** Whether a hook was seen to work as it is now: it ran and answered since it was changed. Else why that is not known. */
import type { Entry } from '@hookline/core/node'
import type { Hook } from '@hookline/web/wire'
import { whyText } from '../../entry-text.ts'
import { failureOf, hasFailed } from '../../log/words.ts'
import { shortTime } from '../../when.ts'
import { saidBy } from '../log/said.ts'
import type { SeenRun } from '../scene/recent.ts'
import type { TriedMatcher } from './tried-matcher.ts'

/** Its runs in this workspace, newest first. */
interface Seen {
  readonly runs: readonly SeenRun[]
  /** Those of `runs` that are newer than its last change. */
  readonly since: readonly SeenRun[]
  /** It ran in another workspace. */
  readonly elsewhere: boolean
}

/** `changed`: when its file or its script was, in milliseconds. */
export function provedBy(
  entry: Entry,
  { runs, since, elsewhere }: Seen,
  changed: number | undefined,
  { tried, matched }: TriedMatcher,
): Hook['proved'] {
  if (entry.broken !== undefined) return no('a closed gate: it refuses everything')
  if (entry.held !== undefined) return no(`does not run: ${whyText(entry.held)}`)
  const [last] = since
  if (last === undefined)
    return no(
      runs.length === 0 && elsewhere
        ? 'ran in other workspaces, not in this one'
        : unseen(runs, changed, tried, matched),
    )
  const at = shortTime(new Date(last.record.at), new Date())
  if (hasFailed(last.run)) return no(`its last run failed (${at}): ${failureOf(last.run)}`)
  return { is: true, text: `ran ${at}: ${saidBy(last.run.outcome)}` }
}

/** Files count in finer steps than records. */
export const runsSince = (runs: readonly SeenRun[], changed: number | undefined): readonly SeenRun[] =>
  runs.filter(({ record }) => changed === undefined || Date.parse(record.at) >= Math.floor(changed))

const no = (text: string): Hook['proved'] => ({ is: false, text })

function unseen(runs: readonly SeenRun[], changed: number | undefined, tried: number, matched: number): string {
  if (runs.length > 0 && changed !== undefined)
    return `changed ${shortTime(new Date(changed), new Date())}, and not run since`
  if (tried === 0) return 'no event of its kind was recorded in this workspace yet'
  return matched === 0
    ? `its matcher fits none of the last ${tried} events`
    : `never run, although it fits ${matched} of the last ${tried} events`
}

/** Whether a hook is proven to work: it ran without failure since its last change. If not, the text says why. */
import type { Entry } from '@hookline/core/node'
import type { Hook } from '@hookline/web/wire'
import { failureOf, hasFailed } from '../../log/record-text.ts'
import { whyText } from '../../text/entry-text.ts'
import { shortTime } from '../../text/when.ts'
import { outcomeLabel } from '../log/outcome-label.ts'
import type { RecordedRun } from '../scene/recent.ts'
import type { MatcherTrial } from './matcher-trial.ts'

interface HookRuns {
  /** In this workspace, newest first. */
  readonly runs: readonly RecordedRun[]
  /** Those of `runs` that are newer than the last change of the hook. */
  readonly since: readonly RecordedRun[]
  /** The hook ran in another workspace. */
  readonly elsewhere: boolean
}

/** `changed` is when its file or its script last changed, in milliseconds since 1970. */
export function findProof(
  entry: Entry,
  { runs, since, elsewhere }: HookRuns,
  changed: number | undefined,
  { tried, matched }: MatcherTrial,
): Hook['proved'] {
  if (entry.broken !== undefined) return unproven('a closed gate: it denies everything')
  if (entry.held !== undefined) return unproven(`does not run: ${whyText(entry.held)}`)
  const [last] = since
  if (last === undefined)
    return unproven(
      runs.length === 0 && elsewhere
        ? 'ran in other workspaces, not in this one'
        : whyUnproven(runs, changed, tried, matched),
    )
  const at = shortTime(new Date(last.record.at), new Date())
  if (hasFailed(last.run)) return unproven(`its last run failed (${at}): ${failureOf(last.run)}`)
  return { is: true, text: `ran ${at}: ${outcomeLabel(last.run.outcome)}` }
}

/** Rounds the time of the file down: it has fractions of a millisecond, the time of a record does not. */
export const runsSince = (runs: readonly RecordedRun[], changed: number | undefined): readonly RecordedRun[] =>
  runs.filter(({ record }) => changed === undefined || Date.parse(record.at) >= Math.floor(changed))

const unproven = (text: string): Hook['proved'] => ({ is: false, text })

function whyUnproven(
  runs: readonly RecordedRun[],
  changed: number | undefined,
  tried: number,
  matched: number,
): string {
  if (runs.length > 0 && changed !== undefined)
    return `changed ${shortTime(new Date(changed), new Date())}, and has not run since`
  if (tried === 0) return 'no event of its kind was recorded in this workspace yet'
  return matched === 0
    ? `its matcher matches none of the last ${tried} events`
    : `never ran, although its matcher matches ${matched} of the last ${tried} events`
}

/** Messages that several team commands share. */
import type { SyncResult } from '@hookline/team/client'
import { counted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'

export function syncText(result: SyncResult): string {
  const { team, name, state, revision, hooks, reported, failure, unreported } = result
  const label = name === team ? team : `${oneLine(name)} (${team})`
  const current = `revision ${revision}, ${counted(hooks, 'hook', 'hooks')} in force`
  const sent = reported === 0 ? '' : `; ${counted(reported, 'decision', 'decisions')} reported`
  const waiting =
    unreported === undefined ? '' : `\n  Reports could not be sent and wait on this machine: ${oneLine(unreported)}.`
  const why = failure === undefined ? '' : oneLine(failure.message)
  if (state === 'removed') return `${label}: its hooks were removed from this machine${why === '' ? '' : `: ${why}`}.`
  if (state !== 'kept')
    return `${label}: ${state === 'updated' ? 'updated' : 'up to date'}, ${current}${sent}.${waiting}`
  const what = failure?.kind === 'refused' ? 'the update was refused and nothing of it runs' : 'not updated'
  return `${label}: ${what}: ${why}.\n  The last good hooks stay in force: ${current}.`
}

/** True if the hooks are up to date and the server has all reports. */
export const isGoodSync = ({ state, unreported }: SyncResult): boolean =>
  (state === 'current' || state === 'updated') && unreported === undefined

export function ageText(then: string | undefined, now: number): string {
  if (then === undefined) return 'never'
  const seconds = Math.max(0, Math.round((now - Date.parse(then)) / 1000))
  if (seconds < 90) return `${seconds} s ago`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min ago`
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h ago`
  return `${Math.round(seconds / 86_400)} days ago`
}

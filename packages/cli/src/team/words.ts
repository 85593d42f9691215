/** What several of the team commands say in the same way. */
import type { SyncResult } from '@hookline/team/client'
import { counted } from '../entry-text.ts'
import { oneLine } from '../plain.ts'

export function syncText(result: SyncResult): string {
  const { team, name, state, revision, hooks, reported, failure, unreported } = result
  const whose = name === team ? team : `${oneLine(name)} (${team})`
  const has = `revision ${revision}, ${counted(hooks, 'hook', 'hooks')} in force here`
  const sent = reported === 0 ? '' : `; ${counted(reported, 'decision', 'decisions')} reported`
  const waits =
    unreported === undefined ? '' : `\n  The server could not be told; reports wait here: ${oneLine(unreported)}.`
  const why = failure === undefined ? '' : oneLine(failure.message)
  if (state === 'removed') return `${whose}: its hooks were removed from this machine${why === '' ? '' : `: ${why}`}.`
  if (state !== 'kept') return `${whose}: ${state === 'updated' ? 'updated' : 'up to date'}, ${has}${sent}.${waits}`
  const what = failure?.kind === 'refused' ? 'the update was refused, nothing of it runs' : 'not updated'
  return `${whose}: ${what}: ${why}.\n  The last good set stays: ${has}.`
}

/** The hooks are what they should be, and the server knows. */
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

/** What several of the team commands say in the same way. */
import type { SyncResult } from '@hookline/team/client'
import { counted } from '../entry-text.ts'
import { oneLine } from '../plain.ts'

export function syncText({ team, name, state, revision, hooks, reported, failure }: SyncResult): string {
  const whose = name === team ? team : `${oneLine(name)} (${team})`
  const has = `revision ${revision}, ${counted(hooks, 'hook', 'hooks')} in force here`
  const sent = reported === 0 ? '' : `; ${counted(reported, 'decision', 'decisions')} reported`
  const why = failure === undefined ? '' : oneLine(failure.message)
  if (state === 'removed') return `${whose}: its hooks were removed from this machine${why === '' ? '' : `: ${why}`}.`
  if (state !== 'kept') return `${whose}: ${state === 'updated' ? 'updated' : 'up to date'}, ${has}${sent}.`
  const what = failure?.kind === 'refused' ? 'the update was refused, nothing of it runs' : 'not updated'
  return `${whose}: ${what}: ${why}.\n  The last good set stays: ${has}.`
}

export function ageText(then: string | undefined, now: number): string {
  if (then === undefined) return 'never'
  const seconds = Math.max(0, Math.round((now - Date.parse(then)) / 1000))
  if (seconds < 90) return `${seconds} s ago`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min ago`
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h ago`
  return `${Math.round(seconds / 86_400)} days ago`
}

/** How a machine stands, in words. Pure. */
import type { Device } from '@hookline/team/wire'
import type { Tone } from '../../../wire/panel.ts'

interface Said {
  readonly word: string
  readonly tone: Tone
  readonly more: string
}

const dayMs = 86_400_000

export function deviceSaid(
  { revoked, refused, revision, lastSyncAt }: Pick<Device, 'revoked' | 'refused' | 'revision' | 'lastSyncAt'>,
  newest: bigint,
  now = Date.now(),
): Said {
  if (revoked) return { word: 'Revoked', tone: 'plain', more: 'it gets nothing any more' }
  if (refused !== '') return { word: 'Refused', tone: 'deny', more: refused }
  if (lastSyncAt === '') return { word: 'Never synced', tone: 'fail', more: 'enrolled, and not heard of since' }
  const behind = Number(newest - revision)
  if (behind > 0) return { word: `${behind} behind`, tone: 'fail', more: `has revision ${revision}` }
  const isSilent = now - Date.parse(lastSyncAt) > dayMs
  return isSilent
    ? { word: 'Silent', tone: 'fail', more: 'not heard of for more than a day' }
    : { word: 'Current', tone: 'allow', more: `revision ${revision}` }
}

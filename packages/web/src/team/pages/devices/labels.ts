/** The state of a device. Pure. */
import type { Device } from '@hookline/team/wire'
import type { Tone } from '../../../wire/panel.ts'

interface DeviceLabel {
  readonly label: string
  readonly tone: Tone
  readonly detail: string
}

const dayMs = 86_400_000

export function describeDevice(
  { revoked, refused, revision, lastSyncAt }: Pick<Device, 'revoked' | 'refused' | 'revision' | 'lastSyncAt'>,
  newest: bigint,
  now = Date.now(),
): DeviceLabel {
  if (revoked) return { label: 'Revoked', tone: 'plain', detail: 'receives no more revisions' }
  if (refused !== '') return { label: 'Refused', tone: 'deny', detail: refused }
  if (lastSyncAt === '') return { label: 'Never synced', tone: 'fail', detail: 'enrolled, but has not synced yet' }
  const behind = Number(newest - revision)
  if (behind > 0) return { label: `${behind} behind`, tone: 'fail', detail: `has revision ${revision}` }
  const isInactive = now - Date.parse(lastSyncAt) > dayMs
  return isInactive
    ? { label: 'Inactive', tone: 'fail', detail: 'no sync for more than a day' }
    : { label: 'Current', tone: 'allow', detail: `revision ${revision}` }
}

/** With which code the device was enrolled: its note often says whose device it is. Empty if it is not known. */
export const describeEnrolment = ({ codeNote, codeAuthor }: Pick<Device, 'codeNote' | 'codeAuthor'>): string =>
  codeAuthor === '' ? '' : codeNote === '' ? `by ${codeAuthor}` : `${codeNote} (by ${codeAuthor})`

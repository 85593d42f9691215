/** The state of an enrolment code. Pure. */
import type { EnrollmentCode } from '@hookline/team/wire'
import type { Tone } from '../../../wire/panel.ts'

export function describeCode(
  { revoked, usesLeft, expiresAt }: Pick<EnrollmentCode, 'revoked' | 'usesLeft' | 'expiresAt'>,
  now = Date.now(),
): { readonly label: string; readonly tone: Tone; readonly isOpen: boolean } {
  if (revoked) return { label: 'Revoked', tone: 'plain', isOpen: false }
  if (usesLeft <= 0) return { label: 'Used', tone: 'plain', isOpen: false }
  if (Date.parse(expiresAt) <= now) return { label: 'Expired', tone: 'plain', isOpen: false }
  return { label: 'Open', tone: 'allow', isOpen: true }
}

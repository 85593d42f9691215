/** How an enrolment code stands. Pure. */
import type { EnrollmentCode } from '@hookline/team/wire'
import type { Tone } from '../../../wire/panel.ts'

export function codeSaid(
  { revoked, usesLeft, expiresAt }: Pick<EnrollmentCode, 'revoked' | 'usesLeft' | 'expiresAt'>,
  now = Date.now(),
): { readonly word: string; readonly tone: Tone; readonly isOpen: boolean } {
  if (revoked) return { word: 'Revoked', tone: 'plain', isOpen: false }
  if (usesLeft <= 0) return { word: 'Used', tone: 'plain', isOpen: false }
  if (Date.parse(expiresAt) <= now) return { word: 'Over', tone: 'plain', isOpen: false }
  return { word: 'Open', tone: 'allow', isOpen: true }
}

/** What somebody did, as a sentence. A deed that is new to this page is shown by its own name. Pure. */
import type { JournalCheck } from '@hookline/team/wire'
import { formatDate, formatWhen } from '../../../kit/text.ts'

const deeds: Readonly<Record<string, string>> = {
  'account.password-changed': 'changed their password',
  'account.sessions-ended': 'ended other sessions of',
  'account.totp-added': 'added a second factor',
  'account.totp-removed': 'removed their second factor',
  'code.created': 'made the enrolment code',
  'code.revoked': 'revoked the enrolment code',
  'device.enrolled': 'enrolled',
  'device.left': 'left',
  'device.revoked': 'revoked the machine',
  'hook.activated': 'switched on hook',
  'hook.created': 'made hook',
  'hook.deactivated': 'switched off hook',
  'hook.deleted': 'deleted hook',
  'hook.restored': 'restored an old version of hook',
  'hook.saved': 'saved hook',
  'hook.tried': 'tried hook',
  'invitation.revoked': 'took back the invitation of',
  'keys.made': 'had new keys made for',
  'member.invited': 'invited',
  'member.joined': 'joined the team',
  'member.removed': 'removed',
  'member.role': 'changed the role of',
  published: 'published revision',
  restored: 'found a database from a backup, and ended sessions, tokens, invitations and codes of',
  'root.set': 'set root',
  'token.created': 'made the token',
  'token.revoked': 'revoked the token',
}

export const deedSaid = (action: string): string => deeds[action] ?? action

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const valueSaid = (value: unknown): string =>
  typeof value !== 'string' ? JSON.stringify(value) : isoTime.test(value) ? formatDate(value) : value

/** What changed, part by part: `note: …`. What is no JSON is shown as it is. */
export function detailSaid(detail: string): readonly string[] {
  if (detail === '' || detail === '{}') return []
  try {
    const value: unknown = JSON.parse(detail)
    if (typeof value !== 'object' || value === null) return [detail]
    return Object.entries(value)
      .filter(([, one]) => one !== '' && one !== null)
      .map(([name, one]) => `${name.replaceAll('_', ' ')}: ${valueSaid(one)}`)
  } catch {
    return [detail]
  }
}

type Check = Pick<JournalCheck, 'wholeUpTo' | 'brokenAt' | 'checkedAt'>

interface Newest {
  readonly sequence: bigint
  readonly at: string
}

/**
 * What the server found. `checkedAt` is when it last read the journal from its beginning; what was added since then it checks
 * when somebody opens this page. `newest`: the newest entry there is.
 */
export function wholeSaid({ wholeUpTo, brokenAt, checkedAt }: Check, newest: Newest) {
  if (brokenAt !== 0n)
    return {
      tone: 'deny',
      word: `Broken at entry ${brokenAt}`,
      rest: 'This entry is missing, or is not as the server wrote it: the database was changed. Entries after it prove nothing.',
    } as const
  const word = `Whole up to entry ${wholeUpTo}`
  if (newest.sequence > wholeUpTo)
    return { tone: 'plain', word, rest: uncheckedSaid(wholeUpTo + 1n, newest.sequence) } as const
  const isAll = Date.parse(newest.at) <= Date.parse(checkedAt)
  const rest = isAll
    ? `All entries were checked ${formatWhen(checkedAt)}.`
    : `Entries up to ${formatWhen(checkedAt)} were checked then; newer ones were checked when this page was read.`
  return { tone: 'allow', word, rest } as const
}

const uncheckedSaid = (first: bigint, last: bigint): string =>
  first === last ? `Entry ${last} is not checked yet.` : `Entries ${first} to ${last} are not checked yet.`

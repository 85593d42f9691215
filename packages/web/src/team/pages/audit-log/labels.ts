/** Audit events as sentences. An action without a label is shown by its code. Pure. */
import type { JournalCheck } from '@hookline/team/wire'
import { formatDate, formatWhen } from '../../../kit/text.ts'

const actionLabels: Readonly<Record<string, string>> = {
  'account.displaced': 'took the unverified address from',
  'account.identity-linked': 'linked an identity provider to',
  'account.identity-unlinked': 'unlinked an identity provider from',
  'account.key-added': 'added a security key',
  'account.key-removed': 'removed a security key',
  'account.key-renamed': 'renamed a security key',
  'account.password-changed': 'changed their password',
  'account.recovery-code-used': 'used a recovery code',
  'account.recovery-codes-created': 'created new recovery codes',
  'account.sessions-ended': 'ended the other sessions of',
  'account.totp-added': 'turned on two-factor authentication',
  'account.totp-removed': 'turned off two-factor authentication',
  'alarms.changed': 'changed where alarms are sent in',
  'checklist.hidden': 'hid the set-up checklist of',
  'checklist.shown': 'showed the set-up checklist again in',
  'code.created': 'created the enrolment code',
  'code.revoked': 'revoked the enrolment code',
  'device.canary-added': 'made a canary of the device',
  'device.canary-removed': 'no longer has as a canary the device',
  'device.enrolled': 'enrolled',
  'device.left': 'left',
  'device.revoked': 'revoked the device',
  'directory.group-changed': 'changed the group',
  'directory.group-created': 'created the group',
  'directory.group-deleted': 'deleted the group',
  'directory.user-changed': 'changed the directory entry of',
  'directory.user-created': 'created the directory entry of',
  'directory.user-deactivated': 'deactivated the directory entry of',
  'directory.user-deleted': 'deleted the directory entry of',
  'hook.activated': 'activated hook',
  'hook.created': 'created hook',
  'hook.deactivated': 'deactivated hook',
  'hook.deleted': 'deleted hook',
  'hook.restored': 'restored an old version of hook',
  'hook.saved': 'saved hook',
  'hook.tried': 'tried hook',
  'invitation.revoked': 'revoked the invitation of',
  'keys.made': 'created new keys for',
  'member.invited': 'invited',
  'member.joined': 'joined the team',
  'member.removed': 'removed',
  'member.role': 'changed the role of',
  'preview.asked': 'asked for a preview',
  'preview.ended': 'ended the preview',
  paused: 'paused',
  published: 'published revision',
  restored: 'detected a restored database backup and revoked the sessions, tokens, invitations and codes of',
  resumed: 'resumed',
  'rolled-back': 'rolled back to older hooks with revision',
  'retention.changed': 'changed how long decisions are kept in',
  'rollout.advanced': 'began the next stage of the rollout of revision',
  'rollout.finished': 'gave all devices revision',
  'rollout.settings': 'changed how revisions are rolled out in',
  'rollout.started': 'started the rollout of revision',
  'rollout.stopped': 'stopped the rollout of revision',
  'root.backed-up': 'confirmed a backup of the root key of',
  'root.set': 'set the root key',
  'service-token.created': 'created the service token',
  'service-token.revoked': 'revoked the service token',
  'team.second-factor-optional': 'no longer requires a second factor in',
  'team.second-factor-required': 'requires a second factor in',
  'token.created': 'created the token',
  'token.revoked': 'revoked the token',
}

export const describeAction = (action: string): string => actionLabels[action] ?? action

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
function formatValue(value: unknown): string {
  if (typeof value === 'string') return isoTime.test(value) ? formatDate(value) : value
  const isStringList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return isStringList ? value.join(', ') : JSON.stringify(value)
}

/** What changed, by field: `note: …`. Text that is not JSON is shown unchanged. */
export function describeDetail(detail: string): readonly string[] {
  if (detail === '' || detail === '{}') return []
  try {
    const value: unknown = JSON.parse(detail)
    if (typeof value !== 'object' || value === null) return [detail]
    return Object.entries(value)
      .filter(([, field]) => field !== '' && field !== null)
      .map(([name, field]) => `${name.replaceAll('_', ' ')}: ${formatValue(field)}`)
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
 * The result of the integrity check. `checkedAt` is when the server last checked the audit log from its beginning. It checks entries
 * added since then when this page is opened. `newest` is the newest entry.
 */
export function describeIntegrity({ wholeUpTo, brokenAt, checkedAt }: Check, newest: Newest) {
  if (brokenAt !== 0n)
    return {
      tone: 'deny',
      label: `Broken at entry ${brokenAt}`,
      explanation:
        'This entry is missing or was changed in the database. It and all later entries cannot be trusted. Compare the database with a backup.',
    } as const
  const label = `Intact up to entry ${wholeUpTo}`
  if (newest.sequence > wholeUpTo)
    return { tone: 'plain', label, explanation: describeUnchecked(wholeUpTo + 1n, newest.sequence) } as const
  const isAll = Date.parse(newest.at) <= Date.parse(checkedAt)
  const explanation = isAll
    ? `All entries were checked ${formatWhen(checkedAt)}.`
    : `Entries up to ${formatWhen(checkedAt)} were checked then; newer entries were checked when you opened this page.`
  return { tone: 'allow', label, explanation } as const
}

const describeUnchecked = (first: bigint, last: bigint): string =>
  first === last ? `Entry ${last} is not checked yet.` : `Entries ${first} to ${last} are not checked yet.`

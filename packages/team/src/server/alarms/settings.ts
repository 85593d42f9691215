/** Where alarms of a team are sent. Secrets are sealed, and never sent back. */
import { isIP } from 'node:net'
import { quietHours, smtpSecurities } from '../../wire/alarms.ts'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'

export interface AlarmSettingsRequest {
  readonly quietHours: number
  readonly webhookUrl: string
  /** Undefined keeps the stored one, empty removes it. */
  readonly webhookSecret?: string | undefined
  readonly smtpHost: string
  readonly smtpPort: number
  readonly smtpSecurity: string
  readonly smtpUser: string
  readonly smtpPassword?: string | undefined
  readonly mailFrom: string
  readonly mailTo: readonly string[]
}

export const secretPurposes = { webhook: 'alarm webhook secret', smtp: 'alarm smtp password' } as const
const maxRecipients = 20
/** A key of fewer bytes could be guessed from a signed message. */
const leastSecretLength = 16

export const readAlarmSettings = (q: Query): Promise<Row<'alarm_settings'> | undefined> =>
  q.selectFrom('alarm_settings').selectAll().executeTakeFirst()

export async function saveAlarmSettings(
  context: Context,
  actor: Actor,
  request: AlarmSettingsRequest,
): Promise<Row<'alarm_settings'>> {
  const checked = checkSettings(request, context.allowsPrivateAddresses)
  return context.store.inTeam(actor.team, async (q) => {
    const before = await readAlarmSettings(q)
    const sealed = {
      webhook_secret: sealSecret(context, secretPurposes.webhook, request.webhookSecret, before?.webhook_secret),
      smtp_password: sealSecret(context, secretPurposes.smtp, request.smtpPassword, before?.smtp_password),
    }
    checkSecrets(checked, sealed, before, request)
    const delivered_at = before !== undefined && hasSameTargets(before, checked) ? before.delivered_at : 0
    const row = { team_id: actor.team, ...checked, ...sealed, delivered_at }
    const { team_id: _, ...set } = row
    if (before === undefined) await q.insertInto('alarm_settings').values(row).execute()
    else await q.updateTable('alarm_settings').set(set).execute()
    // Machines may be quiet by the new number of hours.
    await q.updateTable('devices').set({ recheck_at: 0 }).where('revoked_at', 'is', null).execute()
    const { webhook_url, smtp_host, mail_to, quiet_hours } = row
    const detail = { quiet_hours, webhook: hostOf(webhook_url), smtp_host, mail_to }
    await recordEvent(q, actor.team, context.now(), {
      ...{ actor: actor.name, action: 'alarms.changed', target: actor.team, detail },
    })
    return row
  })
}

/** The path of a webhook is often a secret. */
const hostOf = (url: string): string => (url === '' ? '' : new URL(url).host)

function sealSecret(
  { seal }: Context,
  purpose: string,
  text: string | undefined,
  before: Uint8Array | null | undefined,
): Uint8Array | null {
  if (text === undefined) return before ?? null
  return text === '' ? null : seal.close(purpose, Buffer.from(text))
}

type Sealed = Pick<Row<'alarm_settings'>, 'webhook_secret' | 'smtp_password'>
type Checked = Omit<Row<'alarm_settings'>, 'team_id' | 'delivered_at' | keyof Sealed>

/** Messages to another address, or from another server, have to arrive there first. */
const hasSameTargets = (before: Checked, after: Checked): boolean =>
  (['webhook_url', 'smtp_host', 'smtp_port', 'mail_from', 'mail_to'] as const).every(
    (column) => before[column] === after[column],
  )

/** Call this when a message has arrived. */
export async function markDelivered(q: Query, now: number): Promise<void> {
  await q.updateTable('alarm_settings').set({ delivered_at: now }).execute()
}

/** A stored secret is not sent to another server than the one it was entered for. */
function checkSecrets(
  checked: Checked,
  { webhook_secret, smtp_password }: Sealed,
  before: Row<'alarm_settings'> | undefined,
  request: AlarmSettingsRequest,
): void {
  if (checked.webhook_url !== '' && webhook_secret === null)
    throw new Refusal(
      'invalid',
      'webhook_secret is missing. It signs the messages, so that the receiver can check them',
    )
  const isMoved = before !== undefined && before.smtp_host !== checked.smtp_host
  if (isMoved && smtp_password !== null && request.smtpPassword === undefined)
    throw new Refusal('invalid', 'enter smtp_password again: it was entered for another server')
  if (checked.smtp_user !== '' && smtp_password === null)
    throw new Refusal('invalid', 'smtp_password is missing for smtp_user')
  if (checked.smtp_user !== '' && checked.smtp_security === 'none')
    throw new Refusal('invalid', 'smtp_security must be tls or starttls with a password')
}

function checkSettings(request: AlarmSettingsRequest, allowsPrivate: boolean): Checked {
  const hours = request.quietHours === 0 ? quietHours.usual : request.quietHours
  if (hours < quietHours.least || hours > quietHours.most)
    throw new Refusal('invalid', `quiet_hours must be from ${quietHours.least} to ${quietHours.most}`)
  const secret = request.webhookSecret ?? ''
  if (secret !== '' && secret.length < leastSecretLength)
    throw new Refusal('invalid', `webhook_secret must have at least ${leastSecretLength} characters`)
  return { quiet_hours: hours, webhook_url: checkUrl(request.webhookUrl.trim(), allowsPrivate), ...checkMail(request) }
}

function checkUrl(text: string, allowsPrivate: boolean): string {
  if (text === '') return ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && allowsPrivate)
  if (url === undefined || !isAllowed)
    throw new Refusal('invalid', `webhook_url must be an https:// address${allowsPrivate ? ', or http://' : ''}`)
  if (url.username !== '' || url.password !== '')
    throw new Refusal('invalid', 'webhook_url must not contain a user name or password')
  return url.href
}

function checkMail({ smtpHost, smtpPort, smtpSecurity, smtpUser, mailFrom, mailTo }: AlarmSettingsRequest) {
  const host = smtpHost.trim()
  if (host === '')
    return { smtp_host: '', smtp_port: 0, smtp_security: 'starttls', smtp_user: '', mail_from: '', mail_to: '[]' }
  if (isIP(host) === 0 && !/^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/i.test(host))
    throw new Refusal('invalid', 'smtp_host must be a host name or an address')
  if (!Number.isInteger(smtpPort) || smtpPort < 1 || smtpPort > 65_535)
    throw new Refusal('invalid', 'smtp_port must be from 1 to 65535')
  if (!smtpSecurities.some((security) => security === smtpSecurity))
    throw new Refusal('invalid', `smtp_security must be one of ${smtpSecurities.join(', ')}`)
  if (mailTo.length === 0 || mailTo.length > maxRecipients)
    throw new Refusal('invalid', `mail_to must have 1 to ${maxRecipients} addresses`)
  const addresses = [mailFrom, ...mailTo].map((address) => address.trim())
  const wrong = addresses.find((address) => !isAddress(address))
  if (wrong !== undefined) throw new Refusal('invalid', `${JSON.stringify(wrong)} is not an e-mail address`)
  return {
    smtp_host: host,
    smtp_port: smtpPort,
    smtp_security: smtpSecurity,
    smtp_user: smtpUser.trim(),
    mail_from: addresses[0] ?? '',
    mail_to: JSON.stringify(addresses.slice(1)),
  }
}

/** One plain address: no name, no list, no line break, no comment. */
const isAddress = (text: string): boolean => /^[^\s@<>(),;:"\\\p{Cc}]{1,64}@[^\s@<>(),;:"\\\p{Cc}]{1,200}$/u.test(text)

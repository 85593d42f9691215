/** Alarms and their settings as text. Pure. */
import type { Alarm, AlarmSettings } from '@hookline/team/wire'
import { formatAgo } from '../../../kit/text.ts'

const kinds: Readonly<Record<string, string>> = {
  quiet: 'no longer syncs',
  disconnected: 'no longer calls Hookline',
  'not-asking': 'is used without asking Hookline',
  'proof-failed': 'failed its last proof',
}

type AlarmFacts = Pick<Alarm, 'kind' | 'agents' | 'detail'>

/** What happened to a device that was guarded: `Claude Code no longer calls Hookline`. */
export function describeAlarm({ kind, agents, detail }: AlarmFacts): string {
  if (kind === 'rollout-stopped') return `A rollout stopped by itself: ${detail}`
  const what = kinds[kind] ?? kind
  return `${agents.length === 0 ? 'The device' : agents.join(', ')} ${what}`
}

export const describeTimes = ({ openedAt, resolvedAt }: Pick<Alarm, 'openedAt' | 'resolvedAt'>): string =>
  `opened ${formatAgo(openedAt)}${resolvedAt === '' ? '' : `, resolved ${formatAgo(resolvedAt)}`}`

export interface AlarmForm {
  readonly quietHours: string
  readonly webhookUrl: string
  /** Empty keeps the stored one. */
  readonly webhookSecret: string
  readonly smtpHost: string
  readonly smtpPort: string
  readonly smtpSecurity: string
  readonly smtpUser: string
  readonly smtpPassword: string
  readonly mailFrom: string
  readonly mailTo: string
}

export const toForm = (settings: AlarmSettings): AlarmForm => ({
  quietHours: String(settings.quietHours),
  webhookUrl: settings.webhookUrl,
  webhookSecret: '',
  smtpHost: settings.smtpHost,
  smtpPort: settings.smtpPort === 0 ? '587' : String(settings.smtpPort),
  smtpSecurity: settings.smtpSecurity,
  smtpUser: settings.smtpUser,
  smtpPassword: '',
  mailFrom: settings.mailFrom,
  mailTo: settings.mailTo.join(', '),
})

/** An empty field of a secret keeps the stored one. Without the address or the user, the secret is removed. */
export const toRequest = (form: AlarmForm) => ({
  quietHours: Number(form.quietHours),
  webhookUrl: form.webhookUrl.trim(),
  ...secret('webhookSecret', form.webhookSecret, form.webhookUrl),
  smtpHost: form.smtpHost.trim(),
  smtpPort: Number(form.smtpPort),
  smtpSecurity: form.smtpSecurity,
  smtpUser: form.smtpUser.trim(),
  ...secret('smtpPassword', form.smtpPassword, form.smtpUser),
  mailFrom: form.mailFrom.trim(),
  mailTo: form.mailTo.split(/[\s,;]+/).filter((address) => address !== ''),
})

const secret = (name: 'webhookSecret' | 'smtpPassword', text: string, usedBy: string) =>
  usedBy.trim() === '' ? { [name]: '' } : text === '' ? {} : { [name]: text }

const isNumber = (text: string, least: number, most: number): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most

export function validateForm(form: AlarmForm): { readonly quietHours?: string; readonly smtpPort?: string } {
  return {
    ...(isNumber(form.quietHours, 1, 2160) ? {} : { quietHours: 'Enter a number from 1 to 2160.' }),
    ...(form.smtpHost.trim() === '' || isNumber(form.smtpPort, 1, 65_535)
      ? {}
      : { smtpPort: 'Enter a number from 1 to 65535.' }),
  }
}

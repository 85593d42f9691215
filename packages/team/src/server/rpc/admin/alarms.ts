import { type AlarmChannel, alarmChannels, quietHours } from '../../../wire/alarms.ts'
import { countOpenAlarms, type ListedAlarm, readAlarms, readFailures } from '../../alarms/list.ts'
import { sendMessage } from '../../alarms/send.ts'
import { markDelivered, readAlarmSettings, saveAlarmSettings } from '../../alarms/settings.ts'
import type { Context } from '../../context.ts'
import { agentTitle } from '../../coverage/summary.ts'
import { isSetUp } from '../../coverage/update-alarms.ts'
import { Refusal } from '../../refusal.ts'
import { newId } from '../../secrets.ts'
import type { Row } from '../../store/index.ts'
import { isoTime, type Methods, pageFrom, pageSize } from './methods.ts'
import { getActor } from './require-role.ts'

export const createAlarmMethods = (context: Context) =>
  ({
    async listAlarms({ before, limit, open }, handler) {
      const { team } = getActor(handler)
      const size = pageSize(limit)
      const [rows, total] = await context.store.inTeam(
        team,
        async (q) => [await readAlarms(q, open, pageFrom(before), size + 1), await countOpenAlarms(q)] as const,
      )
      const page = rows.slice(0, size)
      const next = rows.length > size ? String(page.at(-1)?.opened_at ?? '') : ''
      return { alarms: page.map(toAlarmMessage), next, openAlarms: total }
    },
    async getAlarmSettings(_request, handler) {
      const { team } = getActor(handler)
      return context.store.inTeam(team, async (q) => ({
        ...toSettingsMessage(await readAlarmSettings(q), context),
        failures: [...(await readFailures(q))],
      }))
    },
    async setAlarmSettings(request, handler) {
      return toSettingsMessage(await saveAlarmSettings(context, getActor(handler), request), context)
    },
    async testAlarm({ channel }, handler) {
      const { team } = getActor(handler)
      if (!isChannel(channel)) throw new Refusal('invalid', `channel must be one of ${alarmChannels.join(', ')}`)
      const [settings, { name }] = await context.store.inTeam(
        team,
        async (q) =>
          [await readAlarmSettings(q), await q.selectFrom('teams').select('name').executeTakeFirstOrThrow()] as const,
      )
      if (settings === undefined || !isSetUp(settings, channel))
        throw new Refusal('precondition', `${channel} is not set up. Save the settings first`)
      const event = { id: newId(), what: 'test', kind: 'test', deviceId: '', deviceName: 'This message' } as const
      const events = [{ ...event, agents: [], openedAt: context.now(), resolvedAt: 0 }]
      const message = { teamId: team, teamName: name, url: context.publicUrl(), events }
      const failure = await sendMessage(context, channel, settings, message)
      if (failure === undefined) await context.store.inTeam(team, (q) => markDelivered(q, context.now()))
      return { failure: failure ?? '' }
    },
  }) satisfies Methods

const isChannel = (text: string): text is AlarmChannel => alarmChannels.some((channel) => channel === text)

const toAlarmMessage = (row: ListedAlarm) => ({
  id: row.id,
  deviceId: row.device_id,
  deviceName: row.name ?? '',
  detail: row.detail,
  kind: row.kind,
  // The server wrote this JSON.
  agents: (JSON.parse(row.agents) as string[]).map(agentTitle),
  openedAt: isoTime(row.opened_at),
  resolvedAt: isoTime(row.resolved_at === 0 ? null : row.resolved_at),
})

const toSettingsMessage = (row: Row<'alarm_settings'> | undefined, { allowsPrivateAddresses }: Context) => ({
  quietHours: row?.quiet_hours ?? quietHours.usual,
  webhookUrl: row?.webhook_url ?? '',
  hasWebhookSecret: row?.webhook_secret != null,
  smtpHost: row?.smtp_host ?? '',
  smtpPort: row?.smtp_port ?? 0,
  smtpSecurity: row?.smtp_security ?? 'starttls',
  smtpUser: row?.smtp_user ?? '',
  hasSmtpPassword: row?.smtp_password != null,
  mailFrom: row?.mail_from ?? '',
  // The server wrote this JSON.
  mailTo: JSON.parse(row?.mail_to ?? '[]') as string[],
  allowsPrivateAddresses,
})

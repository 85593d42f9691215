/** The text of a message about alarms. One message covers all alarms that wait, so that an outage is not a flood. Pure. */

import { agentTitle } from '../coverage/summary.ts'
import { shorten } from '../shorten.ts'

export interface AlarmEvent {
  readonly id: string
  readonly what: 'opened' | 'resolved' | 'test'
  readonly kind: string
  readonly deviceId: string
  readonly deviceName: string
  readonly agents: readonly string[]
  /** What happened, for an alarm without a machine. */
  readonly detail?: string
  readonly openedAt: number
  /** 0: it is open. */
  readonly resolvedAt: number
}
export interface AlarmMessage {
  readonly teamId: string
  readonly teamName: string
  /** The address of the dashboard. */
  readonly url: string
  readonly events: readonly AlarmEvent[]
}

const sentences: Readonly<Record<string, string>> = {
  quiet: 'was guarded and no longer syncs',
  disconnected: 'was guarded, and its agent no longer calls Hookline',
  'not-asking': 'was guarded, and its agent is used without asking Hookline',
  'proof-failed': 'was guarded, and its last proof failed',
  test: 'is a test',
}

/** Names come from machines: no line breaks, nothing that changes the reading order. */
const cleanLong = (text: string): string => shorten(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?'), 1000)
const clean = (text: string): string => shorten(cleanLong(text), 200)

function eventText({ what, kind, deviceName, agents, detail = '' }: AlarmEvent): string {
  if (kind === 'rollout-stopped') return rolloutText(what, detail)
  const names = agents.length === 0 ? '' : ` (${agents.map(agentTitle).map(clean).join(', ')})`
  return what === 'resolved'
    ? `Resolved: ${clean(deviceName)} is well again. It ${sentences[kind] ?? kind}${names}.`
    : `${clean(deviceName)} ${sentences[kind] ?? kind}${names}.`
}

/** Hook names come from authors, and a reason can be long. */
const rolloutText = (what: AlarmEvent['what'], detail: string): string =>
  what === 'resolved'
    ? `Resolved: something else was published after the rollout that stopped (${cleanLong(detail)}).`
    : `A rollout stopped by itself, and the machines get the stable hooks again: ${cleanLong(detail)}.`

const deviceUrl = ({ url, teamId }: AlarmMessage, { deviceId }: AlarmEvent): string =>
  deviceId === '' ? `${url}/${teamId}/alarms` : `${url}/${teamId}/devices/${deviceId}`

export function mailSubject(message: AlarmMessage): string {
  const { events, teamName } = message
  const [first] = events
  const prefix = `[Hookline ${clean(teamName)}]`
  if (first !== undefined && events.length === 1) return `${prefix} ${eventText(first)}`
  const opened = events.filter(({ what }) => what === 'opened').length
  const resolved = events.length - opened
  return `${prefix} ${[opened > 0 ? `${opened} new` : '', resolved > 0 ? `${resolved} resolved` : ''].filter(Boolean).join(', ')}`
}

export const mailText = (message: AlarmMessage): string =>
  `${message.events.map((event) => `${eventText(event)}\n${deviceUrl(message, event)}\n`).join('\n')}\nAll alarms of the team: ${message.url}/${message.teamId}/alarms\n`

const isoTime = (ms: number): string | null => (ms === 0 ? null : new Date(ms).toISOString())

/** The body of a webhook. */
export const webhookBody = (message: AlarmMessage): string =>
  JSON.stringify({
    version: 1,
    team: { id: message.teamId, name: message.teamName },
    events: message.events.map((event) => ({
      id: event.id,
      what: event.what,
      kind: event.kind,
      device: { id: event.deviceId, name: event.deviceName },
      agents: event.agents,
      ...(event.detail === undefined || event.detail === '' ? {} : { detail: event.detail }),
      openedAt: isoTime(event.openedAt),
      resolvedAt: isoTime(event.resolvedAt),
      text: eventText(event),
      url: deviceUrl(message, event),
    })),
  })

/** What the server reports to the outside: audit events, alarms, and the decisions that machines reported. Pure. */
import type { JsonObject } from '@hookline/core/protocol'
import type { Row } from '../store/index.ts'
import type { EventKind } from './config.ts'

export interface TelemetryEvent {
  readonly kind: EventKind
  /** Milliseconds since 1970. */
  readonly at: number
  readonly severity: 'info' | 'warn' | 'error'
  /** `hookline.audit`, `hookline.alarm`, `hookline.decision`. */
  readonly name: string
  /** Short, for people. */
  readonly text: string
  readonly attributes: Readonly<Record<string, string | number>>
}

export function auditEvent({
  team_id,
  sequence,
  at,
  actor,
  action,
  target,
  detail,
  hash,
}: Row<'journal'>): TelemetryEvent {
  return {
    ...{ kind: 'audit', at, severity: 'info', name: 'hookline.audit' },
    text: `${actor} ${action} ${target}`,
    attributes: {
      'hookline.team.id': team_id,
      'hookline.audit.sequence': sequence,
      'hookline.audit.action': action,
      'hookline.audit.actor': actor,
      'hookline.audit.target': target,
      'hookline.audit.detail': detail,
      'hookline.audit.hash': hash,
    },
  }
}

export function alarmEvent(alarm: Row<'alarms'>, what: 'opened' | 'resolved'): TelemetryEvent {
  const { team_id, id, device_id, kind, agents, opened_at, resolved_at } = alarm
  return {
    ...{ kind: 'alarms', name: 'hookline.alarm' },
    at: what === 'opened' ? opened_at : resolved_at,
    severity: what === 'opened' ? 'error' : 'info',
    text: `${what}: ${kind} on device ${device_id}`,
    attributes: {
      'hookline.team.id': team_id,
      'hookline.alarm.id': id,
      'hookline.alarm.state': what,
      'hookline.alarm.kind': kind,
      'hookline.device.id': device_id,
      // The server wrote this JSON.
      'hookline.alarm.agents': (JSON.parse(agents) as string[]).join(','),
    },
  }
}

export type ReportedRow = Pick<
  Row<'decisions'>,
  'at' | 'event' | 'verdict' | 'rule' | 'agent' | 'duration_ms' | 'failed' | 'sequence'
>

export const decisionEvent = (team: string, device: string, decision: ReportedRow): TelemetryEvent => ({
  ...{ kind: 'decisions', at: decision.at, name: 'hookline.decision' },
  severity: decision.failed === 1 ? 'error' : decision.verdict === 'deny' ? 'warn' : 'info',
  text: `${decision.event}: ${decision.verdict} (${decision.rule})`,
  attributes: {
    'hookline.team.id': team,
    'hookline.device.id': device,
    'hookline.report.sequence': decision.sequence,
    'hookline.event.name': decision.event,
    'hookline.event.duration': decision.duration_ms / 1000,
    'hookline.decision.verdict': decision.verdict,
    'hookline.decision.reason': decision.rule,
    'hookline.agent.name': decision.agent,
  },
})

/** For webhooks. */
export const toJson = ({ kind, at, severity, name, text, attributes }: TelemetryEvent): JsonObject => ({
  ...{ kind, at: new Date(at).toISOString(), severity, name, text, attributes },
})

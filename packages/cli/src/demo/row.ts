/** Turns an event of the demo into a row for the timeline and for `--json`. */

import { basename, relative } from 'node:path'
import type { Effect, EventName, HookRecord } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { eventRows } from '@hookline/core/protocol'
import { type Detail, detailsOf, hookName } from './details.ts'

export type DecisionLabel = 'ALLOW' | 'DENY' | 'ASK' | 'FAILED, SO ALLOWED' | 'FAILED, SO DENIED' | 'FAILED' | '—'

export interface DemoRow {
  readonly event: EventName
  /** Since the demo began. */
  readonly atMs: number
  readonly subject: string
  readonly decision: DecisionLabel
  readonly verdict: Effect['verdict']
  readonly kind: Effect['kind']
  readonly rule: Effect['because']['rule']
  /** In configured order. A hook that ran again after a rewrite appears twice. */
  readonly hooks: readonly {
    readonly hook: string
    readonly look: 1 | 2
    readonly ms: number
    readonly outcome: string
  }[]
  readonly details: readonly Detail[]
}

export function makeRow({ effect }: HookRecord, atMs: number, root: string): DemoRow {
  const { event, verdict, kind, because } = effect
  return {
    event,
    atMs: Math.round(atMs),
    subject: subjectOf({ ...effect.input }, root),
    decision: decisionLabel(effect),
    verdict,
    kind,
    rule: because.rule,
    hooks: effect.runs.map((run) => ({
      hook: hookName(run.entry),
      look: run.look,
      ms: Math.round(run.durationMs),
      outcome: run.outcome.kind,
    })),
    details: detailsOf(effect),
  }
}

/** An event that cannot deny has no decision, but its hook may still fail. */
function decisionLabel({ event, verdict, because }: Effect): DecisionLabel {
  if (eventRows[event].gate.kind === 'none') return because.rule === 'failed-open' ? 'FAILED' : '—'
  if (because.rule === 'failed-open') return 'FAILED, SO ALLOWED'
  if (because.rule === 'failed-closed' || because.rule === 'config') return 'FAILED, SO DENIED'
  return ({ allow: 'ALLOW', deny: 'DENY', ask: 'ASK' } as const)[verdict]
}

const subjectFields = ['subagent_type', 'tool_name', 'command', 'prompt', 'text', 'trigger', 'status', 'reason']

/** A short description of what the event is about. */
function subjectOf(input: JsonObject, root: string): string {
  if (typeof input.file_path === 'string') return relative(root, input.file_path)
  const text = subjectFields.map((name) => input[name]).find((value) => typeof value === 'string')
  return typeof text === 'string' ? text : basename(root)
}

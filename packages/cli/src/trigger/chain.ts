/** Shows each hook's reply in order of priority, and how they were merged into one decision (CONTRACT §6). */

import { editions } from '@hookline/core'
import { type Effect, gateOf, type Run } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { eventRows, type ReplyField, replyRows } from '@hookline/core/protocol'
import { labelOf, whyText } from '../text/entry-text.ts'
import { clip, oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'

export function chainLines(effect: Effect, style: Style): readonly string[] {
  const { runs, plan } = effect
  const ran = runs.flatMap((run, at) => runLines(run, at + 1, style))
  const skipped = plan.skipped.map(
    ({ entry, why, detail }) =>
      `  ${style.dim('–')}  ${entry.origin.source.padEnd(10)}  ${labelOf(entry)}  skipped, ${whyText({ why, detail })}`,
  )
  return [
    style.bold('Replies, highest priority first'),
    ...(ran.length + skipped.length === 0 ? ['  no hook is configured for this event'] : [...ran, ...skipped]),
    '',
    ...(runs.length === 0 ? [] : [style.bold('Merged'), ...mergedLines(effect), '']),
  ]
}

function runLines(run: Run, number: number, style: Style): readonly string[] {
  const { entry, outcome } = run
  const reply = outcome.kind === 'silent' ? {} : (outcome.reply ?? {})
  const pass = run.look === 2 ? ', second pass, on the rewritten input' : ''
  const monitor = entry.monitor ? ', monitor only' : ''
  return [
    `  ${number}  ${entry.origin.source.padEnd(10)}  ${labelOf(entry)}  ${style.bold(replyLabel(run))}${pass}${monitor}`,
    ...Object.entries(reply)
      .filter(([field]) => !isVerdict(field))
      .map(([field, value]) => `       ${style.dim(field)}  ${shown(value)}`),
  ]
}

function replyLabel({ outcome, notes }: Run): string {
  if (outcome.kind === 'silent') return 'no opinion'
  const asked = notes.includes('cannot-ask') ? ' (it replied ask, but this event cannot ask)' : ''
  if (outcome.kind === 'failed') {
    const then = outcome.verdict === undefined ? `fails ${outcome.policy}, so no opinion` : `so ${outcome.verdict}`
    return `failed (${outcome.code}), ${then}${asked}`
  }
  const how = outcome.kind === 'blocked' ? ' (exit 2)' : ''
  return `${outcome.verdict ?? 'no opinion'}${how}${asked}`
}

function mergedLines(effect: Effect): readonly string[] {
  const gate = gateOf(editions[effect.plan.edition], effect.event, eventRows[effect.event].gate)
  const rule = {
    permission: 'deny > ask > allow > no opinion',
    continue: 'one continue:false denies',
    none: 'this event cannot deny',
  }[gate.kind]
  const winners = numbersOf(effect, (run) => effect.because.entries.some((entry) => entry.id === run.entry.id))
  // The keys of a reply are its fields.
  const fields = Object.keys(effect.reply).filter((field) => !isVerdict(field)) as readonly ReplyField[]
  return [
    `  verdict  ${effect.verdict}: ${rule}${winners === '' ? '' : `; from ${winners}`}`,
    ...fields.map((field) => `  ${field}  ${mergeRule(field, effect)}; from ${sourceOf(effect, field)}`),
    ...unusedFields(effect).map((text) => `  ${text}`),
  ]
}

function mergeRule(field: ReplyField, { plan }: Effect): string {
  const holds = `the ${editions[plan.edition].single} reply that sets it wins`
  return {
    'join-winners': 'joined in order, from the hooks that decided',
    'join-all': 'joined in order, from all hooks',
    single: holds,
    'by-key': `for each name, ${holds}`,
    union: 'all are used',
  }[replyRows[field].merge]
}

function sourceOf(effect: Effect, field: ReplyField): string {
  const { because, verdict } = effect
  const won = (run: Run) =>
    verdict === 'allow' ||
    replyRows[field].merge !== 'join-winners' ||
    because.entries.some((entry) => entry.id === run.entry.id)
  const numbers = numbersOf(effect, (run) => won(run) && replyValue(run, field) !== undefined)
  return numbers === '' ? "Hookline's own message about a failure" : numbers
}

/** Fields that a hook set and that have no effect. */
function unusedFields(effect: Effect): readonly string[] {
  const fields = new Set(
    effect.runs.flatMap(({ outcome }) => (outcome.kind === 'silent' ? [] : Object.keys(outcome.reply ?? {}))),
  )
  return [...fields]
    .filter((field) => !isVerdict(field) && !Object.hasOwn(effect.reply, field))
    .map((field) => {
      const numbers = numbersOf(effect, (run) => replyValue(run, field) !== undefined)
      const why = eventRows[effect.event].reply.some((one) => one === field)
        ? 'it does not matter for this decision'
        : 'this event does not have it'
      return `${oneLine(field)}  ignored: ${why}; from ${numbers}`
    })
}

const replyValue = ({ outcome }: Run, field: string): unknown =>
  outcome.kind === 'silent' ? undefined : (outcome.reply as JsonObject | undefined)?.[field] // A reply is a JSON object.

const numbersOf = ({ runs }: Effect, is: (run: Run) => boolean): string =>
  runs.flatMap((run, at) => (is(run) ? [at + 1] : [])).join(', ')

const isVerdict = (field: string): boolean => field === 'permission' || field === 'continue'
const shown = (value: unknown): string => clip(oneLine(typeof value === 'string' ? value : JSON.stringify(value)), 160)

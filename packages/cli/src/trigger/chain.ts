/** Who said what, in order of priority, and how the words became one (CONTRACT §6). */

import { editions } from '@hookline/core'
import { type Effect, gateOf, type Run } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { eventRows, type ReplyField, replyRows } from '@hookline/core/protocol'
import { labelOf, whyText } from '../entry-text.ts'
import { clip, oneLine } from '../plain.ts'
import type { Style } from '../style.ts'

export function chainLines(effect: Effect, style: Style): readonly string[] {
  const { runs, plan } = effect
  const spoken = runs.flatMap((run, at) => runLines(run, at + 1, style))
  const silent = plan.skipped.map(
    ({ entry, why, detail }) =>
      `  ${style.dim('–')}  ${entry.origin.source.padEnd(10)}  ${labelOf(entry)}  did not run, ${whyText({ why, detail })}`,
  )
  return [
    style.bold('Chain, the most important first'),
    ...(spoken.length + silent.length === 0 ? ['  nobody was asked'] : [...spoken, ...silent]),
    '',
    ...(runs.length === 0 ? [] : [style.bold('Merged'), ...mergedLines(effect), '']),
  ]
}

function runLines(run: Run, number: number, style: Style): readonly string[] {
  const { entry, outcome } = run
  const reply = outcome.kind === 'silent' ? {} : (outcome.reply ?? {})
  const look = run.look === 2 ? ', asked again about the rewritten input' : ''
  const monitor = entry.monitor ? ', only monitors' : ''
  return [
    `  ${number}  ${entry.origin.source.padEnd(10)}  ${labelOf(entry)}  ${style.bold(saidBy(run))}${look}${monitor}`,
    ...Object.entries(reply)
      .filter(([field]) => !isVerdict(field))
      .map(([field, value]) => `       ${style.dim(field)}  ${shown(value)}`),
  ]
}

function saidBy({ outcome, notes }: Run): string {
  if (outcome.kind === 'silent') return 'nothing: no opinion'
  const asked = notes.includes('cannot-ask') ? ' (it said ask, and nobody can be asked here)' : ''
  if (outcome.kind === 'failed') {
    const then = outcome.verdict === undefined ? `fails ${outcome.policy}, so no opinion` : `so ${outcome.verdict}`
    return `failed (${outcome.code}), ${then}${asked}`
  }
  const how = outcome.kind === 'blocked' ? ', by exit 2' : ''
  return `${outcome.verdict ?? 'no opinion'}${how}${asked}`
}

function mergedLines(effect: Effect): readonly string[] {
  const gate = gateOf(editions[effect.plan.edition], effect.event, eventRows[effect.event].gate)
  const rule = {
    permission: 'deny > ask > allow > no opinion',
    continue: 'all must go on',
    none: 'nothing can be refused here',
  }[gate.kind]
  const winners = numbersOf(effect, (run) => effect.because.entries.some((entry) => entry.id === run.entry.id))
  const fields = Object.keys(effect.reply).filter((field) => !isVerdict(field)) as readonly ReplyField[]
  return [
    `  verdict  ${effect.verdict}: ${rule}${winners === '' ? '' : `; from ${winners}`}`,
    ...fields.map((field) => `  ${field}  ${wayOf(field, effect)}; from ${sourceOf(effect, field)}`),
    ...unused(effect).map((text) => `  ${text}`),
  ]
}

function wayOf(field: ReplyField, { plan }: Effect): string {
  const holds = `the ${editions[plan.edition].single} that says something holds`
  return {
    'join-winners': 'joined in order, of those who gave the verdict',
    'join-all': 'joined in order, of all',
    single: holds,
    'by-key': `name by name, ${holds}`,
    union: 'all of them',
  }[replyRows[field].merge]
}

function sourceOf(effect: Effect, field: ReplyField): string {
  const { because, verdict } = effect
  const won = (run: Run) =>
    verdict === 'allow' ||
    replyRows[field].merge !== 'join-winners' ||
    because.entries.some((entry) => entry.id === run.entry.id)
  const numbers = numbersOf(effect, (run) => won(run) && replyValue(run, field) !== undefined)
  return numbers === '' ? 'what Hookline says of a failure' : numbers
}

/** What somebody said and nobody hears. */
function unused(effect: Effect): readonly string[] {
  const said = new Set(
    effect.runs.flatMap(({ outcome }) => (outcome.kind === 'silent' ? [] : Object.keys(outcome.reply ?? {}))),
  )
  return [...said]
    .filter((field) => !isVerdict(field) && !Object.hasOwn(effect.reply, field))
    .map((field) => {
      const numbers = numbersOf(effect, (run) => replyValue(run, field) !== undefined)
      const why = eventRows[effect.event].reply.some((one) => one === field)
        ? 'of no use to this decision'
        : 'this event has no such field'
      return `${oneLine(field)}  not used: ${why}; from ${numbers}`
    })
}

const replyValue = ({ outcome }: Run, field: string): unknown =>
  outcome.kind === 'silent' ? undefined : (outcome.reply as JsonObject | undefined)?.[field]

const numbersOf = ({ runs }: Effect, is: (run: Run) => boolean): string =>
  runs.flatMap((run, at) => (is(run) ? [at + 1] : [])).join(', ')

const isVerdict = (field: string): boolean => field === 'permission' || field === 'continue'
const shown = (value: unknown): string => clip(oneLine(typeof value === 'string' ? value : JSON.stringify(value)), 160)

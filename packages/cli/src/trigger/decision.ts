/** Formats the decision, and what the agent then does. */
import { type Effect, isAsked } from '@hookline/core/node'
import { eventRows, noteSentence } from '@hookline/core/protocol'
import { clip, oneLine, plain } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import { changedFields } from './changed-fields.ts'

/** A decision to allow because a hook failed is never shown as a plain ALLOW. */
export function decisionLabel(effect: Effect, style: Style): string {
  const { verdict, kind, because } = effect
  if (because.rule === 'failed-open') return style.yellow('FAILED, SO ALLOWED')
  if (because.rule === 'paused') return style.yellow('PAUSED')
  if (isAsked(effect)) return `${style.yellow('ASK')}${askOutcome(effect)}`
  if (verdict === 'deny')
    return `${style.red('DENY')}${kind === 'refuse' ? '' : ', not enforced: the hook only monitors'}`
  const observes = eventRows[effect.event].gate.kind === 'none'
  return `${style.green('ALLOW')}${observes ? ': this event cannot deny' : ''}`
}

function askOutcome({ kind, because }: Effect): string {
  if (because.rule === 'nobody-to-ask') return ', but there is no user to ask, so it is denied'
  if (because.rule === 'asked') return kind === 'refuse' ? ', and the user answered no' : ', and the user answered yes'
  return kind === 'proceed' ? ', not enforced: the hook only monitors' : ''
}

const effectLabels: Readonly<Record<Effect['kind'], string>> = {
  proceed: 'the agent continues',
  refuse: 'the agent does not do it',
  ask: 'the agent asks the user',
  'follow-up': 'the agent gets another message',
}

export function effectLines(effect: Effect, style: Style): readonly string[] {
  const { kind, userMessage, agentMessage, followUp, context, env, output, pluginPaths, originalInput } = effect
  return [
    `${style.bold('Effect')}  ${kind}: ${effectLabels[kind]}`,
    ...labelled('user', userMessage, style),
    ...labelled('agent', agentMessage, style),
    ...labelled('follow-up', followUp, style),
    ...labelled('context', context, style),
    ...Object.entries(env ?? {}).flatMap(([name, value]) => labelled('env', `${name}=${value}`, style)),
    ...(output === undefined ? [] : labelled('output', JSON.stringify(output), style)),
    ...(pluginPaths ?? []).flatMap((path) => labelled('plugin', path, style)),
    ...(originalInput === undefined ? [] : rewriteLines(originalInput, effect.input, style)),
    ...labelled('notes', effect.notes.length === 0 ? undefined : effect.notes.map(noteSentence).join('; '), style),
  ]
}

function labelled(name: string, value: string | undefined, style: Style): readonly string[] {
  if (value === undefined) return []
  return plain(value)
    .split('\n')
    .map((line, at) => `  ${style.dim((at === 0 ? name : '').padEnd(9))}  ${line}`)
}

function rewriteLines(before: unknown, after: unknown, style: Style): readonly string[] {
  return changedFields(before, after).flatMap(({ path, from, to }) => [
    `  ${style.dim('rewritten')}  ${oneLine(path)}`,
    ...(from === undefined ? [] : [`             ${style.red(`- ${shown(from)}`)}`]),
    ...(to === undefined ? [] : [`             ${style.green(`+ ${shown(to)}`)}`]),
  ])
}

const shown = (value: unknown): string => clip(oneLine(typeof value === 'string' ? value : JSON.stringify(value)), 200)

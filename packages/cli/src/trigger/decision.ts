/** The decision as a word, and what the host does now. */
import { type Effect, isAsked } from '@hookline/core/node'
import { eventRows, noteSentence } from '@hookline/core/protocol'
import { clip, oneLine, plain } from '../plain.ts'
import type { Style } from '../style.ts'
import { changedFields } from './changed-fields.ts'

/** "Failed, so allowed" is never shown as "allowed". */
export function decisionWord(effect: Effect, style: Style): string {
  const { verdict, kind, because } = effect
  if (because.rule === 'failed-open') return style.yellow('FAILED, SO ALLOWED')
  if (isAsked(effect)) return `${style.yellow('ASK')}${answered(effect)}`
  if (verdict === 'deny')
    return `${style.red('DENY')}${kind === 'refuse' ? '' : ', by a hook that only monitors: not enforced'}`
  const observes = eventRows[effect.event].gate.kind === 'none'
  return `${style.green('ALLOW')}${observes ? ', as always: this event only observes' : ''}`
}

function answered({ kind, because }: Effect): string {
  if (because.rule === 'nobody-to-ask') return ', and nobody is there to answer: refused'
  if (because.rule === 'asked') return kind === 'refuse' ? ', answered no' : ', answered yes'
  return kind === 'proceed' ? ', by a hook that only monitors: not enforced' : ''
}

const kinds: Readonly<Record<Effect['kind'], string>> = {
  proceed: 'the agent goes on',
  refuse: 'the agent does not do it',
  ask: 'the host asks the person',
  'follow-up': 'the agent gets another message',
}

export function effectLines(effect: Effect, style: Style): readonly string[] {
  const { kind, userMessage, agentMessage, followUp, context, env, output, pluginPaths, originalInput } = effect
  return [
    `${style.bold('Effect')}  ${kind}: ${kinds[kind]}`,
    ...text('person', userMessage, style),
    ...text('model', agentMessage, style),
    ...text('follow-up', followUp, style),
    ...text('context', context, style),
    ...Object.entries(env ?? {}).flatMap(([name, value]) => text('env', `${name}=${value}`, style)),
    ...(output === undefined ? [] : text('output', JSON.stringify(output), style)),
    ...(pluginPaths ?? []).flatMap((path) => text('plugin', path, style)),
    ...(originalInput === undefined ? [] : rewritten(originalInput, effect.input, style)),
    ...text('notes', effect.notes.length === 0 ? undefined : effect.notes.map(noteSentence).join('; '), style),
  ]
}

function text(name: string, value: string | undefined, style: Style): readonly string[] {
  if (value === undefined) return []
  return plain(value)
    .split('\n')
    .map((line, at) => `  ${style.dim((at === 0 ? name : '').padEnd(9))}  ${line}`)
}

function rewritten(before: unknown, after: unknown, style: Style): readonly string[] {
  return changedFields(before, after).flatMap(({ path, from, to }) => [
    `  ${style.dim('rewritten')}  ${oneLine(path)}`,
    ...(from === undefined ? [] : [`             ${style.red(`- ${shown(from)}`)}`]),
    ...(to === undefined ? [] : [`             ${style.green(`+ ${shown(to)}`)}`]),
  ])
}

const shown = (value: unknown): string => clip(oneLine(typeof value === 'string' ? value : JSON.stringify(value)), 200)

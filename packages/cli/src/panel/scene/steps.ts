/** First-run guidance: what to do next while nothing is recorded. */

import type { Entry } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import type { SetupStep } from '@hookline/web/wire'
import { canariesFor, canRun } from '../../doctor/canary.ts'
import { initCommand } from '../../doctor/next.ts'
import { quoted } from '../../entry-text.ts'
import type { HealthFacts } from '../hooks/health-facts.ts'
import type { Scene } from './scene.ts'

export function stepsFor(scene: Scene, { active, uncalled }: HealthFacts): readonly SetupStep[] {
  const { hooks, root } = scene
  const { entries } = hooks
  const here = quoted(root)
  return [
    {
      title: 'Add hooks',
      text: 'Looks around, proposes hooks for the agents that are here, and writes them after a diff.',
      command: `cd ${here} && hookline init`,
      done: entries.length > 0,
    },
    {
      title: 'Trust them',
      text: 'Hooks of a workspace run only after you have seen them once.',
      command: `hookline trust add ${here}`,
      done: entries.length > 0 && !entries.some(({ trust }) => trust === 'untrusted' || trust === 'changed'),
    },
    {
      title: 'Have an agent call them',
      text: 'Hooks in hookline.json run only where an agent calls Hookline: an entry in its own settings, written after a diff.',
      command: `cd ${here} && ${initCommand(scene)}`,
      done: active > 0 && uncalled === 0,
    },
    {
      title: 'See one work',
      text: 'Sends one event through your hooks. It appears here at once; then use your agent as always.',
      command: `cd ${here} && ${triggerFor(scene)}`,
      done: false,
    },
  ]
}

/** One that a hook hears, where there is one. */
function triggerFor({ hooks, root }: Scene): string {
  for (const event of heardEvents(hooks.entries.filter(canRun))) {
    const sample = eventRows[event].sample(root) as JsonObject
    const canary = canariesFor(event, hooks, root).find(({ reaches }) => reaches.size > 0)
    if (canary === undefined) continue
    const changed = Object.entries(canary.input).filter(([name, value]) => value !== sample[name])
    return [`hookline trigger ${event}`, ...changed.map(([name, value]) => `--set ${quoted(`${name}=${value}`)}`)].join(
      ' ',
    )
  }
  return `hookline trigger ${firstHeard(hooks.entries)}`
}

/** Gates first: what they decide is easiest to see. */
function heardEvents(entries: readonly Entry[]): readonly EventName[] {
  const heard = eventNames.filter((name) => entries.some(({ event }) => event === name))
  const isGate = (name: EventName) => eventRows[name].gate.kind !== 'none'
  return [...heard.filter(isGate), ...heard.filter((name) => !isGate(name))]
}

/** Where nothing runs yet: the first gate that asks for permission, what most hooks are for. */
export function firstHeard(entries: readonly Entry[]): EventName {
  const usual = eventNames.find((name) => eventRows[name].gate.kind === 'permission') ?? (eventNames[0] as EventName)
  return heardEvents(entries.filter(canRun))[0] ?? heardEvents(entries)[0] ?? usual
}

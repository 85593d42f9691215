/** First-run guidance: the next steps while the log is empty. */
import type { Entry } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import type { SetupStep } from '@hookline/web/wire'
import { connectCommand } from '../../connect/uncalled.ts'
import { canariesFor, canRun } from '../../doctor/canary.ts'
import { quoted, untrustedRoots } from '../../text/entry-text.ts'
import type { HealthFacts } from './health-facts.ts'
import type { Scene } from './scene.ts'

export function stepsFor(scene: Scene, { active, uncalled }: HealthFacts): readonly SetupStep[] {
  const { hooks, root } = scene
  const { entries } = hooks
  const here = quoted(root)
  const [waiting = root] = untrustedRoots(entries)
  return [
    {
      title: 'Add hooks',
      text: 'Finds the agents on this machine, proposes hooks for them, and writes the hooks after you have seen a diff.',
      command: `cd ${here} && hookline init`,
      done: entries.length > 0,
    },
    {
      title: 'Trust them',
      text: 'Hooks of a workspace run only after you have reviewed and trusted them.',
      command: `hookline trust add ${quoted(waiting)}`,
      done: entries.length > 0 && !entries.some(({ trust }) => trust === 'untrusted' || trust === 'changed'),
    },
    {
      title: 'Have an agent call them',
      text: 'Hooks in hookline.json run only if an agent calls Hookline. This adds the call to the settings of the agent, after you have seen a diff.',
      command: connectCommand,
      done: active > 0 && uncalled === 0,
    },
    {
      title: 'See one work',
      text: 'Sends one event through your hooks. It appears here at once. Then use your agent as usual.',
      command: `cd ${here} && ${triggerCommand(scene)}`,
      done: false,
    },
  ]
}

/** The command sends an event that a hook receives, if there is such an event. */
function triggerCommand({ hooks, root }: Scene): string {
  for (const event of eventsWithHooks(hooks.entries.filter(canRun))) {
    // True: a sample is built from an object literal of JSON values.
    const sample = eventRows[event].sample(root) as JsonObject
    const canary = canariesFor(event, hooks, root).find(({ reaches }) => reaches.size > 0)
    if (canary === undefined) continue
    const changed = Object.entries(canary.input).filter(([name, value]) => value !== sample[name])
    return [`hookline trigger ${event}`, ...changed.map(([name, value]) => `--set ${quoted(`${name}=${value}`)}`)].join(
      ' ',
    )
  }
  return `hookline trigger ${firstEvent(hooks.entries)}`
}

/** Gates come first, because their decisions are the easiest to see. */
function eventsWithHooks(entries: readonly Entry[]): readonly EventName[] {
  const events = eventNames.filter((name) => entries.some(({ event }) => event === name))
  const isGate = (name: EventName) => eventRows[name].gate.kind !== 'none'
  return [...events.filter(isGate), ...events.filter((name) => !isGate(name))]
}

/** If no hook is configured, this is the first gate that asks for permission, because most hooks are for such gates. */
export function firstEvent(entries: readonly Entry[]): EventName {
  // True: there are events.
  const usual = eventNames.find((name) => eventRows[name].gate.kind === 'permission') ?? (eventNames[0] as EventName)
  return eventsWithHooks(entries.filter(canRun))[0] ?? eventsWithHooks(entries)[0] ?? usual
}

/** How an agent's own file has hooks, and at which of its events an exported hook stands. */
import { createMatchers } from '@hookline/core'
import type { Entry } from '@hookline/core/node'
import { type EventName, eventRows } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'

export type ExportFormat = NonNullable<Agent['format']> & { readonly loopLimit?: true }

/** The usual agent's file has no row of its own, because Hookline's readers know it. */
const usualFormat: ExportFormat = { flat: true, prompts: true, loopLimit: true, whyNeverMatches: () => undefined }

const writable = (agent: Agent): ExportFormat | undefined =>
  agent.format ?? (agent.usual === true ? usualFormat : undefined)
export const canExportTo = (agent: Agent): boolean => writable(agent) !== undefined
export function formatOf(agent: Agent): ExportFormat {
  const format = writable(agent)
  if (format === undefined) throw new Error(`${agent.name} has no format to export to`)
  return format
}

/** The file that `export` writes, relative to the workspace. */
export const exportFile = ({ format, settings }: Agent): string => format?.exports ?? settings?.shared ?? ''

/** The agent's names of the event. Several, if its events are about one tool each. */
export function theirEvents({ events, format }: Agent, { event, matcher }: Entry): readonly string[] {
  if (events === undefined) return [event]
  const names = Object.keys(events).filter((name) => events[name] === event)
  const tools = names.filter((name) => Object.hasOwn(format?.toolOfEvent ?? {}, name))
  if (tools.length === 0) return names.slice(0, 1)
  return tools.filter((name) => matcher === undefined || matches(matcher, format?.toolOfEvent?.[name] ?? ''))
}

/** The name in its file of the event from which `import` has this entry. It decides which payload the agent sends. */
export function fileEventOf({ name: agent, format }: Agent, { name, event }: Entry): string | undefined {
  const theirs =
    name?.startsWith(`${agent}-`) === true ? /^(.+)-\d+$/.exec(name.slice(agent.length + 1))?.[1] : undefined
  const { fileEvents = {} } = format ?? {}
  return theirs !== undefined && Object.hasOwn(fileEvents, theirs) && fileEvents[theirs] === event ? theirs : undefined
}

const matches = (matcher: string, tool: string): boolean => createMatchers().matches(matcher, [tool])

export const isGate = (event: EventName): boolean => eventRows[event].gate.kind !== 'none'
export const isClosed = ({ failClosed, event }: Entry): boolean => failClosed ?? eventRows[event].onFailure === 'closed'
/** Its reply decides what happens to the act. */
export const decides = ({ event, monitor, async, observes }: Entry): boolean =>
  isGate(event) && !monitor && async !== true && observes !== true
/** The agent runs the hook in the background, where it decides nothing, as in monitor mode. */
export const runsBehind = ({ background }: ExportFormat, { type, monitor, async }: Entry): boolean =>
  background === true && (async === true || (monitor && type === 'command'))

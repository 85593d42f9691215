/** The calls of Hookline in a file of an agent, as entries. Such a file is not a hooks.json and has no groups. */
import type { Agent, WrittenCall } from '../agents/agent.ts'
import { hostEventOf } from '../agents/event-names.ts'
import type { Loaded } from '../ports.ts'
import { makeEntry } from './entry.ts'
import { start } from './jsonc.ts'
import { createReader, type ReadOptions, type SourceInfo } from './reader.ts'

export function readCalls(
  { name, events = {} }: Agent,
  calls: readonly WrittenCall[],
  info: SourceInfo,
  reading: ReadOptions,
): Loaded {
  const reader = createReader(info, reading)
  const entries = calls.flatMap((call) => {
    const event = Object.hasOwn(events, call.event) ? events[call.event] : undefined
    if (event === undefined) return []
    const { command } = call
    const draft = { event, ...hostEventOf(events, call.event), at: start, written: { ...call }, command, dialect: name }
    return [makeEntry({ ...draft, type: 'command' }, reader)]
  })
  return { entries, problems: [] }
}

/** The calls of Hookline in a file of an agent, as entries. Such a file is not a hooks.json and has no groups. */
import type { Agent, WrittenCall, WrittenHook } from '../agents/agent.ts'
import { hostEventOf } from '../agents/event-names.ts'
import type { Loaded } from '../ports.ts'
import { makeEntry } from './entry.ts'
import { start } from './jsonc.ts'
import { createReader, type ReadOptions, type SourceInfo } from './reader.ts'

export function readCalls(agent: Agent, calls: readonly WrittenCall[], info: SourceInfo, reading: ReadOptions): Loaded {
  return { entries: readWritten(agent, calls, info, reading).entries, problems: [] }
}

/** A file that does not have its agent's format. Nothing is known about its hooks. */
export function readBroken({ title }: Agent, info: SourceInfo, reading: ReadOptions): Loaded {
  const reader = createReader(info, reading)
  const message = `the file is not a JSON object with a list of hooks of ${title}`
  reader.report('not-an-object', start, message, 'Write { "hooks": [ … ] }.')
  return { entries: [], problems: reader.problems, broken: true }
}

/** All hooks of a file that has a format of its own. */
export function readWritten(
  { name, title, events = {} }: Agent,
  hooks: readonly WrittenHook[],
  info: SourceInfo,
  reading: ReadOptions,
): Loaded {
  const reader = createReader(info, reading)
  const entries = hooks.flatMap(({ event: theirs, ...hook }) => {
    const event = Object.hasOwn(events, theirs) ? events[theirs] : undefined
    if (event !== undefined) {
      const draft = { ...hook, event, ...hostEventOf(events, theirs), at: start, dialect: name, loopLimit: null }
      return [makeEntry({ ...draft, written: { event: theirs, ...hook }, type: 'command' }, reader)]
    }
    const message = `${theirs} of ${title} has no counterpart in Hookline, so its entries never run`
    reader.report('foreign-event', start, message, 'Nothing to do.', 'note')
    return []
  })
  return { entries, problems: reader.problems }
}

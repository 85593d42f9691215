/** The calls of Hookline in a file of an agent, as entries. Such a file is not a hooks.json and has no groups. */
import type { Agent, WrittenCall, WrittenHook } from '../agents/agent.ts'
import { hostEventOf } from '../agents/event-names.ts'
import type { Loaded } from '../ports.ts'
import { type Draft, makeEntry } from './entry.ts'
import { memberOf, type Node, parseJsonc, start } from './jsonc.ts'
import { readMatcher, readTimeout } from './read-values.ts'
import { createReader, type Reader, type ReadOptions, type SourceInfo } from './reader.ts'

export function readCalls(agent: Agent, calls: readonly WrittenCall[], info: SourceInfo, reading: ReadOptions): Loaded {
  return { entries: readWritten(agent, calls, '', info, reading).entries, problems: [] }
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
  text: string,
  info: SourceInfo,
  reading: ReadOptions,
): Loaded {
  const reader = createReader(info, reading)
  const items = hookNodes(text)
  const entries = hooks.flatMap(({ event: theirs, index = -1, fault, ...action }) => {
    const item = items[index]
    const at = item?.at ?? start
    if (fault !== undefined) reader.report('never-runs', at, fault.message, fault.hint)
    const event = Object.hasOwn(events, theirs) ? events[theirs] : undefined
    if (event !== undefined) {
      const more = fault === undefined ? {} : { fault: fault.message }
      const hook = { ...action, ...readWhen(item, reader) }
      const draft = { ...hook, ...more, event, ...hostEventOf(events, theirs), at, dialect: name, loopLimit: null }
      return [makeEntry({ ...draft, written: { event: theirs, ...hook }, type: 'command' }, reader)]
    }
    const message = `${theirs} of ${title} has no counterpart in Hookline, so its entries never run`
    if (theirs !== '') reader.report('foreign-event', at, message, 'Nothing to do.', 'note')
    return []
  })
  return { entries, problems: reader.problems }
}

/** When a hook runs and how long. A value that cannot be used is reported, as in the files of other agents. */
function readWhen(item: Node | undefined, reader: Reader): Partial<Pick<Draft, 'matcher' | 'fault' | 'timeoutMs'>> {
  if (item?.kind !== 'object') return {}
  const matcher = memberOf(item, 'matcher')
  const timeout = memberOf(item, 'timeout')
  const timeoutMs = timeout && readTimeout(timeout, 'seconds', reader)
  return {
    ...(matcher === undefined ? {} : readMatcher(matcher, (text) => text !== '*', reader)),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
}

/** The items of the list `hooks`. */
function hookNodes(text: string): readonly Node[] {
  const parsed = parseJsonc(text)
  const file = parsed.kind === 'tree' && parsed.node.kind === 'object' ? parsed.node : undefined
  const list = file && memberOf(file, 'hooks')?.value
  return list?.kind === 'list' ? list.items : []
}

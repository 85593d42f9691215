/** Limits on a hook file of a workspace (CONTRACT §4): it is read before anyone has trusted it, so its author must not decide how long that takes. */
import type { Entry } from '../flow.ts'
import type { Loaded } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import { brokenEntry, closesGate } from './entry.ts'
import { type At, memberOf, type Node } from './jsonc.ts'
import type { Reader } from './reader.ts'

const fileLimits = {
  /** Hooks in all lists together. */
  entries: 1_000,
  /** Items of one list, or keys of one object. */
  members: 1_000,
  /** Objects, lists and single values together: enough for as many rules as entries are allowed. */
  values: 30_000,
} as const

interface Excess {
  readonly at: At
  readonly message: string
}

/** The first limit that the file exceeds. `hooks` are the maps of events in it. Files that need no trust have no such limits. */
export function findExcess(node: Node, hooks: readonly Node[], { info }: Reader): Excess | undefined {
  if (info.trust !== 'untrusted') return undefined
  return findLargeNode(node, { values: 0 }) ?? findManyEntries(hooks)
}

/** Closes the gates of a file that exceeds a limit: its hooks are not read, so each of them could have refused. */
export function closeExcess({ at, message }: Excess, events: Iterable<EventName>, reader: Reader): Loaded {
  const { info, reading, problems } = reader
  const gates = [...new Set(events)].filter((event) => closesGate(event, reading.edition))
  const closed = gates.length === 0 ? 'Its hooks are not read.' : 'Its hooks are not read, and its gates deny.'
  reader.report('over-limit', at, message, `${closed} Remove what the file does not need.`)
  const entries = gates.map((gate): Entry => {
    const entry = brokenEntry(gate, at, message, info, reading)
    const broken = { ...entry.broken, message: entry.broken?.message ?? message, ...forReaders }
    return { ...entry, broken }
  })
  return { entries, problems }
}
/** The model gets no text of the workspace. */
const forReaders = {
  fix: 'remove what the file does not need, or the file',
  agentMessage: 'a hook file of this workspace is too large to be read',
  withoutTrust: true,
} as const

function findLargeNode(node: Node, seen: { values: number }): Excess | undefined {
  seen.values += 1
  if (seen.values > fileLimits.values) return excess(node.at, `more than ${fileLimits.values} values`)
  if (node.kind === 'value') return undefined
  const [count, kind] =
    node.kind === 'list' ? [node.items.length, 'items in one list'] : [node.members.length, 'keys in one object']
  if (count > fileLimits.members) return excess(node.at, `${count} ${kind}, but the maximum is ${fileLimits.members}`)
  for (const one of node.kind === 'list' ? node.items : node.members) {
    const found = findLargeNode('key' in one ? one.value : one, seen)
    if (found !== undefined) return found
  }
  return undefined
}

function findManyEntries(hooks: readonly Node[]): Excess | undefined {
  const [first] = hooks
  const lists = hooks.flatMap((node) => (node.kind === 'object' ? node.members : []))
  const count = lists.reduce((sum, { value }) => sum + countEntries(value), 0)
  return first !== undefined && count > fileLimits.entries
    ? excess(first.at, `${count} hooks, but the maximum is ${fileLimits.entries}`)
    : undefined
}

/** An item of an event's list is an entry, or a group with a list of entries. */
function countEntries(list: Node): number {
  if (list.kind !== 'list') return 0
  return list.items.reduce((sum, item) => {
    const group = item.kind === 'object' ? memberOf(item, 'hooks')?.value : undefined
    return sum + (group?.kind === 'list' ? group.items.length : 1)
  }, 0)
}

const excess = (at: At, what: string): Excess => ({ at, message: `the file has ${what}` })

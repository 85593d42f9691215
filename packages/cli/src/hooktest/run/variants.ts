/** Lists the other editions and agents on which a case must have the same result, unless its `differs` says otherwise. */
import { type Edition, editions, newSession } from '@hookline/core'
import { agentOfSource, usualAgent } from '@hookline/core/agents'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { agents } from '../read/format.ts'
import type { Execution, TestCase } from '../read/types.ts'

export interface Variant {
  /** An edition or an agent. */
  readonly on: string
  readonly edition: Edition
  readonly agent: string
}

const base = usualAgent.name

/** Without the edition and agent of the case itself: the others are compared with them. */
export function listVariants(
  one: Pick<TestCase, 'event' | 'edition' | 'differs'>,
  got: Execution,
  configured: readonly EventName[],
): readonly Variant[] {
  const declared = Object.keys(one.differs)
  const editionRows = Object.values(editions)
    .filter(
      ({ name }) => name !== one.edition && (declared.includes(name) || canRunIn(name, one.event, got, configured)),
    )
    .map(({ name }): Variant => ({ on: name, edition: name, agent: base }))
    .toSorted((a, b) => (a.on < b.on ? -1 : 1))
  const others = agents
    .filter(({ name }) => name !== base && (declared.includes(name) || hasCounterpart(name, one.event)))
    .map(({ name }): Variant => ({ on: name, edition: one.edition, agent: name }))
  const worthwhile = canDiffer(one.event) && got.runs.length > 0
  return worthwhile || declared.length > 0 ? [...others, ...editionRows] : []
}

/** An event that only observes and has no follow-up has the same result everywhere. */
const canDiffer = (event: EventName): boolean =>
  eventRows[event].gate.kind !== 'none' || eventRows[event].reply.includes('followup_message')

/** Keys that cannot change the verdict of a hook that ran without failure. */
const ignoredKeys = new Set([
  'type',
  'command',
  'name',
  'description',
  'warm',
  'timeout',
  'timeout_ms',
  'comment',
  '$comment',
])

/** Whether an edition has the event and supports every key that the hooks of the case rely on. */
function canRunIn(
  name: Edition,
  event: EventName,
  { runs, skipped }: Execution,
  configured: readonly EventName[],
): boolean {
  const edition = editions[name]
  if (!edition.events.has(event)) return false
  const isFromFile = [...runs, ...skipped].some(({ entry }) => entry.source === 'project')
  // The edition would reject the whole file because of another event, which has nothing to do with this case.
  if (isFromFile && edition.unknownEvent === 'rejects-file' && configured.some((one) => !edition.events.has(one)))
    return false
  const failed = runs.some(({ failure }) => failure !== undefined)
  const relied = (key: string) => !ignoredKeys.has(key) && (key !== 'failClosed' || failed)
  return [...runs, ...skipped].every(({ entry }) => {
    if (entry.source === 'inline') return true
    if (entry.own && !edition.ownFiles) return false
    if (!Object.hasOwn(edition.sources, entry.source)) return false
    // Every edition that reads the file of another agent reads all keys of that agent.
    if (agentOfSource(entry.source) !== undefined || edition.entryKeys === 'all') return true
    const { entryKeys } = edition
    return entry.keys.filter(relied).every((key) => entryKeys.has(key))
  })
}

/** Whether an agent sends this event: translated to its format and back, it is the same event. */
export function hasCounterpart(agent: string, event: EventName): boolean {
  const dialect = agents.find(({ name }) => name === agent)
  if (dialect === undefined) return false
  const row = eventRows[event]
  const input = { hook_event_name: event, session_id: 'test', workspace_roots: ['/'], ...row.sample('/') }
  const sent = dialect.encode(
    { id: 'test', name: event, row, at: '', input },
    { edition: editions.hookline, session: newSession('test') },
  )
  const back = dialect.toEvent(sent.input)
  return 'name' in back && back.name === event
}

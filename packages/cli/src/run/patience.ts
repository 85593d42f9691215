/** How long `run` may take: less than the agent waits, because an agent continues when its hook times out. */
import type { Dialect } from '@hookline/core'
import { callsHookline, type Entry } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'

/** What remains for the agent's own shell, for starting Node, for ending the hooks and for printing the answer. */
const marginOf = (patienceMs: number): number => Math.min(5_000, patienceMs / 5)

/** Whether the entry that calls Hookline says that its failure blocks. Then a hook that the agent's limit cuts off blocks too. */
export const blocksWhenLate = (host: Dialect, name: EventName, entries: readonly Entry[]): boolean =>
  entries.some((entry) => isCallFor(host, name, entry) && entry.failClosed === true)

/** How long the agent waits, in milliseconds; undefined when nothing is known about it. */
export function patienceFor(host: Dialect, name: EventName, entries: readonly Entry[]): number | undefined {
  const written = entries.filter((entry) => isCallFor(host, name, entry)).flatMap(writtenTimeout)
  return written.length > 0 ? Math.min(...written) : host.patienceMs?.(name)
}

/** Milliseconds from the start of the process; undefined when nothing is known about the agent. */
export function timeFor(host: Dialect, name: EventName, entries: readonly Entry[]): number | undefined {
  const patience = patienceFor(host, name, entries)
  return patience === undefined ? undefined : patience - marginOf(patience)
}

/** An entry of the agent's own files that may have started this process. An untrusted file must not shorten the time of the rest. */
const isCallFor = (host: Dialect, name: EventName, entry: Entry): boolean =>
  entry.event === name &&
  host.owns.includes(entry.origin.source) &&
  !entry.origin.own &&
  entry.trust !== 'untrusted' &&
  entry.trust !== 'changed' &&
  callsHookline(entry)

const writtenTimeout = ({ text = '', timeoutMs }: Entry): readonly number[] =>
  /"timeout(_ms)?":/.test(text) ? [timeoutMs] : []

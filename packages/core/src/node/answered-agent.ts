/** The agent that calls this engine: its capabilities, and for which of its events its settings files call Hookline. */
import { matchesNames } from '../agents/match-names.ts'
import { callsHookline } from '../config/self-call.ts'
import { dialects } from '../dialects/index.ts'
import type { Entry } from '../flow.ts'
import type { AnsweredAgent, Configs, Dialect } from '../ports.ts'

export function answeredAgent(
  name: string | undefined,
  configs: Pick<Configs, 'current'>,
): { readonly agent?: AnsweredAgent } {
  const dialect = name === undefined ? undefined : dialects[name]
  if (dialect?.agent === undefined) return {}
  const { agent: table } = dialect
  return {
    agent: {
      name: dialect.name,
      table,
      isConnected: (theirs, tool) => isConnected(dialect, theirs, configs.current().entries, tool),
    },
  }
}

/**
 * Whether an entry in the agent's own files calls Hookline for an event. A workspace that is not trusted is believed only where the
 * person's own files do not call Hookline at all: it could claim a call that the agent does not make.
 */
export function isConnected(dialect: Dialect, theirs: string, entries: readonly Entry[], tool?: string): boolean {
  const calls = entries.filter(
    (entry) =>
      entry.dialect === dialect.name &&
      dialect.owns.includes(entry.origin.source) &&
      !entry.origin.own &&
      callsHookline(entry),
  )
  const believed = calls.filter(({ trust }) => trust !== 'untrusted' && trust !== 'changed')
  return (believed.length === 0 ? calls : believed).some(
    (entry) =>
      (entry.hostEvent === undefined
        ? (dialect.firedBy?.(entry.event) ?? [entry.event]).includes(theirs)
        : entry.hostEvent === theirs) &&
      (tool === undefined || matchesTool(dialect, entry, tool)),
  )
}

function matchesTool(dialect: Dialect, { event, matcher }: Entry, tool: string): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return true
  try {
    return matchesNames(dialect, event, matcher, [tool], (expression) => new RegExp(expression).test(tool))
  } catch {
    return false
  }
}

/** What an agent does at a gate when Hookline itself is gone: by its entries and its version, nothing is tried. */
import { blocksWithout, commandLine, type Entry } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import { connectionsOf } from '../connect/connections.ts'
import { oneLine } from '../plain.ts'
import { agentVersion, isAtLeast } from './agent-version.ts'
import type { Finding } from './finding.ts'
import type { Survey } from './survey.ts'

const gone = 'is killed or cannot be started (no program, no Node, bad NODE_OPTIONS)'
const late = 'is slower than the timeout of the entry'

/** A line for each kind of gap, with the first entry that has it. */
export function vanishingFindings(agent: Agent, { entries, env }: Pick<Survey, 'entries' | 'env'>): readonly Finding[] {
  const { strict } = agent.settings ?? {}
  const calls = connectionsOf(agent, entries).filter(({ event }) => eventRows[event].gate.kind !== 'none')
  if (strict === undefined || calls.length === 0) return []
  const { since } = strict
  const version = agentVersion(agent.program, env)
  const subject = version === undefined ? agent.title : `${agent.title} ${version}`
  const knowsKeys = since === undefined || (version !== undefined && isAtLeast(version, since))
  const hasKeys = (entry: Entry) => entry.failClosed === true
  const line = { area: 'agents', subject } as const
  const open = calls.find((entry) => !blocksWithout(commandLine(entry) ?? '') && !(hasKeys(entry) && knowsKeys))
  if (open !== undefined) {
    const says = `goes on when Hookline ${gone}, or ${late} (${placeOf(open)})`
    return [{ ...line, state: 'warn', says, next: nextFor(agent, open) }]
  }
  const slow = calls.find((entry) => !(hasKeys(entry) && knowsKeys))
  if (slow === undefined) return []
  if (!hasKeys(slow)) {
    const says = `goes on when Hookline ${late} (${placeOf(slow)})`
    return [{ ...line, state: 'warn', says, next: nextFor(agent, slow) }]
  }
  return [
    version === undefined
      ? {
          ...line,
          state: 'not-proved',
          says: `its version is not known; before ${since} it goes on when Hookline ${late}`,
          next: `${agent.program?.name ?? agent.name} --version`,
        }
      : {
          ...line,
          state: 'warn',
          says: `goes on when Hookline ${late}; refuses from ${since} on`,
          next: `update ${agent.title} to ${since} or later`,
        },
  ]
}

const placeOf = ({ origin }: Entry): string => `${oneLine(origin.file ?? '')}:${origin.line ?? 1}`

/** What `init` writes at the level of the entry; elsewhere it is decided by hand. */
const nextFor = ({ settings }: Agent, { origin }: Entry): string =>
  origin.root === undefined && settings?.strict?.levels.includes('user') === true
    ? 'hookline init --user'
    : 'docs/connect.md, "When Hookline is gone"'

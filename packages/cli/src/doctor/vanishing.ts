/** Reports what an agent does at a gate if Hookline itself is gone, by its entries and its version. It runs nothing. */
import { blocksWithout, commandLine, type Entry } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import { connectionsOf, isLeftToUser } from '../connect/connections.ts'
import { oneLine } from '../text/plain.ts'
import { agentVersion, isAtLeast } from './agent-version.ts'
import type { Finding } from './finding.ts'
import type { Survey } from './survey.ts'

const gone = 'is killed or cannot start (no program, no Node, bad NODE_OPTIONS)'
const late = 'takes longer than the timeout of the entry'

/** One finding for each kind of gap, with the first entry that has it. */
export function vanishingFindings(agent: Agent, { entries, env }: Pick<Survey, 'entries' | 'env'>): readonly Finding[] {
  const { strict } = agent.settings ?? {}
  // Where the user's own entry answers too, that one decides what happens without Hookline.
  const calls = connectionsOf(agent, entries).filter(
    (entry) => eventRows[entry.event].gate.kind !== 'none' && !isLeftToUser(agent, entry, entries),
  )
  if (strict === undefined || calls.length === 0) return []
  const { since } = strict
  const version = agentVersion(agent.program, env)
  const subject = version === undefined ? agent.title : `${agent.title} ${version}`
  const knowsKeys = since === undefined || (version !== undefined && isAtLeast(version, since))
  const hasKeys = (entry: Entry) => entry.failClosed === true
  const line = { area: 'agents', subject } as const
  const open = calls.find((entry) => !blocksWithout(commandLine(entry) ?? '') && !(hasKeys(entry) && knowsKeys))
  if (open !== undefined) {
    const says = `continues if Hookline ${gone}, or ${late} (${locationText(open)})`
    return [{ ...line, state: 'warn', says, next: nextFor(agent, open) }]
  }
  // No entry of such an agent can say what happens then. The deadline inside `run` is shorter.
  if (Object.keys(strict.keys).length === 0) return []
  const slow = calls.find((entry) => !(hasKeys(entry) && knowsKeys))
  if (slow === undefined) return []
  if (!hasKeys(slow)) {
    const says = `continues if Hookline ${late} (${locationText(slow)})`
    return [{ ...line, state: 'warn', says, next: nextFor(agent, slow) }]
  }
  return [
    version === undefined
      ? {
          ...line,
          state: 'not-proved',
          says: `its version is unknown. Before ${since} it continues if Hookline ${late}`,
          next: `${agent.program?.name ?? agent.name} --version`,
        }
      : {
          ...line,
          state: 'warn',
          says: `continues if Hookline ${late}; from ${since} on it denies`,
          next: `update ${agent.title} to ${since} or later`,
        },
  ]
}

const locationText = ({ origin }: Entry): string => `${oneLine(origin.file ?? '')}:${origin.line ?? 1}`

/** The user's own entries always refuse. In a workspace the project decides. */
const nextFor = ({ name }: Agent, { origin }: Entry): string =>
  origin.root === undefined ? `hookline connect ${name}` : `hookline connect ${name} --project --required`

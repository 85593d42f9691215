/** Finds calls of Hookline whose program is gone: another version of Node was chosen, or Hookline was installed in another place. */
import { callLevel, callPaths, type Entry } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import { isExecutable, isFile } from '../machine/file-stat.ts'
import { oneLine } from '../text/plain.ts'
import { connectionsOf, isWholeCall } from './connections.ts'
import type { Obstacle } from './obstacles.ts'

/** One obstacle for each settings file and program. It is a part where other calls of the agent work at the same events. */
export function missingPrograms(agent: Agent, entries: readonly Entry[]): readonly Obstacle[] {
  const calls = connectionsOf(agent, entries)
  const faulty = calls.flatMap((entry) => {
    const says = faultOf(entry)
    return says === undefined ? [] : [{ entry, says }]
  })
  const working = new Set(
    calls.filter((entry) => isWholeCall(entry) && faultOf(entry) === undefined).map(({ event }) => event),
  )
  return [...new Set(faulty.map(({ says }) => says))].map((says) => {
    const group = faulty.filter((one) => one.says === says)
    const part = group.every(({ entry }) => working.has(entry.event)) ? { part: true as const } : {}
    const refuses = [...new Set(group.filter(({ entry }) => isRefusing(entry)).map(({ entry }) => entry.event))]
    return { says, next: `hookline connect ${agent.name}`, ...part, ...(refuses.length === 0 ? {} : { refuses }) }
  })
}

function faultOf(entry: Entry): string | undefined {
  const paths = callPaths(entry)
  const gone = paths.find((path) => !isFile(path))
  const file = oneLine(entry.origin.file ?? '')
  if (gone !== undefined) return `${file} calls Hookline with ${oneLine(gone)}, which does not exist`
  const [first] = paths
  return first === undefined || isExecutable(first)
    ? undefined
    : `${file} calls Hookline with ${oneLine(first)}, which is not executable`
}

/** An entry of the user's own refuses at gates if Hookline cannot run. */
const isRefusing = (entry: Entry): boolean => callLevel(entry) === 'user' && eventRows[entry.event].gate.kind !== 'none'

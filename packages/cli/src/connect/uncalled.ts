/** Finds hooks that no agent would ask: no agent calls Hookline at their event, and none on this machine runs their file by itself. */
import { callsHookline, type Entry, sourceSetup } from '@hookline/core/node'
import { agents, agentsDo, agentTitles } from '../agents.ts'
import type { Io } from '../io.ts'
import { counted } from '../text/entry-text.ts'
import { agentsHere } from './agents-here.ts'
import { calledFor, firedBy } from './connections.ts'
import { type Reach, reachOf, runsIn } from './reach.ts'
import { faultText, fixFirst, type SettingsFault, settingsFaults } from './settings-faults.ts'
import { absentSurface } from './surfaces.ts'

/** The command that connects every agent found on this machine. */
export const connectCommand = 'hookline connect'

/** Why no agent asks a hook, and the command that changes it. */
export interface Uncalled {
  readonly why: string
  readonly next: string
  /**
   * It is a part of a pack for a surface that no agent of this machine has, and other hooks of the pack are asked. Nothing is
   * unguarded without it.
   */
  readonly isElsewhere?: true
}

/** By the id of the entry. Entries that are skipped or cannot run are in it too. */
export function findUncalled(entries: readonly Entry[], root: string, env: Io['env']): ReadonlyMap<string, Uncalled> {
  const hooks = entries.filter((entry) => entry.broken === undefined && !callsHookline(entry))
  const { home } = sourceSetup().platform
  const here = agentsHere(root, home, env)
  const reaches = agents
    .filter(({ reads }) => reads !== undefined)
    .map((agent) => reachOf(agent, hooks, entries))
    .map((reach) => (here.includes(reach.agent) || reach.connected.size > 0 ? reach : { ...reach, direct: [] }))
  const called = new Set(reaches.flatMap(runsIn))
  const packs = new Set([...called].flatMap(packOf))
  const present = reaches.filter(({ agent, connected }) => here.includes(agent) || connected.size > 0)
  const missed = hooks.filter((entry) => !called.has(entry))
  const faults = missed.length === 0 ? [] : here.flatMap((agent) => settingsFaults(agent, { root, home, env }))
  return new Map(
    missed.map((entry) => {
      const isElsewhere = packOf(entry).some((pack) => packs.has(pack))
      const other = isElsewhere ? elsewhere(entry, present) : undefined
      return [entry.id, other ?? withFaults(whyUncalled(entry, reaches), faults, root)]
    }),
  )
}

/** A settings file that cannot be used comes first, because `connect` does not write to it. */
function withFaults({ why, next }: Uncalled, faults: readonly SettingsFault[], root: string): Uncalled {
  const messages = [...new Set(faults.map((fault) => faultText(fault, root)))]
  return messages.length === 0 ? { why, next } : { why: [why, ...messages].join('; '), next: fixFirst(next) }
}

/** The pack that the hook is a part of, in its file. */
const packOf = ({ pack, origin }: Entry): readonly string[] =>
  pack === undefined ? [] : [`${pack}\0${origin.file ?? ''}`]

const agentsOf = (reaches: readonly Reach[]) => reaches.map(({ agent }) => agent)

function elsewhere({ event }: Entry, present: readonly Reach[]): Uncalled | undefined {
  const found = agentsOf(present)
  const surface = absentSurface(event, found)
  if (surface === undefined) return undefined
  return { why: `only for ${surface}, not available in ${agentTitles(found)}`, next: connectCommand, isElsewhere: true }
}

function whyUncalled({ event }: Entry, reaches: readonly Reach[]): Uncalled {
  const connected = reaches.filter((reach) => reach.connected.size > 0)
  if (connected.length === 0) return { why: 'not connected: no agent calls Hookline', next: connectCommand }
  const all = reaches.filter(({ agent }) => firedBy(agent, event).length > 0)
  const having = all.filter((reach) => connected.includes(reach))
  if (having.length === 0)
    return {
      why: `not connected: ${agentsDo(agentsOf(connected), 'never reports', 'never report')} ${event}`,
      next: `${connectCommand} ${all[0]?.agent.name ?? ''}`.trim(),
    }
  const missing = having.flatMap(({ agent, connected: events }) =>
    calledFor(agent, event, false).filter((theirs) => !events.has(theirs)),
  )
  const events = [...new Set(missing)].join(', ')
  const calls = agentsDo(agentsOf(having), 'does not call', 'do not call')
  return { why: `not connected: ${calls} Hookline at ${events}`, next: connectCommand }
}

/** One line for each reason, with the command that changes it, if anything is missing. Empty if an agent runs each of these hooks. */
export function uncalledText(hooks: readonly Entry[], uncalled: ReadonlyMap<string, Uncalled>): string {
  const found = hooks.flatMap(({ id }) => uncalled.get(id) ?? [])
  return [...new Map(found.map((one) => [one.why, one]))]
    .map(([why, { next, isElsewhere }]) => {
      const count = found.filter((one) => one.why === why).length
      return `${counted(count, 'hook is', 'hooks are')} ${why}.${isElsewhere === true ? '' : ` To connect: ${next}`}\n`
    })
    .join('')
}

/** Hooks that nothing else keeps from running. */
export const activeHooks = (entries: readonly Entry[]): readonly Entry[] =>
  entries.filter((entry) => entry.held === undefined && entry.broken === undefined && !callsHookline(entry))

/** Who runs the hooks that are active here, as `hookline doctor` judges it. */
import { callsHookline, type Entry } from '@hookline/core/node'
import { agents } from '../../agents.ts'
import { canRun } from '../../doctor/canary.ts'
import { initCommand } from '../../doctor/next.ts'
import { foundAgents, missedBy, missText, reachOf, runsIn } from '../../doctor/reach.ts'
import { counted } from '../../entry-text.ts'
import type { Scene } from './scene.ts'

export type Place = Pick<Scene, 'root' | 'home'> & { readonly entries: readonly Entry[] }

export interface Reached {
  /** Those that run at least one, with how many. */
  readonly agents: readonly { readonly name: string; readonly title: string; readonly hooks: number }[]
  /** Hooks that no agent runs, and that one could. */
  readonly uncalled: number
  /** Agents that are here and do not run what they could. */
  readonly missing: readonly { readonly agent: string; readonly says: string; readonly next: string }[]
}

/** `called`: an agent that no file shows has sent events here, so somebody calls Hookline. */
export function reachedIn(place: Place, called: boolean): Reached {
  const { entries } = place
  const active = entries.filter((entry) => canRun(entry) && !callsHookline(entry))
  const all = agents.map((agent) => reachOf(agent, active, entries))
  const running = all.map((reach) => ({ ...reach, runs: runsIn(reach) })).filter(({ runs }) => runs.length > 0)
  const run = new Set(running.flatMap(({ runs }) => runs))
  const here = foundAgents(place).filter(({ agent }) => agent.reads !== undefined)
  const missed = here.map(({ agent }) => ({ agent, hooks: missedBy(reachOf(agent, active, entries)) }))
  const couldRun = new Set(missed.flatMap(({ hooks }) => hooks))
  const unrun = active.filter((entry) => !run.has(entry))
  const uncalled = called ? [] : here.length === 0 ? unrun : unrun.filter((entry) => couldRun.has(entry))
  const next = initCommand(place)
  const missing = missed
    .filter(({ hooks }) => hooks.length > 0)
    .map(({ agent, hooks }) => ({ agent: agent.title, says: missText(hooks), next }))
  const nobody = { agent: '', says: `no agent calls ${counted(uncalled.length, 'hook')} of this workspace`, next }
  return {
    agents: running.map(({ agent: { name, title }, runs }) => ({ name, title, hooks: runs.length })),
    uncalled: uncalled.length,
    missing: missing.length === 0 && uncalled.length > 0 ? [nobody] : missing,
  }
}

/** Finds which agents run the active hooks of a workspace, by the same rules as `hookline doctor`. */
import { callsHookline, type Entry } from '@hookline/core/node'
import { agents } from '../../agents.ts'
import { foundAgents, missedBy, missText, reachOf, runsIn } from '../../connect/reach.ts'
import { connectCommand } from '../../connect/uncalled.ts'
import { canRun } from '../../doctor/canary.ts'
import { counted } from '../../text/entry-text.ts'
import type { Scene } from './scene.ts'

export type Workspace = Pick<Scene, 'root' | 'home'> & { readonly entries: readonly Entry[] }

export interface AgentReach {
  /** Agents that run at least one hook, with the number of hooks. */
  readonly agents: readonly { readonly name: string; readonly title: string; readonly hooks: number }[]
  /** The number of hooks that no agent runs although one could. */
  readonly uncalled: number
  /** Agents on this machine that do not run hooks which they could run. */
  readonly missing: readonly { readonly agent: string; readonly says: string; readonly next: string }[]
}

/** `called`: the log has events of an agent, so an agent calls Hookline even if no file shows it. */
export function findAgentReach(workspace: Workspace, called: boolean): AgentReach {
  const { entries } = workspace
  const active = entries.filter((entry) => canRun(entry) && !callsHookline(entry))
  const all = agents.map((agent) => reachOf(agent, active, entries))
  const running = all.map((reach) => ({ ...reach, runs: runsIn(reach) })).filter(({ runs }) => runs.length > 0)
  const run = new Set(running.flatMap(({ runs }) => runs))
  const here = foundAgents(workspace).filter(({ agent }) => agent.reads !== undefined)
  const missed = here.map(({ agent }) => ({ agent, hooks: missedBy(reachOf(agent, active, entries)) }))
  const couldRun = new Set(missed.flatMap(({ hooks }) => hooks))
  const unrun = active.filter((entry) => !run.has(entry))
  const uncalled = called ? [] : here.length === 0 ? unrun : unrun.filter((entry) => couldRun.has(entry))
  const next = connectCommand
  const missing = missed
    .filter(({ hooks }) => hooks.length > 0)
    .map(({ agent, hooks }) => ({ agent: agent.title, says: missText(hooks), next }))
  const noAgent = { agent: '', says: `no agent calls ${counted(uncalled.length, 'hook')} of this workspace`, next }
  return {
    agents: running.map(({ agent: { name, title }, runs }) => ({ name, title, hooks: runs.length })),
    uncalled: uncalled.length,
    missing: missing.length === 0 && uncalled.length > 0 ? [noAgent] : missing,
  }
}

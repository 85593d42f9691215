/** Removes the entries with which agents call Hookline. Files that are unchanged since are byte by byte as before connecting. */
import { join } from 'node:path'
import { sourceSetup } from '@hookline/core/node'
import type { Agent } from '../agents.ts'
import { connectionsOf } from '../connect/connections.ts'
import { readState } from '../connect/read-state.ts'
import { type Level, markEdits, settingsFiles, writerOf } from '../connect/settings.ts'
import { type ApplyOptions, type ApplyResult, applyChanges } from '../edit/apply-changes.ts'
import { CannotEdit, type FileChange, oncePerFile } from '../edit/change.ts'
import { readWritten } from '../edit/written.ts'
import type { Io } from '../io.ts'
import { trustWritten } from '../trust/trust-written.ts'
import { planRestore, removeCreated } from './restore.ts'

export interface DisconnectOptions extends Pick<ApplyOptions, 'yes' | 'dryRun' | 'json'> {
  readonly level: Level
  readonly root?: string | undefined
}
export interface DisconnectedAgent {
  readonly agent: Agent
  readonly file: string
  readonly state: 'disconnected' | 'was not connected' | 'still connected'
  readonly why?: string
}
export interface DisconnectReport {
  readonly result: ApplyResult
  readonly changes: readonly FileChange[]
  readonly agents: readonly DisconnectedAgent[]
  /** In a workspace: its hooks are still trusted. */
  readonly trusted: boolean
}

export async function disconnectAgents(
  agents: readonly Agent[],
  options: DisconnectOptions,
  io: Io,
): Promise<DisconnectReport> {
  const { level } = options
  const root = options.root ?? sourceSetup().platform.home
  const { entries, trust } = await readState(root)
  const written = readWritten()
  const plans = agents.flatMap((agent) =>
    filesOf(agent, level, root).map((file) => {
      const calls = connectionsOf(agent, entries).filter(({ origin }) => origin.file === file)
      const isWhole = writerOf(agent).settings?.wholeFiles !== undefined
      const own = { entries: calls, edits: markEdits({ agent, level }, false), isWhole }
      try {
        return { agent, file, changes: planRestore(file, own, io.cwd, written) }
      } catch (thrown) {
        if (!(thrown instanceof CannotEdit)) throw thrown
        return { agent, file, changes: [], why: thrown.message }
      }
    }),
  )
  const changes = oncePerFile(plans.flatMap((plan) => plan.changes))
  const within = level === 'project' ? root : undefined
  const result = await applyChanges(changes, { ...options, asks: 'always', within }, io)
  const isDone = result === 'written'
  if (isDone) {
    const removed = changes.filter(({ removes }) => removes === true).map(({ path }) => path)
    removeCreated(removed, written)
  }
  const trusted = level === 'project' && isDone && (await trustWritten(root, trust, []))
  return {
    result,
    changes,
    trusted,
    agents: plans.map(({ agent, file, changes: own, why }): DisconnectedAgent => {
      if (why !== undefined) return { agent, file, state: 'still connected', why }
      return {
        agent,
        file,
        state: own.length === 0 ? 'was not connected' : isDone ? 'disconnected' : 'still connected',
      }
    }),
  }
}

const filesOf = (agent: Agent, level: Level, root: string): readonly string[] =>
  settingsFiles(agent, level).map((name) => join(root, name))

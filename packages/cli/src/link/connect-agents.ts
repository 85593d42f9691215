/** Connects agents: each calls Hookline at every event it has, so that hooks of every source run, also those added later. */
import { join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { sourceSetup } from '@hookline/core/node'
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { parse } from 'jsonc-parser'
import type { Agent } from '../agents.ts'
import { movedSettings } from '../connect/connections.ts'
import { agentObstacles, type Obstacle } from '../connect/obstacles.ts'
import { readState } from '../connect/read-state.ts'
import { type Connection, connectionFor, eventsOf, isComplete, type Level } from '../connect/settings.ts'
import { survey } from '../doctor/survey.ts'
import { type ApplyOptions, type ApplyResult, applyChanges } from '../edit/apply-changes.ts'
import { CannotEdit, type FileChange, oncePerFile } from '../edit/change.ts'
import type { Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { trustWritten } from '../trust/trust-written.ts'
import { planCalls } from './plan.ts'

export interface ConnectOptions extends Pick<ApplyOptions, 'yes' | 'dryRun' | 'json'> {
  readonly level: Level
  /** The workspace, for the level `project`. */
  readonly root?: string | undefined
  /** In a workspace: agents refuse where Hookline is missing. */
  readonly required?: boolean | undefined
}

export interface ConnectedAgent {
  readonly connection: Connection
  readonly state: 'connected' | 'already connected' | 'not connected'
  readonly events: readonly string[]
  /** Why the file was not changed. */
  readonly why?: string
  /** Why the agent does not call Hookline although its settings say so. */
  readonly obstacles: readonly Obstacle[]
}
export interface ConnectReport {
  readonly result: ApplyResult
  readonly changes: readonly FileChange[]
  readonly agents: readonly ConnectedAgent[]
  /** In a workspace: its hooks are still trusted. */
  readonly trusted: boolean
}

export async function connectAgents(agents: readonly Agent[], options: ConnectOptions, io: Io): Promise<ConnectReport> {
  const { level, required } = options
  const root = options.root ?? sourceSetup().platform.home
  const { entries, trust } = await readState(root)
  const plans = agents.map((agent) => {
    const connection = connectionFor(agent, level, root, io.env)
    const moved = level === 'user' ? movedSettings(agent, io.env) : undefined
    if (moved !== undefined) return { connection, changes: [], why: movedText(agent, moved) }
    const displaced = displacedFile(agent, root)
    if (displaced !== undefined) return { connection, changes: [], why: displacedText(connection, displaced, io.cwd) }
    return { connection, ...planOne(() => planCalls([connection], entries, io.cwd, { required })) }
  })
  const changes = oncePerFile(plans.flatMap((plan) => plan.changes))
  const within = level === 'project' ? root : undefined
  const result = await applyChanges(changes, { ...options, asks: 'always', within }, io)
  const isDone = result === 'written' || result === 'nothing to do'
  const trusted = level === 'project' && isDone && (await trustWritten(root, trust, []))
  const surveyed = await survey(root, 'hookline', io.env)
  await surveyed.hooks.close()
  return {
    result,
    changes,
    trusted,
    agents: plans.map(({ connection, changes: own, why }): ConnectedAgent => {
      const { reader: agent } = connection
      const isThere = why === undefined && isComplete(connection, surveyed.entries)
      const state = !isThere ? 'not connected' : own.length === 0 ? 'already connected' : 'connected'
      const obstacles = isThere ? agentObstacles(agent, surveyed) : []
      return { connection, state, events: eventsOf(agent), obstacles, ...(why === undefined ? {} : { why }) }
    }),
  }
}

const movedText = ({ title, name, settings }: Agent, moved: string): string =>
  `${settings?.homeVariable} is set, so ${title} reads your settings from ${moved}. Hookline writes only to your home directory. Unset it, or run: hookline connect ${name} --project`

/** The file whose hooks the agent would no longer run, if it has any. */
function displacedFile({ settings }: Agent, root: string): string | undefined {
  if (settings?.displaces === undefined) return undefined
  const file = join(root, settings.displaces)
  const { hooks } = parseObject(readRegularText(file) ?? '')
  return isObject(hooks) && Object.values(hooks).some((list) => Array.isArray(list) && list.length > 0)
    ? file
    : undefined
}

const displacedText = ({ agent, file }: Connection, displaced: string, cwd: string): string =>
  `${shownPath(displaced, cwd)} has hooks, which ${agent.title} ignores as soon as ${shownPath(file, cwd)} has hooks of the same events. Move them there, then run: hookline connect ${agent.name}`

function parseObject(text: string): JsonObject {
  const value: unknown = parse(text, [], { allowTrailingComma: true })
  return isObject(value) ? value : {}
}

/** A file that cannot be edited leaves the other agents' files as planned. */
function planOne(plan: () => readonly FileChange[]): {
  readonly changes: readonly FileChange[]
  readonly why?: string
} {
  try {
    return { changes: plan() }
  } catch (thrown) {
    if (!(thrown instanceof CannotEdit)) throw thrown
    return { changes: [], why: thrown.message }
  }
}

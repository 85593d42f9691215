/** Plans entries in an agent's settings that call Hookline, for events that hooks need and that do not call it yet. */

import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { blocksWithout, type Entry, type HooksChange, type SourceName } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import { quoted } from '../entry-text.ts'
import type { Io } from '../io.ts'
import { findProgram } from '../programs.ts'
import { calledFor, connectedEvents, connectionsOf, dialectOf, firedBy } from './connections.ts'
import { findLauncher } from './launcher.ts'

export interface Connection {
  readonly agent: Agent
  readonly level: 'project' | 'user'
  readonly root: string
  readonly file: string
  readonly program: HooklineProgram
}

/** An event that a hook needs. */
export interface NeededEvent {
  readonly event: EventName
  readonly timeoutMs: number
  /** The hook is in a hookline.json, which agents do not read. */
  readonly own: boolean
  /** The hook may rewrite its input. */
  readonly rewrites: boolean
}

/** A path that exists only on this machine goes into the settings file that is not shared, if the agent has one. */
export function connectionFor(agent: Agent, level: 'project' | 'user', root: string, env: Io['env']): Connection {
  const program = findHookline(agent, level, root, env)
  const { shared = '', own = shared } = agent.settings ?? {}
  return { agent, level, root, file: join(root, level === 'user' || program.portable ? shared : own), program }
}

/** Whether the agent runs the hooks of these files itself. */
export const isOwnedBy = (agent: Agent, source: SourceName, own: boolean): boolean =>
  !own && dialectOf(agent)?.owns.includes(source) === true

/** `entries` are those of every source, so that no event calls Hookline twice. */
export function missingEvents(
  agent: Agent,
  needed: readonly NeededEvent[],
  entries: readonly Entry[],
): readonly string[] {
  const connected = connectedEvents(agent, entries)
  const called = needed.flatMap(({ event, rewrites }) => calledFor(agent, event, rewrites))
  return [...new Set(called)].filter((name) => !connected.has(name))
}

/** The timeout of agents for a command without one, and the longest that any agent allows, in seconds. */
const defaultTimeout = 60
const longest = 600
/** `run` replies so many seconds before the agent gives up, so the slowest hook needs this much more. */
const margin = 5

/** The timeout must be long enough for the slowest hook of the event. */
export const settingsEdits = (
  connection: Connection,
  theirs: readonly string[],
  needed: readonly NeededEvent[],
): readonly HooksChange[] =>
  theirs.map((event): HooksChange => {
    const { agent, program } = connection
    const waits = needed.filter((one) => calledFor(agent, one.event, one.rewrites).includes(event))
    const slowest = Math.max(0, ...waits.map(({ timeoutMs }) => timeoutMs / 1000))
    const strict = strictOf(connection)
    const isGate = waits.some((one) => eventRows[one.event].gate.kind !== 'none')
    const more = {
      ...(slowest > defaultTimeout || strict?.timeout === true ? { timeout: timeoutFor(slowest) } : {}),
      ...(isGate ? strict?.keys : {}),
    }
    const command = `${program.command}${isGate ? (strict?.orElse ?? '') : ''}`
    return { kind: 'add', event, entry: agent.settings?.entry(command, more) ?? {} }
  })

const timeoutFor = (slowest: number): number => Math.min(longest, Math.ceil(Math.max(slowest, defaultTimeout)) + margin)

const strictOf = ({ agent: { settings }, level }: Connection) =>
  settings?.strict?.levels.includes(level) === true ? settings.strict : undefined

/** Upgrades entries of an earlier version with which the agent continues if Hookline is gone. Keys that are already set stay. */
export function strictEdits(
  connection: Connection,
  entries: readonly Entry[],
  needed: readonly NeededEvent[],
): readonly HooksChange[] {
  const strict = strictOf(connection)
  if (strict === undefined) return []
  const { agent, file } = connection
  // Edit from the last to the first, so that an edit does not move the positions of the next ones.
  const calls = connectionsOf(agent, entries)
    .filter(({ origin, event }) => origin.file === file && eventRows[event].gate.kind !== 'none')
    .toSorted(({ origin: a }, { origin: b }) => (b.line ?? 0) - (a.line ?? 0) || (b.column ?? 0) - (a.column ?? 0))
  return calls.flatMap((entry): readonly HooksChange[] => {
    const { command = '', args, origin, text = '{}', event } = entry
    const written = JSON.parse(text) as JsonObject // The reader made this text from an object.
    const waits = needed.filter((one) => firedBy(agent, one.event).some((name) => firedBy(agent, event).includes(name)))
    const timeout = timeoutFor(Math.max(0, ...waits.map(({ timeoutMs }) => timeoutMs / 1000)))
    const values = {
      // With `args` the command does not go through a shell.
      ...(strict.orElse === undefined || args !== undefined || blocksWithout(command)
        ? {}
        : { command: `${command}${strict.orElse}` }),
      ...(strict.timeout === true && written.timeout === undefined ? { timeout } : {}),
      ...Object.fromEntries(Object.entries(strict.keys).filter(([key]) => written[key] === undefined)),
    }
    const { line = 1, column = 1 } = origin
    return Object.keys(values).length === 0 ? [] : [{ kind: 'set', at: { line, column }, values }]
  })
}

/** How an agent starts `hookline`: by a name that works on every machine, or else by the path of this copy. */
interface HooklineProgram {
  readonly command: string
  /** Works on other machines too, so it may be in a shared file. */
  readonly portable: boolean
  readonly why: string
}

function findHookline(
  { name, settings }: Agent,
  level: 'project' | 'user',
  root: string,
  env: Io['env'],
): HooklineProgram {
  const run = `run --host ${name} --installed`
  const local = join('node_modules', '.bin', 'hookline')
  if (level === 'project' && existsSync(join(root, local))) {
    const from = settings?.root === undefined ? '' : `"$${settings.root}"/`
    return { command: `${from}${local} ${run}`, portable: true, why: "the workspace's own hookline" }
  }
  // npx and npm scripts add directories to the PATH for one run, which an agent does not have.
  const path = (env.PATH ?? '').split(delimiter).filter((one) => !/node_modules[\\/]\.bin[\\/]?$/.test(one))
  if (level === 'project' && findProgram('hookline', path, ['']) !== undefined)
    return { command: `hookline ${run}`, portable: true, why: 'the hookline on the PATH of the agent' }
  const [node, script] = [process.execPath, ownScript()]
  const launcher = findLauncher(script)
  const program =
    launcher === undefined ? `${quoted(node)} ${quoted(script)}` : `HOOKLINE_NODE=${quoted(node)} ${quoted(launcher)}`
  return { command: `${program} ${run}`, portable: false, why: 'this copy of hookline by its path' }
}

/** The file that was started, with links followed, because npm may change the link on the PATH. */
function ownScript(): string {
  const [, started = ''] = process.argv
  try {
    return realpathSync(started)
  } catch {
    return started
  }
}

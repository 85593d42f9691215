/** Entries in an agent's settings that call Hookline, for the events that hooks listen to and that are not answered yet. */

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

export interface Connecting {
  readonly agent: Agent
  readonly level: 'project' | 'user'
  readonly root: string
  readonly file: string
  readonly way: Way
}

/** What some hook listens to. */
export interface Wanted {
  readonly event: EventName
  readonly timeoutMs: number
  /** It stands in a hookline.json, which no agent reads by itself. */
  readonly own: boolean
  /** It may replace what it judges. */
  readonly rewrites: boolean
}

/** A path that only this machine has goes into the file that is not shared, where the agent has one. */
export function connecting(agent: Agent, level: 'project' | 'user', root: string, env: Io['env']): Connecting {
  const way = wayTo(agent, level, root, env)
  const { shared = '', own = shared } = agent.settings ?? {}
  return { agent, level, root, file: join(root, level === 'user' || way.portable ? shared : own), way }
}

/** It runs the hooks of these files by itself. */
export const isOwnedBy = (agent: Agent, source: SourceName, own: boolean): boolean =>
  !own && dialectOf(agent)?.owns.includes(source) === true

/** `there`: entries of every source, so that nothing is answered twice. */
export function missingEvents(agent: Agent, wanted: readonly Wanted[], there: readonly Entry[]): readonly string[] {
  const connected = connectedEvents(agent, there)
  const called = wanted.flatMap(({ event, rewrites }) => calledFor(agent, event, rewrites))
  return [...new Set(called)].filter((name) => !connected.has(name))
}

/** What agents give a command that says nothing of its time, and the most that any gives, in seconds. */
const usual = 60
const longest = 600
/** `run` answers this long before the agent gives up, so that is what the slowest hook needs in addition. */
const margin = 5

/** An agent must not give up before the slowest of the hooks it waits for. */
export const settingsEdits = (
  connecting: Connecting,
  theirs: readonly string[],
  wanted: readonly Wanted[],
): readonly HooksChange[] =>
  theirs.map((event): HooksChange => {
    const { agent, way } = connecting
    const waits = wanted.filter((one) => calledFor(agent, one.event, one.rewrites).includes(event))
    const slowest = Math.max(0, ...waits.map(({ timeoutMs }) => timeoutMs / 1000))
    const strict = strictOf(connecting)
    const isGate = waits.some((one) => eventRows[one.event].gate.kind !== 'none')
    const more = {
      ...(slowest > usual || strict?.timeout === true ? { timeout: timeoutFor(slowest) } : {}),
      ...(isGate ? strict?.keys : {}),
    }
    const command = `${way.command}${isGate ? (strict?.orElse ?? '') : ''}`
    return { kind: 'add', event, entry: agent.settings?.entry(command, more) ?? {} }
  })

const timeoutFor = (slowest: number): number => Math.min(longest, Math.ceil(Math.max(slowest, usual)) + margin)

const strictOf = ({ agent: { settings }, level }: Connecting) =>
  settings?.strict?.levels.includes(level) === true ? settings.strict : undefined

/** Entries of an earlier version, with which the agent goes on when Hookline is gone. A key that says otherwise on purpose stays. */
export function strictEdits(
  connecting: Connecting,
  entries: readonly Entry[],
  wanted: readonly Wanted[],
): readonly HooksChange[] {
  const strict = strictOf(connecting)
  if (strict === undefined) return []
  const { agent, file } = connecting
  // From the last to the first, so that an edit does not move the ones that follow.
  const calls = connectionsOf(agent, entries)
    .filter(({ origin, event }) => origin.file === file && eventRows[event].gate.kind !== 'none')
    .toSorted(({ origin: a }, { origin: b }) => (b.line ?? 0) - (a.line ?? 0) || (b.column ?? 0) - (a.column ?? 0))
  return calls.flatMap((entry): readonly HooksChange[] => {
    const { command = '', args, origin, text = '{}', event } = entry
    const written = JSON.parse(text) as JsonObject
    const waits = wanted.filter((one) => firedBy(agent, one.event).some((name) => firedBy(agent, event).includes(name)))
    const timeout = timeoutFor(Math.max(0, ...waits.map(({ timeoutMs }) => timeoutMs / 1000)))
    const values = {
      // With `args` no shell reads the command.
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

/** How an agent finds `hookline`: by a way that everybody has who reads the file, else by the path of this very copy. */
interface Way {
  readonly command: string
  /** It means the same on another machine: fit for a file that is shared. */
  readonly portable: boolean
  readonly why: string
}

function wayTo({ name, settings }: Agent, level: 'project' | 'user', root: string, env: Io['env']): Way {
  const run = `run --host ${name} --installed`
  const local = join('node_modules', '.bin', 'hookline')
  if (level === 'project' && existsSync(join(root, local))) {
    const from = settings?.root === undefined ? '' : `"$${settings.root}"/`
    return { command: `${from}${local} ${run}`, portable: true, why: "the workspace's own hookline" }
  }
  // What npx and npm scripts put there for one run, an agent does not have.
  const path = (env.PATH ?? '').split(delimiter).filter((one) => !/node_modules[\\/]\.bin[\\/]?$/.test(one))
  if (level === 'project' && findProgram('hookline', path, ['']) !== undefined)
    return { command: `hookline ${run}`, portable: true, why: 'the hookline on the PATH of whoever starts the agent' }
  const [node, script] = [process.execPath, ownScript()]
  return {
    command: `${quoted(node)} ${quoted(script)} ${run}`,
    portable: false,
    why: 'this copy of hookline, by its path',
  }
}

/** The file that was started, links followed: what npm puts on the PATH may change its place. */
function ownScript(): string {
  const [, started = ''] = process.argv
  try {
    return realpathSync(started)
  } catch {
    return started
  }
}

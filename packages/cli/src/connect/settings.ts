/** Entries in an agent's settings that call Hookline, for the events that hooks listen to and that are not answered yet. */
import { join } from 'node:path'
import type { Entry, HooksChange } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import { type FileChange, hooksChange } from '../edit/change.ts'
import type { Io } from '../io.ts'
import { type Way, wayTo } from './command.ts'
import { connectedEvents, firedBy } from './connections.ts'

export interface Connecting {
  readonly agent: Agent
  readonly level: 'project' | 'user'
  readonly root: string
  readonly file: string
  readonly way: Way
}

/** A path that only this machine has goes into the file that is not shared. */
export function connecting(agent: Agent, level: 'project' | 'user', root: string, env: Io['env']): Connecting {
  const way = wayTo(agent.name, level, root, env)
  const name = level === 'user' || way.portable ? 'settings.json' : 'settings.local.json'
  return { agent, level, root, file: join(root, '.claude', name), way }
}

/** `there`: entries of every source, so that nothing is answered twice. */
export function missingEvents(agent: Agent, wanted: readonly EventName[], there: readonly Entry[]): readonly string[] {
  const connected = connectedEvents(agent, there)
  return [...new Set(wanted.flatMap((event) => firedBy(agent, event)))].filter((name) => !connected.has(name))
}

export function settingsChange({ file, way }: Connecting, theirs: readonly string[], cwd: string): FileChange {
  const entry = { hooks: [{ type: 'command', command: way.command }] }
  return hooksChange(
    file,
    theirs.map((event): HooksChange => ({ kind: 'add', event, entry })),
    cwd,
    '{}\n',
  )
}

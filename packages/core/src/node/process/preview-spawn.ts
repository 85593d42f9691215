/** Shows how an entry would be started here, without starting it. */

import { dialects } from '../../dialects/index.ts'
import { editions } from '../../editions.ts'
import { hookEnvironment } from '../../environment.ts'
import type { Edition, Entry } from '../../flow.ts'
import { eventRows } from '../../protocol/events/index.ts'
import { startOf } from '../../runners/command.ts'
import type { JsonObject } from '../../schema.ts'
import { thisSystem } from '../system/platform.ts'
import { isFile } from './inspect.ts'

export interface SpawnContext {
  readonly input: JsonObject
  readonly env: Readonly<Record<string, string | undefined>>
  readonly roots: readonly string[]
  readonly edition: Edition
}
export interface SpawnPreview {
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** The names of the environment variables it would get, sorted; never their values. */
  readonly environment: readonly string[]
}

/** Undefined if the entry is not a command. Variables set by a session are not known here. */
export function previewSpawn(entry: Entry, { input, env, roots, edition }: SpawnContext): SpawnPreview | undefined {
  if (entry.command === undefined) return undefined
  const hides = dialects[entry.dialect]?.hidesVariables
  const made = hookEnvironment({
    entry,
    event: { id: '', name: entry.event, row: eventRows[entry.event], at: '', input },
    session: { env: [] },
    base: env,
    roots,
    edition: editions[edition],
    remote: false,
    platform: { system: thisSystem },
    ...(hides === undefined ? {} : { hides }),
  })
  const start = startOf(entry, { system: thisSystem, isFile }, made.env)
  const command = 'problem' in start ? [entry.command, ...(entry.args ?? [])] : [start.shell, ...start.args]
  return { command, environment: Object.keys(made.env).toSorted() }
}

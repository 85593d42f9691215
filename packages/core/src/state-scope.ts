/** Says whose state a hook reads and changes (CONTRACT §18). The scope is one variable, the same for every event of a hook. */
import { isProjectSource, isUserSource } from './agents/sources.ts'
import type { Entry, SourceName } from './flow.ts'
import { isObject } from './schema.ts'

export const stateVariable = 'HOOKLINE_STATE_SCOPE'

const stateLevels = ['enterprise', 'team', 'user', 'project', 'plugin'] as const
type StateLevel = (typeof stateLevels)[number]

export interface StateScope {
  readonly level: StateLevel
  /** Which plugin or team. */
  readonly of?: string
  /** The directory of the project. */
  readonly project: string
}

const isStateLevel = (name: unknown): name is StateLevel => stateLevels.some((level) => level === name)

function levelOf(source: SourceName): StateLevel {
  if (isProjectSource(source)) return 'project'
  if (isUserSource(source) || source === 'inline') return 'user'
  return isStateLevel(source) ? source : 'plugin'
}

/** The value of the variable. It is JSON, because a path may contain any separator. */
export function writeStateScope({ origin, cwd }: Pick<Entry, 'origin' | 'cwd'>, project: string): string {
  const level = levelOf(origin.source)
  // A team's working directory changes with each sync, its file does not.
  const of = { team: origin.file ?? cwd, plugin: origin.root ?? cwd }[level as string]
  const scope: StateScope = { level, ...(of === undefined ? {} : { of }), project }
  return JSON.stringify(scope)
}

/** Undefined if the text is not the value of the variable. */
export function readStateScope(text: string): StateScope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return undefined
    const { level, of, project } = value
    if (!isStateLevel(level) || typeof project !== 'string' || project === '') return undefined
    if (of !== undefined && typeof of !== 'string') return undefined
    return { level, ...(of === undefined ? {} : { of }), project }
  } catch {
    return undefined
  }
}

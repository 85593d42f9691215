/** The rules for the `config` of a hook: which keys it may have, for each kind. Server and machines apply the same. */
import { isEntryKey, isObject, isTeamSetting, type JsonObject } from '@hookline/core/protocol'
import { type HookKind, hookKinds } from './hook-kinds.ts'

/** Keys of an entry that have a field of their own. */
const fieldKeys = new Set(['type', 'command', 'module', 'matcher', 'timeout', 'failClosed', 'approvals'])

/** Keys of a hookline.json that are not settings. */
const formatKeys = new Set(['$schema', 'version', 'hooks', 'packs'])
export const isFormatKey = (key: string): boolean => formatKeys.has(key)

/** The same text for objects that differ only in the order of their keys. */
export const canonicalConfig = (config: unknown): string =>
  JSON.stringify(config, (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  )

/** An empty text is an empty object. Returns undefined if the text is not a JSON object. */
export function parseConfig(text: string): JsonObject | undefined {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns a message for the first key that the kind cannot have. The values are checked by reading the file of a machine. */
export function findConfigProblem(kind: HookKind, config: JsonObject): string | undefined {
  for (const key of Object.keys(config)) {
    const problem = findKeyProblem(kind, key, config[key])
    if (problem !== undefined) return problem
  }
  return undefined
}

function findKeyProblem(kind: HookKind, key: string, value: unknown): string | undefined {
  const name = JSON.stringify(key)
  // The reader of the machine knows the parameters of a pack.
  if (kind === 'pack') return undefined
  if (kind === 'settings')
    return isTeamSetting(key) && !isFormatKey(key) ? undefined : `${name} is not a setting that a team can set`
  if (!isEntryKey(key)) return `${name} is not a key of a hook, so it has no effect`
  const isField = fieldKeys.has(key) || (key === 'loop_limit' && value !== null)
  if (isField || (key === 'name' && !hookKinds[kind].hasFile)) return `${name} has a field of its own`
  return undefined
}

/**
 * Finds out whether Codex runs a hook: it skips, without a message, each one that the person has not reviewed in its present form.
 * The record is in its config.toml. The form of the record and the hash are those of 0.166.0, as its `hooks/list` reports them.
 */

import type { JsonObject } from '../../schema.ts'
import type { ReviewedHook } from '../agent.ts'
import { numberOf, textOf } from '../values.ts'
import { readToml, type TomlValue } from './toml.ts'

/** Events that ignore matchers. */
const unmatched: ReadonlySet<string> = new Set(['UserPromptSubmit', 'Stop'])
/** Seconds. SessionEnd has limits of its own. */
const LONGEST = 600

export function whySkipped(hook: ReviewedHook, record: string, digest: (text: string) => string): string | undefined {
  const values = readToml(record)
  if (values.get(keyOf('features', 'hooks')) === false)
    return 'its config.toml switches hooks off ([features] hooks = false)'
  if (hook.files.some((file) => isInUntrusted(file, values))) return 'its config.toml marks this project as untrusted'
  const states = hook.files.map((file) => ['hooks', 'state', stateKey(file, hook)])
  if (states.some((path) => values.get(keyOf(...path, 'enabled')) === false)) return 'this hook is switched off in it'
  const hash = `sha256:${digest(hashedText(hook))}`
  return states.some((path) => values.get(keyOf(...path, 'trusted_hash')) === hash)
    ? undefined
    : 'its hooks have not been reviewed and trusted in it'
}

const keyOf = (...path: readonly string[]): string => JSON.stringify(path)

const isInUntrusted = (file: string, values: ReadonlyMap<string, TomlValue>): boolean =>
  values.get(keyOf('projects', file.replace(/[\\/]\.codex[\\/][^\\/]*$/, ''), 'trust_level')) === 'untrusted'

const snakeCase = (event: string): string => event.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase()
const stateKey = (file: string, { event, group, at }: ReviewedHook): string =>
  `${file}:${snakeCase(event)}:${group}:${at}`

/** The definition of the hook as JSON with sorted keys. */
function hashedText({ event, matcher, entry }: ReviewedHook): string {
  const { command, timeout, async, statusMessage } = entry
  const longest = event === 'SessionEnd' ? 3 : LONGEST
  const hook: JsonObject = {
    async: async === true && event !== 'SessionEnd',
    command,
    ...(textOf(statusMessage) === undefined ? {} : { statusMessage }),
    timeout:
      event === 'SessionEnd' ? Math.min(numberOf(timeout) ?? 1, longest) : Math.max(1, numberOf(timeout) ?? longest),
    type: 'command',
  }
  return JSON.stringify({
    event_name: snakeCase(event),
    hooks: [hook],
    ...(matcher === undefined || unmatched.has(event) ? {} : { matcher }),
  })
}

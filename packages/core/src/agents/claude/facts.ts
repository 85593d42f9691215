/** Finds out which program calls and with which model, from its environment, its payload and the end of its transcript. Never guesses. */

import type { HostFacts } from '../../ports.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { dropEmpty, parseJson, textOf } from '../values.ts'

type Env = Readonly<Record<string, string | undefined>>

/** `transcriptEnd` returns the last lines of the transcript, one JSON object each. The first may be incomplete. */
export function facts(payload: JsonObject, env: Env, transcriptEnd: () => string): HostFacts {
  const host = hostOf(env)
  const lines = memoize(() => transcriptEnd().split('\n').reverse().map(parseJson).filter(isObject))
  const reported = textOf(payload.model) ?? textOf(isObject(payload.model) ? payload.model.id : undefined)
  return dropEmpty({
    name: host,
    version: host === undefined ? (versionIn(env) ?? firstOf(lines(), ({ version }) => version)) : undefined,
    model: reported ?? firstOf(lines(), modelIn),
  })
}

/** Copilot also runs the hooks of Claude Code's files, with Claude Code's payloads. */
const hostOf = ({ COPILOT_CLI, CLAUDECODE }: Env): string | undefined =>
  COPILOT_CLI === '1' && CLAUDECODE !== '1' ? 'copilot' : undefined

/** `AI_AGENT=claude-code_2-1-325_harness` */
function versionIn({ AI_AGENT }: Env): string | undefined {
  const found = /^claude-code_(\d+)-(\d+)-(\d+)/.exec(AI_AGENT ?? '')
  return found === null ? undefined : found.slice(1).join('.')
}

/** The model of a message, unless it is `<synthetic>`. */
const modelIn = ({ message }: JsonObject): unknown =>
  isObject(message) && message.role === 'assistant' && message.model !== '<synthetic>' ? message.model : undefined

function firstOf(lines: readonly JsonObject[], read: (line: JsonObject) => unknown): string | undefined {
  for (const line of lines) {
    const text = textOf(read(line))
    if (text) return text
  }
  return undefined
}

function memoize<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

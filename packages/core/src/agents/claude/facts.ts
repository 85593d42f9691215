/** Which program calls, and with which model: from its environment, its payload and the end of its transcript. Never a guess. */

import type { HostFacts } from '../../ports.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { given, parsed, textOf } from '../values.ts'

type Env = Readonly<Record<string, string | undefined>>

/** `transcriptEnd`: the last lines of its transcript, a JSON object each; the first may be cut. */
export function facts(payload: JsonObject, env: Env, transcriptEnd: () => string): HostFacts {
  const host = hostOf(env)
  const lines = onlyOnce(() => transcriptEnd().split('\n').reverse().map(parsed).filter(isObject))
  const said = textOf(payload.model) ?? textOf(isObject(payload.model) ? payload.model.id : undefined)
  return given({
    name: host,
    version: host === undefined ? (versionIn(env) ?? firstOf(lines(), ({ version }) => version)) : undefined,
    model: said ?? firstOf(lines(), modelIn),
  })
}

/** Copilot runs hooks of Claude Code's files too, in Claude Code's words. */
const hostOf = ({ COPILOT_CLI, CLAUDECODE }: Env): string | undefined =>
  COPILOT_CLI === '1' && CLAUDECODE !== '1' ? 'copilot' : undefined

/** `AI_AGENT=claude-code_2-1-325_harness` */
function versionIn({ AI_AGENT }: Env): string | undefined {
  const found = /^claude-code_(\d+)-(\d+)-(\d+)/.exec(AI_AGENT ?? '')
  return found === null ? undefined : found.slice(1).join('.')
}

/** Of the last message that a model wrote; `<synthetic>` is none. */
const modelIn = ({ message }: JsonObject): unknown =>
  isObject(message) && message.role === 'assistant' && message.model !== '<synthetic>' ? message.model : undefined

function firstOf(lines: readonly JsonObject[], read: (line: JsonObject) => unknown): string | undefined {
  for (const line of lines) {
    const text = textOf(read(line))
    if (text) return text
  }
  return undefined
}

function onlyOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

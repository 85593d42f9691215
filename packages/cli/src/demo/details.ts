/** Describes the results of an event: failures, rewrites, and messages to the user and the agent. */

import { basename, extname } from 'node:path'
import type { Effect, Entry } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'

export interface Detail {
  readonly label: string
  readonly text: string
}

export const detailsOf = (effect: Effect): readonly Detail[] => [
  ...failures(effect),
  ...rewrites(effect),
  ...messages(effect),
  ...additions(effect),
]

function failures({ runs }: Effect): readonly Detail[] {
  return runs.flatMap(({ entry, outcome }) =>
    outcome.kind === 'failed'
      ? [{ label: 'hook failed', text: `${hookName(entry)}: ${outcome.message}; this event fails ${outcome.policy}` }]
      : [],
  )
}

/** The changed lines of every text that hooks rewrote. */
function rewrites({ input, originalInput }: Effect): readonly Detail[] {
  if (originalInput === undefined) return []
  const before: JsonObject = { ...originalInput }
  return Object.entries(input).flatMap(([field, after]) => {
    const was = before[field]
    return typeof was === 'string' && typeof after === 'string' && was !== after ? changedLines(was, after) : []
  })
}

function changedLines(before: string, after: string): readonly Detail[] {
  const then = before.split('\n')
  return after
    .split('\n')
    .flatMap((line, at) => (line === then[at] ? [] : [{ label: 'rewritten', text: `${then[at] ?? ''}  →  ${line}` }]))
}

/** A question and its answer, or the messages to the user and the agent. */
function messages(effect: Effect): readonly Detail[] {
  const { verdict, kind, userMessage = '', agentMessage, because } = effect
  const wasAsked = verdict === 'ask' && kind === 'proceed'
  return [
    ...(wasAsked ? [{ label: 'user asked', text: `${userMessage || because.message} Answer: yes` }] : []),
    ...(wasAsked || userMessage === '' ? [] : [{ label: 'to the user', text: userMessage }]),
    // The agent gets a message only if it is denied.
    ...(agentMessage === undefined || kind !== 'refuse' ? [] : [{ label: 'to the agent', text: agentMessage }]),
  ]
}

function additions({ env, context, followUp }: Effect): readonly Detail[] {
  const variables = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`)
  return [
    ...(variables.length === 0 ? [] : [{ label: 'later hooks', text: `get ${variables.join(' ')}` }]),
    ...(context === undefined ? [] : [{ label: 'to the agent', text: context }]),
    ...(followUp === undefined ? [] : [{ label: 'follow-up', text: followUp }]),
  ]
}

/** Shortens `.cursor/hooks/audit.sh` to `audit` and `node x/redact-secrets.mjs` to `redact-secrets`. */
export function hookName(entry: Entry): string {
  const words = entry.label.split(/\s+/)
  const script = words.find((word) => word.includes('/')) ?? words[0] ?? entry.label
  return basename(script, extname(script))
}

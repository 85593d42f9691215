/** What an event led to, in lines: what the person and the agent were told, what was rewritten, who failed. */

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

/** The lines that differ, of every text the hooks rewrote. */
function rewrites({ input, originalInput }: Effect): readonly Detail[] {
  if (originalInput === undefined) return []
  const before = originalInput as unknown as JsonObject
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

/** A question and its answer, else what each reader was told. */
function messages(effect: Effect): readonly Detail[] {
  const { verdict, kind, userMessage = '', agentMessage, because } = effect
  const asked = verdict === 'ask' && kind === 'proceed'
  return [
    ...(asked ? [{ label: 'person asked', text: `${userMessage || because.message} Answer: yes` }] : []),
    ...(asked || userMessage === '' ? [] : [{ label: 'person told', text: userMessage }]),
    // Only a refused agent hears why; an act that went on speaks for itself.
    ...(agentMessage === undefined || kind !== 'refuse' ? [] : [{ label: 'agent told', text: agentMessage }]),
  ]
}

function additions({ env, context, followUp }: Effect): readonly Detail[] {
  const variables = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`)
  return [
    ...(variables.length === 0 ? [] : [{ label: 'later hooks', text: `get ${variables.join(' ')}` }]),
    ...(context === undefined ? [] : [{ label: 'agent told', text: context }]),
    ...(followUp === undefined ? [] : [{ label: 'follow-up', text: followUp }]),
  ]
}

/** `.cursor/hooks/audit.sh` is `audit`, `node x/redact-secrets.mjs` is `redact-secrets`. */
export function hookName(entry: Entry): string {
  const words = entry.label.split(/\s+/)
  const script = words.find((word) => word.includes('/')) ?? words[0] ?? entry.label
  return basename(script, extname(script))
}

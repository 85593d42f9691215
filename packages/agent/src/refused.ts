/** What hooks refused: said to the person at once, and kept for the report. */
import type { HooklineError } from '@hookline/core/node'
import type { Agent } from './agent.ts'

export interface Refusal {
  /** The tool, or `session`, `prompt`, `response`. */
  readonly what: string
  readonly code: string
  readonly message: string
}

/** Returns the sentence for the person. What is no refusal at all (misuse, a bug) is thrown on. */
export function refused(agent: Pick<Agent, 'person' | 'refusals'>, what: string, error: HooklineError): string {
  if (error.effect === undefined) throw error
  return keep(agent, { what, code: error.code, message: error.clientVisibleErrorMessage ?? error.message })
}

export const withhold = (agent: Agent, message: string): string =>
  keep(agent, { what: 'response', code: 'ERROR_HOOKS_BLOCKED', message })

function keep({ person, refusals }: Pick<Agent, 'person' | 'refusals'>, refusal: Refusal): string {
  refusals.push(refusal)
  person.refused(refusal.what, refusal.message)
  return refusal.message
}

/** Shows each refusal of a hook to the person, and keeps it for the result of the session. */
import type { HooklineError } from '@hookline/core/node'
import type { Agent } from './agent.ts'

export interface Refusal {
  /** The tool, or `session`, `prompt`, `response`, `completion`. */
  readonly what: string
  readonly code: string
  readonly message: string
}

/** Returns the message for the person. Throws the error again if it is not a refusal but misuse or a bug. */
export function reportRefusal(agent: Pick<Agent, 'person' | 'refusals'>, what: string, error: HooklineError): string {
  if (error.effect === undefined) throw error
  return addRefusal(agent, { what, code: error.code, message: error.clientVisibleErrorMessage ?? error.message })
}

export const reportWithheldReply = (agent: Agent, message: string): string =>
  addRefusal(agent, { what: 'response', code: 'ERROR_HOOKS_BLOCKED', message })

function addRefusal({ person, refusals }: Pick<Agent, 'person' | 'refusals'>, refusal: Refusal): string {
  refusals.push(refusal)
  person.showRefusal(refusal.what, refusal.message)
  return refusal.message
}

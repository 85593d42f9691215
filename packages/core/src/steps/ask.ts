/** Step: asks the person. An error, or no one to ask, is a refusal that says so. */

import { agentAsks } from '../agents/agent-row.ts'
import type { Answer, Decision, Event } from '../flow.ts'
import type { AnsweredAgent, Ask } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import type { Deadline } from './shared/deadline.ts'

/** Whether an `ask` reaches a person. */
export const canAsk = (onAsk: Ask | 'host' | undefined, agent: AnsweredAgent | undefined, at: EventName): boolean =>
  onAsk === 'host' ? agentAsks(agent, at) : onAsk !== undefined

export async function ask(
  event: Event,
  decision: Decision,
  onAsk: Ask | 'host' | undefined,
  deadline: Pick<Deadline, 'signal'>,
  answered?: AnsweredAgent,
  /** The event whose answer carries the question. */
  answeredAt: EventName = event.name,
): Promise<Answer> {
  if (decision.enforced !== 'ask') return 'not-asked'
  if (onAsk === 'host') return agentAsks(answered, answeredAt) ? 'left-to-host' : 'agent-cannot-ask'
  if (onAsk === undefined) return 'no-one-there'
  const { user, agent } = decision.messages
  try {
    const answer = await onAsk({
      event: event.name,
      input: decision.input,
      ...(user === undefined ? {} : { userMessage: user }),
      ...(agent === undefined ? {} : { agentMessage: agent }),
      entries: decision.because.entries,
      signal: deadline.signal,
    })
    return answer === 'allow' ? 'allowed' : 'denied'
  } catch {
    return 'asking-failed'
  }
}

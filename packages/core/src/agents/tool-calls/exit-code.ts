/** The replies of agents that read the exit code and stderr: 2 refuses, and the text on stderr is the reason. */

import type { Effect } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { eventRows } from '../../protocol/events/index.ts'
import { isRefused } from '../usual.ts'
import { textOf } from '../values.ts'
import type { DialectSpec } from './dialect.ts'

/** The reason of a refusal for the model. Names of hooks and approval codes are in the person's text only. */
export const reasonFor = ({ reply, agentText, agentMessage }: Effect): string =>
  reply.agent_message ?? agentText ?? reply.user_message ?? agentMessage ?? 'A hook denied this.'

/** Whether the agent must not act. A refusal that it would ignore, or that comes after the act, has no exit code. */
export const isStopped = (effect: Effect, event: EventName): boolean =>
  isRefused(effect) && effect.unenforced === undefined && eventRows[event].guardsAct

/** `contextAt`: the events at which text on stdout becomes context for the model. At all others stdout stays empty. */
export const exitCodeReplies = (
  contextAt: ReadonlySet<EventName> = new Set(),
): Pick<DialectSpec, 'fromEffect' | 'isNo' | 'print' | 'refuse'> => ({
  refuse: (_message, forAgent) => ({ refusal: forAgent }),
  isNo: ({ refusal }) => refusal !== undefined,
  fromEffect: (effect, event) => {
    if (isStopped(effect, event)) return { stdout: { refusal: reasonFor(effect) }, exitCode: 2 }
    const context = contextAt.has(event) && !isRefused(effect) ? effect.reply.additional_context : undefined
    return { stdout: context === undefined ? {} : { context }, exitCode: 0 }
  },
  print: ({ refusal, context }, exitCode) => ({
    stdout: exitCode === 0 && textOf(context) !== undefined ? `${textOf(context)}\n` : '',
    stderr: textOf(refusal) === undefined ? '' : `${textOf(refusal)}\n`,
    exitCode: refusal === undefined ? exitCode : 2,
  }),
})

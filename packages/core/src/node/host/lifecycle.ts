/** Operations: start and end a session. */

import { sessionEnvironment } from '../../environment.ts'
import { blocked } from '../../tool-call/call.ts'
import { unlessClosed } from '../../tool-call/guard.ts'
import { thisSystem } from '../system/platform.ts'
import { type Conversation, sessionEnded } from './conversation.ts'
import { pickContext } from './perform.ts'
import type { HostSession } from './types.ts'

/** `lastStatus` returns the status that was last passed to `stop`. */
export function createLifecycle(
  conversation: Conversation,
  lastStatus: () => string | undefined,
): Pick<HostSession, 'start' | 'end'> {
  const { options } = conversation
  const isSubagent = conversation.parent !== undefined
  const began = performance.now()
  let starting: ReturnType<HostSession['start']> | undefined
  let ending: Promise<void> | undefined
  let refused = false

  async function start(): ReturnType<HostSession['start']> {
    if (conversation.closedBy !== undefined) throw conversation.closedBy
    if (isSubagent) return { env: conversation.env }
    const effect = await conversation.fire('sessionStart', {
      is_background_agent: options.background ?? false,
      ...(options.mode === undefined ? {} : { composer_mode: options.mode }),
    })
    if (effect.kind === 'refuse') {
      refused = true
      conversation.closedBy = blocked(effect)
      throw conversation.closedBy
    }
    conversation.env = sessionEnvironment(effect.env ?? {}, thisSystem)
    return { env: conversation.env, ...pickContext(effect) }
  }

  async function end(...[reason = 'completed', error]: Parameters<HostSession['end']>): Promise<void> {
    await conversation.starting?.catch(() => {})
    conversation.closedBy ??= sessionEnded()
    await conversation.waitForPending()
    // A refused session fires no end event, and a subagent's end is reported by `subagentStop` of its parent.
    if (refused || isSubagent) return
    const closed = reason === 'window_close' || reason === 'user_close'
    // The engine waits for these hooks when it is closed.
    const fired = conversation.fire('sessionEnd', {
      reason,
      duration_ms: Math.round(performance.now() - began),
      is_background_agent: options.background ?? false,
      final_status: closed ? (lastStatus() ?? 'completed') : reason,
      ...(error === undefined ? {} : { error_message: error }),
    })
    await unlessClosed(fired)
  }

  return {
    start() {
      starting ??= start()
      conversation.starting = starting
      return starting
    },
    end: (reason, error) => (ending ??= end(reason, error)),
  }
}

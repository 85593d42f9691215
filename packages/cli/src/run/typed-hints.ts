/** Writes the commands in the message for the person as the person can type them. */
import type { Effect } from '@hookline/core'
import { ownCommands } from '@hookline/core/node'
import type { Io } from '../io.ts'

export async function withTypedHints(effect: Effect, caller: Pick<Io, 'env' | 'cwd'>): Promise<Effect> {
  const { userMessage, reply } = effect
  const { user_message: replied } = reply
  if (![userMessage, replied].some((text) => typeof text === 'string' && text.includes('hookline '))) return effect
  const { createHintWriter, findTypedCommand } = await import('../typed-command.ts')
  const write = createHintWriter(Object.keys(ownCommands), () => findTypedCommand(caller))
  return {
    ...effect,
    ...(userMessage === undefined ? {} : { userMessage: write(userMessage) }),
    ...(typeof replied === 'string' ? { reply: { ...reply, user_message: write(replied) } } : {}),
  }
}

/** What a person may type beside messages, a row each. */
import { compact } from './compact.ts'
import { complete } from './complete.ts'
import type { Thread } from './thread.ts'

type Command = (thread: Thread, signal: AbortSignal, argument: string) => Promise<void>

const rows: Readonly<Record<string, { readonly does: string; readonly run: Command }>> = {
  '/compact': {
    does: 'make the older messages a summary',
    async run(thread, signal) {
      const why = await compact(thread, 'manual', signal)
      if (why !== undefined) thread.agent.person.info(`Nothing was made shorter: ${why}.`)
    },
  },
  '/complete': {
    does: '<file>:<line>[:<column>]  complete the text there, and ask before it is written',
    run: complete,
  },
  '/help': {
    does: 'this list',
    async run({ agent }) {
      const list = Object.entries(rows).map(([name, { does }]) => `${name}  ${does}`)
      agent.person.info(
        [...list, '/quit  end the conversation (also Ctrl-D)', 'Ctrl-C cancels what runs; twice ends.'].join('\n'),
      )
    },
  },
}

export const isQuit = (message: string): boolean => /^\/(quit|exit)\s*$/.test(message)

/** Undefined: it is a message for the model. A slash and an unknown word is neither. */
export function commandOf(message: string): ((thread: Thread, signal: AbortSignal) => Promise<void>) | undefined {
  const [, name, argument = ''] = /^(\/[a-z]+)(?:\s+(.*))?$/s.exec(message.trim()) ?? []
  if (name === undefined) return undefined
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined
  return async (thread, signal) => {
    if (row === undefined) thread.agent.person.info(`There is no ${name}: /help lists what there is.`)
    else await row.run(thread, signal, argument.trim())
  }
}

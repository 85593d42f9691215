/** The slash commands that a person can type instead of a message. */
import { compact } from './compact.ts'
import { complete } from './complete.ts'
import type { Thread } from './thread.ts'

type RunCommand = (thread: Thread, signal: AbortSignal, argument: string) => Promise<void>

const commands: Readonly<Record<string, { readonly help: string; readonly run: RunCommand }>> = {
  '/compact': {
    help: 'replace the older messages with a summary',
    async run(thread, signal) {
      const reason = await compact(thread, 'manual', signal)
      if (reason !== undefined) thread.agent.person.showInfo(`The conversation was not compacted: ${reason}.`)
    },
  },
  '/complete': {
    help: '<file>:<line>[:<column>]  complete the text there; asks before it writes',
    run: complete,
  },
  '/help': {
    help: 'show this list',
    async run({ agent }) {
      const list = Object.entries(commands).map(([name, { help }]) => `${name}  ${help}`)
      agent.person.showInfo(
        [
          ...list,
          '/quit  end the conversation (also Ctrl-D)',
          'Press Ctrl-C to cancel the current turn, twice to quit.',
        ].join('\n'),
      )
    },
  },
}

export const isQuit = (message: string): boolean => /^\/(quit|exit)\s*$/.test(message)

/** Returns undefined for a message to the model. An unknown command is not sent to the model: it prints a hint. */
export function findCommand(message: string): ((thread: Thread, signal: AbortSignal) => Promise<void>) | undefined {
  const [, name, argument = ''] = /^(\/[a-z]+)(?:\s+(.*))?$/s.exec(message.trim()) ?? []
  if (name === undefined) return undefined
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  return async (thread, signal) => {
    if (command === undefined) thread.agent.person.showInfo(`Unknown command ${name}. To list the commands: /help`)
    else await command.run(thread, signal, argument.trim())
  }
}

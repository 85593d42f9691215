/** The agent is done when the checks say so: they run when it stops, and what fails is its next message. */
import { followUp, type HookContext, redactSecrets } from '@hookline/core/sdk'
import { remembered } from '../lib/remembered.ts'
import { runProgram } from '../lib/run-program.ts'
import { amount, flag, packHook, packOf, texts } from '../pack-of.ts'

const parameters = {
  commands: texts([], 'Shell commands that must end with 0, in the workspace, in this order: "npm test".'),
  maxLoops: amount(2, 'How often in a row the agent is sent back.'),
  noProgressStop: flag(true, 'Stop when the same check fails with the same words as the time before.'),
  summaryChars: amount(1500, 'How much of a failure the agent is told: its end.'),
  timeout: amount(120, 'Seconds for each command.'),
}

export const verifyOnStop = packOf({
  name: 'verify-on-stop',
  description: 'runs your checks when the agent stops, and sends it back with what fails',
  about:
    "When the agent says that it is done, the commands run in order; the first that fails is its next message, with the end of what it printed. It is sent back at most `maxLoops` times, and not again for the very same failure. Works in a workspace's own hookline.json; the commands are yours, no text of an event reaches a shell.",
  parameters,
  hooks: ({ commands, maxLoops, noProgressStop, summaryChars, timeout }) => [
    packHook(
      'stop',
      {
        name: 'checks',
        loopLimit: Math.ceil(maxLoops),
        timeout: Math.min(600, timeout * Math.max(1, commands.length) + 5),
      },
      async ({ status, conversation_id: conversation }, here) => {
        const [root] = here.roots
        // A person's abort stands, and checks are the workspace's code: its own trusted file must ask for them.
        if (status !== 'completed' || root === undefined || here.cwd !== root) return undefined
        for (const command of commands) {
          const { code, output } = await runProgram('/bin/sh', ['-c', command], {
            cwd: root,
            signal: here.signal,
            timeoutMs: timeout * 1000,
          })
          if (code === 0) continue
          const end = redactSecrets(output.trim().slice(-summaryChars)).text
          const failure = `${command} ${code === null ? `did not end within ${timeout} s` : `ended with ${code}`}`
          if (noProgressStop && isSame(`${failure}\n${end}`, String(conversation), here)) return undefined
          return followUp(`verify-on-stop: ${failure}. Mend it; this was the end of what it printed:\n\n${end}`)
        }
        return undefined
      },
    ),
  ],
  canaries: () => [
    {
      event: 'stop',
      says: 'a stop that the person caused',
      wants: 'allow',
      input: () => ({ status: 'aborted', loop_count: 0 }),
    },
  ],
})

/** Remembered by conversation, between processes; what cannot be kept is new each time. */
function isSame(failure: string, conversation: string, here: HookContext): boolean {
  const store = remembered('verify-on-stop', here)
  if (store.read(conversation) === failure) return true
  store.write(conversation, failure)
  return false
}

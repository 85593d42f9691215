/** Runs checks when the agent stops, and sends a failure back to the agent as its next message. */
import { followUp, type HookContext, redactSecrets } from '@hookline/core/sdk'
import { amount, definePack, flag, packHook, strings } from '../define-pack.ts'
import { openConversationStore } from '../lib/conversation-store.ts'
import { runProgram } from '../lib/run-program.ts'

const parameters = {
  commands: strings([], 'Shell commands that must exit with 0, run in the workspace in this order: "npm test".'),
  maxLoops: amount(2, 'How many times in a row the agent is sent back.'),
  noProgressStop: flag(true, 'Stop if the same check fails with the same output as before.'),
  summaryChars: amount(1500, 'How many characters from the end of the output the agent gets.'),
  timeout: amount(120, 'Timeout of each command in seconds.'),
}

export const verifyOnStop = definePack({
  name: 'verify-on-stop',
  description: 'runs your checks when the agent stops, and sends it back with the failure',
  about:
    "When the agent stops, the commands run in order. The first failure becomes the agent's next message, with the end of the output. The agent is sent back at most `maxLoops` times, and not again for the same failure. Works in a workspace's own hookline.json. The commands come from your file; no text of an event reaches a shell.",
  parameters,
  hooks: ({ commands, maxLoops, noProgressStop, summaryChars, timeout }) => [
    packHook(
      'stop',
      {
        name: 'checks',
        loopLimit: Math.ceil(maxLoops),
        timeout: Math.min(600, timeout * Math.max(1, commands.length) + 5),
        needsCaller: true,
      },
      async ({ status, conversation_id: conversation }, here) => {
        const [root] = here.roots
        // Respects an abort by the person. Checks are code of the workspace, so its own trusted file must enable them.
        if (status !== 'completed' || root === undefined || here.cwd !== root) return undefined
        for (const command of commands) {
          const { code, output } = await runProgram('/bin/sh', ['-c', command], {
            cwd: root,
            signal: here.signal,
            timeoutMs: timeout * 1000,
          })
          if (code === 0) continue
          const end = redactSecrets(output.trim().slice(-summaryChars)).text
          const failure = `${command} ${code === null ? `did not finish within ${timeout} s` : `exited with ${code}`}`
          if (noProgressStop && isSame(`${failure}\n${end}`, String(conversation), here)) return undefined
          return followUp(`verify-on-stop: ${failure}. Fix it. The end of its output:\n\n${end}`)
        }
        return undefined
      },
    ),
  ],
  canaries: () => [
    {
      event: 'stop',
      says: 'a stop after the person aborted',
      wants: 'allow',
      input: () => ({ status: 'aborted', loop_count: 0 }),
    },
  ],
})

/** Compares with the last failure of the conversation, which is stored on disk. If it cannot be stored, every failure is new. */
function isSame(failure: string, conversation: string, here: HookContext): boolean {
  const store = openConversationStore('verify-on-stop', here)
  if (store.read(conversation) === failure) return true
  store.write(conversation, failure)
  return false
}

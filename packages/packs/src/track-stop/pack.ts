/** Counts how an agent's runs end in each conversation, sends a summary to your URL, and retries after repeated failures. */
import { followUp, type HookContext } from '@hookline/core/sdk'
import { amount, definePack, flag, packHook, text } from '../define-pack.ts'
import { openConversationStore } from '../lib/conversation-store.ts'
import { post } from '../lib/post.ts'

const VARIABLE = 'AGENT_TELEMETRY_URL'
const parameters = {
  retryAfter: amount(2, 'The number of failures in a row after which the agent is asked to try again.'),
  maxLoops: amount(2, 'How many times in a row it is asked.'),
  message: text(
    'The last runs ended with an error. Find out what failed, check what it needs (credentials, network, a clean state), and try again in smaller steps.',
    'The message to the agent.',
  ),
  telemetry: flag(true, `Send a summary of each stop to the URL in ${VARIABLE}, if it is set.`),
  timeout: amount(2, 'Timeout of that request in seconds.'),
}

interface Stopped {
  readonly conversation_id?: string
  readonly generation_id?: string
  readonly status: string
  readonly loop_count?: number
  readonly model?: string
}
interface Counts {
  /** The number of failures in a row. */
  readonly failures: number
  readonly stops: number
}

export const trackStop = definePack({
  name: 'track-stop',
  description: 'counts failed runs in each conversation, sends a summary to your URL, and retries after two in a row',
  about: `Counts are stored in Hookline's state directory and removed when the session ends. A run that the person aborted does not count. The summary (status, counts, model, ids; no prompt, path or name) goes to the URL in \`${VARIABLE}\` of Hookline's environment, never to a URL from a file of a workspace. The URL must be http or https; redirects are not followed, and the request takes at most ${parameters.timeout.schema.default} s. If the request fails, the log shows a failed hook and nothing else changes.`,
  parameters,
  hooks({ retryAfter, maxLoops, message, telemetry, timeout }) {
    const count = counter()
    return [
      packHook('stop', { name: 'retry', loopLimit: Math.ceil(maxLoops) }, (input, here) => {
        const { failures } = count(input, here)
        return input.status === 'error' && failures >= retryAfter
          ? followUp(`track-stop: ${failures} runs in a row failed. ${message}`)
          : undefined
      }),
      // A separate hook, so that a failed request does not prevent the retry.
      ...(telemetry
        ? [
            packHook(
              'stop',
              { name: 'telemetry', timeout: timeout + 3, loopLimit: null, needsCaller: true },
              async (input, here) => {
                const address = here.env[VARIABLE]
                if (address === undefined || address === '') return undefined
                const body = JSON.stringify(summaryOf(input, count(input, here)))
                const headers = { 'content-type': 'application/json' }
                await post(address, { body, headers, timeoutMs: timeout * 1000, signal: here.signal }).catch(
                  (error: Error) => {
                    throw new Error(`track-stop: ${VARIABLE}: ${error.message}`)
                  },
                )
                return undefined
              },
            ),
          ]
        : []),
      packHook('sessionEnd', { name: 'cleanup' }, ({ conversation_id }, here) => {
        openConversationStore('track-stop', here).forget(String(conversation_id))
        return undefined
      }),
    ]
  },
  canaries: () => [
    {
      event: 'stop',
      says: 'a stop after the person aborted',
      wants: 'allow',
      input: () => ({ status: 'aborted', loop_count: 0 }),
    },
  ],
})

/** Both hooks of one stop get the same counts, whichever runs first. */
function counter(): (input: Stopped, here: HookContext) => Counts {
  let last: { readonly key: string; readonly counts: Counts } | undefined
  return (input, here) => {
    const conversation = String(input.conversation_id)
    const key = [conversation, input.generation_id, input.loop_count, input.status].join()
    if (last?.key === key) return last.counts
    const store = openConversationStore('track-stop', here)
    const counts = next(readCounts(store.read(conversation)), input.status)
    store.write(conversation, JSON.stringify(counts))
    last = { key, counts }
    return counts
  }
}

const next = ({ failures, stops }: Counts, status: string): Counts => ({
  stops: stops + 1,
  failures: status === 'error' ? failures + 1 : status === 'aborted' ? failures : 0,
})

function readCounts(text: string | undefined): Counts {
  try {
    // The next line checks both fields.
    const { failures, stops } = JSON.parse(text ?? '') as Partial<Counts>
    if (Number.isInteger(failures) && Number.isInteger(stops))
      return { failures: Number(failures), stops: Number(stops) }
  } catch {}
  return { failures: 0, stops: 0 }
}

const summaryOf = (input: Stopped, counts: Counts) => ({
  v: 1,
  event: 'stop',
  at: new Date().toISOString(),
  conversation: input.conversation_id,
  generation: input.generation_id,
  status: input.status,
  loopCount: input.loop_count,
  model: input.model,
  failuresInARow: counts.failures,
  stops: counts.stops,
})

/** How an agent's runs end, counted by conversation; told to an address of yours; tried again after failures in a row. */
import { followUp, type HookContext } from '@hookline/core/sdk'
import { post } from '../lib/post.ts'
import { remembered } from '../lib/remembered.ts'
import { amount, flag, packHook, packOf, text } from '../pack-of.ts'

const VARIABLE = 'AGENT_TELEMETRY_URL'
const parameters = {
  retryAfter: amount(2, 'Failures in a row after which the agent is asked to try again.'),
  maxLoops: amount(2, 'How often in a row it is asked.'),
  message: text(
    'The last runs ended with an error. Look at what failed, check what it needs (credentials, network, a clean state), and try again in smaller steps.',
    'What it is asked.',
  ),
  telemetry: flag(true, `Send a summary of each stop to ${VARIABLE}, where your environment names one.`),
  timeout: amount(2, 'Seconds for that.'),
}

interface Stopped {
  readonly conversation_id?: string
  readonly generation_id?: string
  readonly status: string
  readonly loop_count?: number
  readonly model?: string
}
interface Counts {
  /** In a row. */
  readonly failures: number
  readonly stops: number
}

export const trackStop = packOf({
  name: 'track-stop',
  description: 'counts failed runs by conversation, tells an address of yours, and tries again after two in a row',
  about: `Counts are kept in Hookline's state directory and removed when the session ends; a run that the person aborted counts for nothing. The summary (status, counts, model, ids; no prompt, no path, no name) goes to \`${VARIABLE}\` of the environment that Hookline runs in, never to an address that a file of a workspace names: http or https, no redirects, ${parameters.timeout.schema.default} s at most. That it was not taken is a failure in the log and changes nothing.`,
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
      // Beside the other, so that a summary that was not taken costs no retry.
      ...(telemetry
        ? [
            packHook('stop', { name: 'telemetry', timeout: timeout + 3, loopLimit: null }, async (input, here) => {
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
            }),
          ]
        : []),
      packHook('sessionEnd', { name: 'cleanup' }, ({ conversation_id }, here) => {
        remembered('track-stop', here).forget(String(conversation_id))
        return undefined
      }),
    ]
  },
  canaries: () => [
    {
      event: 'stop',
      says: 'a stop that the person caused',
      wants: 'allow',
      input: () => ({ status: 'aborted', loop_count: 0 }),
    },
  ],
})

/** Both hooks of one stop see the same counts, whichever runs first. */
function counter(): (input: Stopped, here: HookContext) => Counts {
  let last: { readonly key: string; readonly counts: Counts } | undefined
  return (input, here) => {
    const conversation = String(input.conversation_id)
    const key = [conversation, input.generation_id, input.loop_count, input.status].join()
    if (last?.key === key) return last.counts
    const store = remembered('track-stop', here)
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

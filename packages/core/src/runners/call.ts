/** Runs a function of an embedder or of a pack as a hook. */
import { textOfThrown } from '../errors.ts'
import { type Entry, type Event, endWithoutOutput, type Raw } from '../flow.ts'
import type { Bound, Job, Runner } from '../ports.ts'
import { blockedTooLong, maxBlockingTime } from './hold.ts'
import { toRaw } from './returned.ts'

/** `untrustedBound` is for packs of an untrusted workspace: their parameters may hold expressions that take long. */
export const callRunner = (bound: Bound, untrustedBound: Bound = bound): Runner => ({
  type: 'call',
  run: (job) =>
    new Promise((resolve) => {
      const end = (raw: Raw) => {
        clearTimeout(timer)
        job.signal.removeEventListener('abort', cancel)
        resolve(raw)
      }
      const cancel = () => end(endWithoutOutput({ kind: 'deadline', message: 'the event was cancelled' }))
      const timer = setTimeout(() => end(endWithoutOutput({ kind: 'timeout', afterMs: job.timeoutMs })), job.timeoutMs)
      job.signal.addEventListener('abort', cancel, { once: true })
      void runCall(job, job.entry.onlyRestricts === true ? untrustedBound : bound).then(end)
    }),
})

/** At a gate whose reply has no `agent_message`, this text is passed separately, so that the model can still get it. */
function splitReply(raw: Raw, { row }: Event): Raw {
  const { agent_message: text, ...reply } = raw.reply ?? {}
  if (typeof text !== 'string' || row.gate.kind === 'none' || row.reply.includes('agent_message')) return raw
  return { ...raw, reply, agentText: text }
}

/** The rule is a fact about the answer of a pack, and not a field of its reply. */
function splitRule(raw: Raw, { pack }: Entry): Raw {
  const { rule, ...reply } = raw.reply ?? {}
  return pack === undefined || typeof rule !== 'string' ? raw : { ...raw, reply, rule }
}

async function runCall(job: Job, bound: Bound): Promise<Raw> {
  // `stdin` is the JSON of the event's own input.
  const call = () => job.entry.call?.(JSON.parse(job.stdin) as never, job.signal)
  try {
    // A pack is Hookline's own code and can be stopped at any point. An embedder's function may have state, so it is not stopped.
    const ms = maxBlockingTime(job)
    const begun = job.entry.pack === undefined ? { value: call() } : bound(call, ms)
    if (begun === 'held') return blockedTooLong(ms)
    const reply = await begun.value
    return reply === undefined
      ? endWithoutOutput({ kind: 'exit', code: 0 })
      : splitReply(splitRule(toRaw(reply), job.entry), job.event)
  } catch (error) {
    return { ...endWithoutOutput({ kind: 'exit', code: 1 }), stderr: textOfThrown(error) }
  }
}

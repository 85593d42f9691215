/** Runs a function of an embedder or of a pack as a hook. */
import type { Event, Raw, Reply } from '../flow.ts'
import type { Bound, Job, Runner } from '../ports.ts'
import { heldFor, timeToHold } from './hold.ts'
import { toRaw } from './returned.ts'

export const callRunner = (bound: Bound): Runner => ({
  type: 'call',
  run: (job) =>
    new Promise((resolve) => {
      const end = (raw: Raw) => {
        clearTimeout(timer)
        job.signal.removeEventListener('abort', cancel)
        resolve(raw)
      }
      const cancel = () => end(without({ kind: 'deadline', message: 'the event was cancelled' }))
      const timer = setTimeout(() => end(without({ kind: 'timeout', afterMs: job.timeoutMs })), job.timeoutMs)
      job.signal.addEventListener('abort', cancel, { once: true })
      void called(job, bound).then(end)
    }),
})

/** At a gate whose reply has no `agent_message`, that text goes beside the reply: it is what the model may read. */
function splitReply(reply: Reply | undefined, { row }: Event): { wire: Reply | undefined; agentText?: string } {
  const text = reply?.agent_message
  if (typeof text !== 'string' || row.gate.kind === 'none' || row.reply.includes('agent_message'))
    return { wire: reply }
  const { agent_message: _, ...wire } = reply as Reply
  return { wire, agentText: text }
}

const without = (end: Raw['end']): Raw => ({ end, stdout: '', stderr: '' })

async function called(job: Job, bound: Bound): Promise<Raw> {
  const call = () => job.entry.call?.(JSON.parse(job.stdin) as never, job.signal)
  try {
    // A pack is code of ours and may be ended anywhere. An embedder's function has state of its own, and is not.
    const ms = timeToHold(job)
    const begun = job.entry.pack === undefined ? { value: call() } : bound(call, ms)
    if (begun === 'held') return heldFor(ms)
    const reply = await begun.value
    const { wire, agentText } = splitReply(reply, job.event)
    if (wire === undefined) return without({ kind: 'exit', code: 0 })
    return { ...toRaw(wire), ...(agentText === undefined ? {} : { agentText }) }
  } catch (error) {
    const stderr = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { end: { kind: 'exit', code: 1 }, stdout: '', stderr }
  }
}

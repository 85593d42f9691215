/** Runs an embedder's own function as a hook: what it returns is read like what a process prints. */
import type { Raw } from '../flow.ts'
import type { Job, Runner } from '../ports.ts'

export const callRunner: Runner = {
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
      void called(job).then(end)
    }),
}

const without = (end: Raw['end']): Raw => ({ end, stdout: '', stderr: '' })

async function called(job: Job): Promise<Raw> {
  try {
    const reply = await job.entry.call?.(JSON.parse(job.stdin) as never, job.signal)
    return {
      end: { kind: 'exit', code: 0 },
      stdout: reply === undefined ? '' : (JSON.stringify(reply) ?? 'null'),
      stderr: '',
    }
  } catch (error) {
    const stderr = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { end: { kind: 'exit', code: 1 }, stdout: '', stderr }
  }
}

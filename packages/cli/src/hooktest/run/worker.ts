/** The process that runs jobs without a network: it reads jobs from stdin and writes results to a descriptor of its own, as lines of JSON. */
import { createInterface } from 'node:readline'
import type { Io } from '../../io.ts'
import { directOutput } from '../../run/direct-output.ts'
import type { Execution, Job, Unrunnable } from '../read/types.ts'
import { createExecutor } from './executor.ts'

/** Not stdout, because hooks in threads of this process may write there. */
export const RESULT_DESCRIPTOR = 3

interface JobMessage {
  readonly id: number
  readonly job: Job
}
export interface ResultMessage {
  readonly id: number
  readonly result: Execution | Unrunnable
}

/** Ends when stdin ends, because the parent process is then gone. */
export async function serveJobs(io: Io): Promise<void> {
  const running = new Set<Promise<void>>()
  const executor = createExecutor(io.signal)
  const output = directOutput(RESULT_DESCRIPTOR, () => ({}))
  for await (const line of createInterface({ input: io.stdin, terminal: false })) {
    // True: only the parent process, which is the same program, writes to stdin.
    const { id, job } = JSON.parse(line) as JobMessage
    const done = executor.execute(job).then((result) => {
      output.write(`${JSON.stringify({ id, result } satisfies ResultMessage)}\n`)
    })
    running.add(done)
    void done.finally(() => running.delete(done))
  }
  await Promise.all(running)
  await executor.close()
}

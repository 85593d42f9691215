/** Jobs on stdin, what came of them on a descriptor of its own, a line of JSON each: the side that runs without a network. */
import { createInterface } from 'node:readline'
import type { Io } from '../../io.ts'
import { directOutput } from '../../run/direct-output.ts'
import type { Execution, Job, Unrunnable } from '../read/types.ts'
import { execute } from './execute.ts'

/** Not stdout: hooks in threads of this process may write there. */
export const ANSWERS = 3

interface Asked {
  readonly id: number
  readonly job: Job
}
export interface Answered {
  readonly id: number
  readonly result: Execution | Unrunnable
}

/** Ends when its stdin does: nobody is left to answer. */
export async function serve(io: Io): Promise<void> {
  const running = new Set<Promise<void>>()
  const answers = directOutput(ANSWERS, () => ({}))
  for await (const line of createInterface({ input: io.stdin, terminal: false })) {
    const { id, job } = JSON.parse(line) as Asked
    const done = execute(job, io.signal).then((result) => {
      answers.write(`${JSON.stringify({ id, result } satisfies Answered)}\n`)
    })
    running.add(done)
    void done.finally(() => running.delete(done))
  }
  await Promise.all(running)
}

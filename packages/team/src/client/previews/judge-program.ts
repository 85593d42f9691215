/** The thread that judges a preview: it sends what is known so far about once in a second, and at last the whole result. */
import { parentPort, workerData } from 'node:worker_threads'
import type { BundledPreview } from '../../wire/preview.ts'
import { thisMachine } from '../device/machine.ts'
import { judgeLog } from './judge.ts'

export interface JudgeTask {
  readonly preview: BundledPreview
  readonly home: string
  readonly now: number
  /** Records from before this time are not judged. */
  readonly since: number
  readonly limitMs: number
}

// `judge-apart.ts` starts this file with a task.
const { preview, home, now, since, limitMs } = workerData as JudgeTask
const result = await judgeLog(preview, thisMachine({ home, now: () => now }), {
  since,
  until: performance.now() + limitMs,
  onProgress: (part) => parentPort?.postMessage({ part }),
})
parentPort?.postMessage({ result })

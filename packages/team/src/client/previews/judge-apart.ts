/**
 * Judges a preview in a thread of its own, because expressions block the thread that searches for them: a watcher has to obey a
 * pause within seconds. The thread is ended at a time limit, whatever it does.
 */
import { Worker } from 'node:worker_threads'
import type { BundledPreview } from '../../wire/preview.ts'
import type { Machine } from '../device/machine.ts'
import { TeamError } from '../failure.ts'
import type { PreviewResult } from './judge.ts'
import type { JudgeTask } from './judge-program.ts'

/** From `src` and from `dist` alike: a thread needs the compiled file. */
const program = new URL('../../../dist/client/previews/judge-program.js', import.meta.url)
/** The thread ends by itself at the limit. So much later it is ended. */
const longestGraceMs = 5000
const memoryMb = 512

const noNumbers = { events: 0, denies: 0, newDenies: 0, asks: 0, unjudged: 0 }

export async function judgeApart(
  preview: BundledPreview,
  machine: Machine,
  since: number,
  { file, graceMs } = { file: program, graceMs: longestGraceMs },
): Promise<PreviewResult> {
  const { previewMs: limitMs } = machine.limits
  const task: JudgeTask = { preview, home: machine.platform.home, now: machine.now(), since, limitMs }
  const thread = new Worker(file, {
    ...{ workerData: task, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb } },
  })
  let known: PreviewResult = { numbers: noNumbers, hooks: [], isPartial: true }
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<PreviewResult>((resolve, reject) => {
      timer = setTimeout(() => resolve(known), limitMs + graceMs)
      thread
        .on('message', (message: { readonly part: PreviewResult } | { readonly result: PreviewResult }) => {
          if ('result' in message) resolve(message.result)
          else known = message.part
        })
        .on('error', reject)
        .on('exit', () => reject(new TeamError('local', `the judgement of preview ${preview.id} ended early`)))
    })
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

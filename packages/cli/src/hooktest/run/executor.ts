/** Runs jobs, each in a scratch workspace of its own. They share only what no hook can change. It never rejects. */
import { existsSync } from 'node:fs'
import { createSharedSpawn } from '@hookline/core/node'
import type { Execute, Execution, Job, Unrunnable, VariantResult } from '../read/types.ts'
import { resultWord } from '../report/compare.ts'
import { createScratch, type Scratch } from '../scratch/scratch.ts'
import { fireJob } from './execute.ts'
import { probingSpawn } from './probing-spawn.ts'
import { type RecordedRuns, recordRuns, replayRuns } from './recorded-runs.ts'
import { listVariants } from './variants.ts'

export interface Executor {
  readonly execute: Execute
  /** Resolves when every scratch directory is deleted. */
  close(): Promise<void>
}

interface RealRun {
  readonly result: Execution | Unrunnable
  readonly recorded?: RecordedRuns
}

const MAX_REMOVALS = 32

export function createExecutor(signal: AbortSignal): Executor {
  const spawnFor = createSharedSpawn()
  const untouched = createUntouchedCopies()
  const removals = new Set<Promise<void>>()
  let engines = 0
  const createSpawn = () => spawnFor(String(++engines))

  /** Deleting takes longer than some hooks, so the result does not wait for it. */
  async function removeLater(scratch: Scratch): Promise<void> {
    const removal: Promise<void> = scratch
      .remove()
      .catch(() => {})
      .finally(() => removals.delete(removal))
    removals.add(removal)
    if (removals.size >= MAX_REMOVALS) await Promise.race(removals)
  }

  async function runForReal(job: Job): Promise<RealRun> {
    let scratch: Scratch | undefined
    try {
      scratch = createScratch(job)
      const recorded: RecordedRuns = { directory: scratch.directory, results: new Map() }
      if (job.probeMs !== undefined) return { result: await probe(job, scratch, job.probeMs) }
      const execution = await fireJob(job, scratch, recordRuns(createSpawn(), recorded), signal)
      return { result: scratch.mask(execution), recorded }
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown)
      return { result: { error: scratch?.mask(message) ?? message } }
    } finally {
      if (scratch !== undefined) await removeLater(scratch)
    }
  }

  async function probe(job: Job, scratch: Scratch, waitMs: number): Promise<Execution> {
    const { spawn, probes } = probingSpawn(createSpawn(), scratch.directory, waitMs)
    const execution = await fireJob(job, scratch, spawn, signal)
    return scratch.mask({ ...execution, probes })
  }

  /** Undefined if a hook would have to run: it gets something else here, or it is not a process. */
  async function replay(job: Job, recorded: RecordedRuns): Promise<Execution | undefined> {
    const { scratch, release } = untouched.take(job)
    try {
      const { spawn, isComplete } = replayRuns(createSpawn(), recorded, scratch.directory)
      const execution = await fireJob(job, scratch, spawn, signal, ({ type, call }) => type === 'command' && !call)
      return execution === undefined || !isComplete() ? undefined : scratch.mask(execution)
    } catch {
      return undefined // A real run reports the error.
    } finally {
      if (release) await removeLater(scratch)
    }
  }

  async function runVariant(job: Job, recorded: RecordedRuns | undefined): Promise<Execution | Unrunnable> {
    return (recorded === undefined ? undefined : await replay(job, recorded)) ?? (await runForReal(job)).result
  }

  async function runVariants(job: Job, got: Execution, { recorded }: RealRun): Promise<readonly VariantResult[]> {
    const { compare, ...plain } = job
    if (compare === undefined) return []
    const results: VariantResult[] = []
    for (const { on, edition, agent } of listVariants(
      { ...plain, differs: compare.differs },
      got,
      compare.configured,
    )) {
      const there = await runVariant({ ...plain, readAfter: [], edition, agent }, recorded)
      results.push(
        'error' in there
          ? { on, says: 'error', because: there.error, isError: true }
          : { on, says: resultWord(job.event, there), because: there.because },
      )
    }
    return results
  }

  return {
    async execute(job) {
      const run = await runForReal(job)
      if ('error' in run.result || job.compare === undefined) return run.result
      return { ...run.result, variants: await runVariants(job, run.result, run) }
    },
    async close() {
      await Promise.all([...untouched.all().map((scratch) => scratch.remove()), ...removals])
    },
  }
}

interface UntouchedCopies {
  /** `release`: the copy is for this job alone, and is deleted after it. */
  take(job: Job): { readonly scratch: Scratch; readonly release: boolean }
  all(): readonly Scratch[]
}

interface UntouchedCopy {
  readonly template: string
  readonly scratch: Scratch
}

/** With `--watch`, every pass has a template of its own, which is deleted at its end. */
function removeOld(copies: Map<string, UntouchedCopy>): void {
  for (const [key, { template, scratch }] of copies) {
    if (existsSync(template)) continue
    copies.delete(key)
    scratch.remove().catch(() => {})
  }
}

/** Copies in which no process runs, so that many jobs can read their hook files from one. */
function createUntouchedCopies(): UntouchedCopies {
  const copies = new Map<string, UntouchedCopy>()
  return {
    take({ template, files, links, env }) {
      if (Object.keys(files).length > 0)
        return { scratch: createScratch({ template, files, links, env }), release: true }
      const key = JSON.stringify([template, links])
      if (!copies.has(key)) removeOld(copies)
      const { scratch } = copies.get(key) ?? { scratch: createScratch({ template, files, links, env: {} }) }
      copies.set(key, { template, scratch })
      return { scratch: { ...scratch, env: { ...scratch.env, ...env } }, release: false }
    },
    all: () => [...copies.values()].map(({ scratch }) => scratch),
  }
}

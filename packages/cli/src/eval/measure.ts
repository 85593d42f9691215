/** Asks the model about each input several times, a few at a time. It never uses the cache, which would repeat old answers. */
import type { Effect, Hooks, Usage } from '@hookline/core/node'
import { readModelReply } from '@hookline/core/node'
import type { GoldenCase } from './golden.ts'

/** `not-asked`: the hook did not run because of its matcher, so nothing was blocked. */
export type Got = 'ok' | 'block' | 'failed' | 'not-asked'
export interface ModelAnswer {
  readonly got: Got
  readonly ms: number
  readonly reason?: string
  readonly usage?: Usage
}
export interface Measurement<C extends GoldenCase = GoldenCase> {
  readonly one: C
  readonly answers: readonly ModelAnswer[]
}

export interface MeasureOptions {
  readonly hooks: Hooks
  readonly event: string
  readonly repeats: number
  readonly parallel: number
  readonly signal: AbortSignal
  /** Called after each answer. */
  progress(done: number, of: number): void
}

export async function measure<C extends GoldenCase>(
  cases: readonly C[],
  { hooks, event, repeats, parallel, signal, progress }: MeasureOptions,
): Promise<readonly Measurement<C>[]> {
  const answers = cases.map((): ModelAnswer[] => [])
  const asks = Array.from({ length: repeats }, () => [...cases.keys()]).flat()
  let next = 0
  let done = 0
  const worker = async () => {
    for (let at = asks[next++]; at !== undefined && !signal.aborted; at = asks[next++]) {
      answers[at]?.push(await ask(hooks, event, cases[at]?.input ?? {}, signal))
      progress(++done, asks.length)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return cases.map((one, at) => ({ one, answers: answers[at] ?? [] }))
}

async function ask(hooks: Hooks, event: string, input: GoldenCase['input'], signal: AbortSignal): Promise<ModelAnswer> {
  const effect: Effect = await hooks.untyped.fire(event, input, { signal })
  const [run] = effect.runs
  if (run === undefined) return { got: 'not-asked', ms: 0 }
  const usage = run.usage === undefined ? {} : { usage: run.usage }
  const reading = readModelReply(run.stdout)
  if (run.exitCode !== 0 || reading.kind !== 'object') {
    const reason = run.outcome.kind === 'failed' ? run.outcome.message : 'the answer could not be read'
    return { got: 'failed', ms: run.durationMs, reason, ...usage }
  }
  const { ok, reason } = reading.value
  return {
    got: ok === true ? 'ok' : 'block',
    ms: run.durationMs,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...usage,
  }
}

/** Machines that report without pause to whichever server answers, and know what was acknowledged to them. */
import type { TestMachine } from './machine.ts'

export interface Reporters {
  /** Every machine gets its last batch through, then rests. Rejects where that takes too long. */
  stop(): Promise<readonly Reporter[]>
  /** How many decisions were acknowledged so far. */
  acknowledged(): number
}
export interface Reporter {
  readonly machine: TestMachine
  /** The last number that was acknowledged. */
  readonly last: number
  /** Answers that were none of: stored, come back later (with a time), nobody there. */
  readonly odd: readonly string[]
  /** Sent again, because nobody had said that it was stored. */
  readonly retries: number
}

const most = 12
const pauseMs = 25
const lastMs = 20_000

export function startReporters(machines: readonly TestMachine[], urls: readonly string[]): Reporters {
  const reporters = machines.map((machine) => ({ machine, last: 0, odd: [] as string[], retries: 0 }))
  let giveUpAt = Number.POSITIVE_INFINITY
  const isOver = () => giveUpAt < Number.POSITIVE_INFINITY
  const run = async (reporter: (typeof reporters)[number]) => {
    while (!isOver()) {
      const size = 1 + Math.floor(Math.random() * most)
      const batch = Array.from({ length: size }, (_, at) => decision(reporter.last + 1 + at))
      while (!(await isStored(reporter, batch, urls))) {
        if (Date.now() > giveUpAt) throw new Error(`nobody stored the batch after ${reporter.last}`)
        reporter.retries += 1
        await new Promise((resolve) => setTimeout(resolve, pauseMs + Math.random() * 4 * pauseMs))
      }
      reporter.last += size
    }
  }
  const running = reporters.map(run)
  return {
    acknowledged: () => reporters.reduce((sum, { last }) => sum + last, 0),
    async stop() {
      giveUpAt = Math.min(giveUpAt, Date.now() + lastMs)
      await Promise.all(running)
      return reporters
    },
  }
}

const decision = (sequence: number) => ({
  sequence: String(sequence),
  at: new Date().toISOString(),
  event: `e${sequence}`,
  verdict: 'allow',
  runs: [{ hookId: '1', source: 'team', outcome: 'allow', durationMs: sequence }],
})

/** As an impatient client: now and then the same batch to two servers at once. */
async function isStored(
  { machine, odd }: { readonly machine: TestMachine; readonly odd: string[] },
  decisions: readonly { readonly sequence: string }[],
  urls: readonly string[],
): Promise<boolean> {
  const times = Math.random() < 0.1 ? 2 : 1
  const last = Number(decisions.at(-1)?.sequence)
  const answers = await Promise.all(
    Array.from({ length: times }, () => {
      const url = urls[Math.floor(Math.random() * urls.length)] ?? ''
      return machine
        .at(url)
        .call('DeviceService/Report', { decisions })
        .catch(() => undefined)
    }),
  )
  for (const answer of answers) {
    if (answer === undefined || (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0)) continue
    const { accepted, missing = [] } = answer.body
    if (answer.status !== 200 || Number(accepted) !== last || missing.length > 0)
      odd.push(`${answer.status} ${JSON.stringify(answer.body)} to ${last}`)
  }
  return answers.some((answer) => answer?.status === 200)
}

/** Machines that report continuously to any available server and track the acknowledged decisions. */
import type { TestMachine } from './machine.ts'

export interface Reporters {
  /** Stops each machine after its current batch is stored. Rejects if that takes too long. */
  stop(): Promise<readonly Reporter[]>
  /** How many decisions were acknowledged so far. */
  acknowledged(): number
}
export interface Reporter {
  readonly machine: TestMachine
  /** The last acknowledged number. */
  readonly last: number
  /** Responses other than success, 503 with a retry time, or a failed connection. */
  readonly unexpected: readonly string[]
  /** How often a batch was sent again because it was not acknowledged. */
  readonly retries: number
}

const maxBatch = 12
const pauseMs = 25
const stopTimeoutMs = 20_000

export function startReporters(machines: readonly TestMachine[], urls: readonly string[]): Reporters {
  const reporters = machines.map((machine) => ({ machine, last: 0, unexpected: [] as string[], retries: 0 }))
  let giveUpAt = Number.POSITIVE_INFINITY
  const isStopping = () => giveUpAt < Number.POSITIVE_INFINITY
  const run = async (reporter: (typeof reporters)[number]) => {
    while (!isStopping()) {
      const size = 1 + Math.floor(Math.random() * maxBatch)
      const batch = Array.from({ length: size }, (_, at) => decision(reporter.last + 1 + at))
      while (!(await isStored(reporter, batch, urls))) {
        if (Date.now() > giveUpAt) throw new Error(`no server stored the batch after ${reporter.last}`)
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
      giveUpAt = Math.min(giveUpAt, Date.now() + stopTimeoutMs)
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

/** Sends a batch, sometimes to two servers at once, as an impatient client would. */
async function isStored(
  { machine, unexpected }: { readonly machine: TestMachine; readonly unexpected: string[] },
  decisions: readonly { readonly sequence: string }[],
  urls: readonly string[],
): Promise<boolean> {
  const times = Math.random() < 0.1 ? 2 : 1
  const last = Number(decisions.at(-1)?.sequence)
  const responses = await Promise.all(
    Array.from({ length: times }, () => {
      const url = urls[Math.floor(Math.random() * urls.length)] ?? ''
      return machine
        .at(url)
        .call('DeviceService/Report', { decisions })
        .catch(() => undefined)
    }),
  )
  for (const response of responses) {
    if (response === undefined || (response.status === 503 && Number(response.headers.get('retry-after')) > 0)) continue
    const { accepted, missing = [] } = response.body
    if (response.status !== 200 || Number(accepted) !== last || missing.length > 0)
      unexpected.push(`${response.status} ${JSON.stringify(response.body)} to ${last}`)
  }
  return responses.some((response) => response?.status === 200)
}

/** Lets the model of a prompt hook look at the workspace before it answers, within the limits of its entry (CONTRACT §8). */
import { endWithoutOutput, type Raw, type RawEnd, type Verify } from '../flow.ts'
import type { AskModel, Job, ModelAnswer, ModelCall, ModelQuestion, ModelTurn, VerifierTools } from '../ports.ts'
import { readModelReply } from '../replies/read-model-reply.ts'
import { createTally, type Tally } from './verifier-tally.ts'
import { asData, VERDICT, verifierSystemText, verifierTools } from './verifier-text.ts'

export interface VerifierRim {
  readonly ask: AskModel
  /** The tools for one run. */
  readonly open: (job: Job, verify: Verify) => VerifierTools
}

/** More calls in one answer are not carried out. */
const MAX_CALLS = 8
/** A token rarely has more bytes, so a larger event cannot be within the limit. */
const MAX_BYTES_PER_TOKEN = 8

/** One run. `late` is its result if the time is over. */
export interface Verification {
  result(signal: AbortSignal): Promise<Raw>
  late(otherwise: RawEnd): Raw
}

export function createVerification(job: Job, verify: Verify, question: AskedText, rim: VerifierRim): Verification {
  const tally = createTally(question)
  return {
    result: (signal) => converse(job, verify, question, rim, tally, signal),
    // Once the model has begun to look, what it reads may be what keeps it from an answer.
    late: (otherwise) =>
      tally.rounds() === 0
        ? endWithoutOutput(otherwise)
        : unverified('the model came to no verdict in the time of the hook', tally),
  }
}

export type AskedText = Pick<ModelQuestion, 'user' | 'model'>

async function converse(
  job: Job,
  verify: Verify,
  { user, model }: AskedText,
  rim: VerifierRim,
  tally: Tally,
  signal: AbortSignal,
): Promise<Raw> {
  const until = performance.now() + job.timeoutMs
  const tools = rim.open(job, verify)
  const turns: ModelTurn[] = []
  const offered = verifierTools(verify)
  if (new TextEncoder().encode(user).length > verify.tokens * MAX_BYTES_PER_TOKEN)
    return unverified(`the event alone is more than ${verify.tokens} tokens`, tally)
  for (let round = 1; round <= verify.rounds; round++) {
    const excess = tally.findExcess(verify)
    if (excess !== undefined) return unverified(excess, tally)
    const answer = await rim.ask({
      system: verifierSystemText,
      user,
      ...(model === undefined ? {} : { model }),
      tools: offered,
      ...(round === verify.rounds ? { mustCall: VERDICT } : {}),
      turns: [...turns],
      ...(verify.dollars === undefined ? {} : { costLimit: 'verify.dollars' }),
      timeoutMs: Math.max(1, until - performance.now()),
      signal,
    })
    tally.addAnswer(answer)
    if (answer.kind === 'failed') return failed(answer, job, tally)
    const verdict = readVerdict(answer)
    if (verdict !== undefined) return withUsage(verdict, tally)
    if (signal.aborted) break
    const called = await callTools(answer.calls ?? [], tools, tally, signal)
    if ('end' in called) return withUsage(endWithoutOutput(called.end), tally)
    turns.push({ reply: answer.reply, results: called.results })
  }
  return unverified(`the model came to no verdict in ${verify.rounds} rounds`, tally)
}

const withUsage = (raw: Raw, tally: Tally): Raw => {
  const { usage, notes } = tally.summary()
  return { ...raw, ...(usage === undefined ? {} : { usage }), ...(notes.length === 0 ? {} : { notes }) }
}
const unverified = (message: string, tally: Tally): Raw =>
  withUsage(endWithoutOutput({ kind: 'unverified', message }), tally)

/** Before the model has answered for the first time, a failure is the endpoint's. Afterwards the verdict is missing. */
function failed(answer: Extract<ModelAnswer, { kind: 'failed' }>, { timeoutMs }: Job, tally: Tally): Raw {
  if (tally.rounds() > 0 || answer.code === 'bad-reply') return unverified(answer.message, tally)
  const end: RawEnd =
    answer.code === 'timeout' ? { kind: 'timeout', afterMs: timeoutMs } : { kind: 'endpoint', message: answer.message }
  return withUsage(endWithoutOutput(end), tally)
}

/**
 * The result if the conversation ends with this answer. Only one call of `verdict` by itself says yes; a no counts wherever it can
 * be read. Undefined: the model wants to look at something.
 */
function readVerdict({ text, calls = [] }: Extract<ModelAnswer, { kind: 'answered' }>): Raw | undefined {
  const verdicts = calls.filter(({ name }) => name === VERDICT).map(({ input }) => JSON.stringify(input) ?? '')
  const denial = (calls.length === 0 ? [text] : verdicts).find(isDenial)
  if (denial !== undefined) return { ...endWithoutOutput({ kind: 'exit', code: 0 }), stdout: denial }
  if (calls.length === 0) return noVerdict('the model answered with text instead of calling `verdict`')
  const [verdict] = verdicts
  if (verdict === undefined) return undefined
  if (calls.length > 1) return noVerdict('the model called `verdict` together with other tools')
  if (readModelReply(verdict).kind !== 'object') return noVerdict('the model called `verdict` without a readable `ok`')
  return { ...endWithoutOutput({ kind: 'exit', code: 0 }), stdout: verdict }
}

const noVerdict = (message: string): Raw => endWithoutOutput({ kind: 'unverified', message })

function isDenial(text: string): boolean {
  const reading = readModelReply(text)
  return reading.kind === 'object' && reading.value.ok === false
}

async function callTools(
  calls: readonly ModelCall[],
  tools: VerifierTools,
  tally: Tally,
  signal: AbortSignal,
): Promise<{ readonly results: ModelTurn['results'] } | { readonly end: RawEnd }> {
  const results: ModelTurn['results'][number][] = []
  for (const [at, call] of calls.entries()) {
    const { id, name } = call
    const result =
      at < MAX_CALLS ? await tools.call(call, signal) : { text: `at most ${MAX_CALLS} calls in one answer` }
    if (result.end !== undefined) return { end: result.end }
    const data = asData(result.text)
    tally.addResult(result, data)
    results.push({ id, name, text: data })
  }
  return { results }
}

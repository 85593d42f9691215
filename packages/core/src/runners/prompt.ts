/** Asks a model about an event: sends the entry's prompt with the input as data, and reads one structured reply (CONTRACT §8). */
import { endWithoutOutput, type Raw, type RawEnd } from '../flow.ts'
import type { AskModel, Job, ModelAnswer, Runner, VerdictSubject, Verdicts } from '../ports.ts'
import { redactSecrets } from '../redact/redact-secrets.ts'
import { readModelReply } from '../replies/read-model-reply.ts'
import { newMark, stableInput, systemText, userText } from './prompt-text.ts'
import { createVerification, type VerifierRim } from './verifier.ts'

export interface PromptRim {
  readonly ask: AskModel
  /** Absent: verdicts are not cached. */
  readonly verdicts?: Verdicts
  /** What a model may look at. Absent: hooks with `verify` fail. */
  readonly open?: VerifierRim['open']
}

export const promptRunner = (rim: PromptRim): Runner => ({
  type: 'prompt',
  run: (job) =>
    job.entry.verify === undefined
      ? withinTime(job, (signal) => askAboutEvent(job, rim, signal))
      : verifyEvent(job, job.entry.verify, rim),
})

/** Ends the hook when its time or its event is over, even if `ask` ignores the signal. */
function withinTime(
  job: Job,
  ask: (signal: AbortSignal) => Promise<Raw>,
  late: (end: RawEnd) => Raw = endWithoutOutput,
): Promise<Raw> {
  const asking = new AbortController()
  return new Promise((resolve) => {
    const end = (raw: Raw) => {
      clearTimeout(timer)
      job.signal.removeEventListener('abort', cancel)
      asking.abort()
      resolve(raw)
    }
    const cancel = () => end(late({ kind: 'deadline', message: 'the event was cancelled' }))
    const timer = setTimeout(() => end(late({ kind: 'timeout', afterMs: job.timeoutMs })), job.timeoutMs)
    job.signal.addEventListener('abort', cancel, { once: true })
    void ask(asking.signal).then(end, (error: unknown) =>
      end(late({ kind: 'endpoint', message: `the model could not be called: ${String(error)}` })),
    )
  })
}

/** Its verdict is not cached: it depends on the files. */
async function verifyEvent(job: Job, verify: NonNullable<Job['entry']['verify']>, rim: PromptRim): Promise<Raw> {
  const { open } = rim
  if (open === undefined)
    return endWithoutOutput({ kind: 'no-runner', message: 'this engine cannot run hooks with `verify`' })
  const { prompt, input, notes, model } = readQuestion(job)
  const user = userText(prompt, input, newMark(prompt, input))
  const verification = createVerification(job, verify, { user, ...model }, { ask: rim.ask, open })
  const raw = await withinTime(job, verification.result, verification.late)
  return { ...raw, notes: [...new Set([...notes, ...(raw.notes ?? [])])] }
}

function readQuestion({ entry, stdin }: Job) {
  const prompt = redactSecrets(entry.prompt ?? '').text
  const input = redactSecrets(stdin.trim())
  const notes = input.found.map((kind) => `redacted:${kind}`)
  const model = entry.model === undefined ? {} : { model: entry.model }
  return { prompt, input: input.text, notes, model }
}

async function askAboutEvent(job: Job, rim: PromptRim, signal: AbortSignal): Promise<Raw> {
  const { timeoutMs } = job
  const { prompt, input, notes, model } = readQuestion(job)
  const about: VerdictSubject = { system: systemText, prompt, ...model, input: stableInput(input) }
  const known = rim.verdicts?.find(about)
  if (known !== undefined)
    return {
      ...endWithoutOutput({ kind: 'exit', code: 0 }),
      stdout: known.text,
      notes: [...notes, 'cached'],
      usage: { model: known.model, cached: true },
    }
  const user = userText(prompt, input, newMark(prompt, input))
  const answer = await rim.ask({ system: systemText, user, ...model, timeoutMs, signal })
  // A reply without a verdict is not cached, so the model is asked again next time.
  if (answer.kind === 'answered' && readModelReply(answer.text).kind === 'object')
    rim.verdicts?.keep(about, answer.text)
  return { ...rawOf(answer, timeoutMs), notes }
}

function rawOf(answer: ModelAnswer, timeoutMs: number): Raw {
  const usage = answer.usage === undefined ? {} : { usage: answer.usage }
  if (answer.kind === 'answered')
    return { ...endWithoutOutput({ kind: 'exit', code: 0 }), stdout: answer.text, ...usage }
  if (answer.code === 'timeout') return { ...endWithoutOutput({ kind: 'timeout', afterMs: timeoutMs }), ...usage }
  return { ...endWithoutOutput({ kind: answer.code, message: answer.message }), ...usage }
}

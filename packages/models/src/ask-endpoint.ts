/** Asks an endpoint one structured question: temperature 0, and a forced answer format or a call of one of the question's tools. */
import { setTimeout as wait } from 'node:timers/promises'
import type { LanguageModelV3CallOptions, LanguageModelV3GenerateResult } from '@ai-sdk/provider'
import type { ModelAnswer, ModelQuestion, Usage } from '@hookline/core'
import { costOf, type Endpoint } from '@hookline/core/models'
import { describeFailure, type Failure } from './failure.ts'
import { createLanguageModel } from './language-model.ts'
import { readCalls, toolOptions, turnMessages } from './tool-calls.ts'

/** A model may think before it answers. The answer itself is one sentence. */
const MAX_TOKENS = 4096

const answerSchema = {
  type: 'object',
  properties: { ok: { type: 'boolean' }, reason: { type: 'string' } },
  required: ['ok', 'reason'],
  additionalProperties: false,
} as const

/** Never rejects: a failure is an answer of the kind `failed`. */
export async function askEndpoint(endpoint: Endpoint, question: ModelQuestion): Promise<ModelAnswer> {
  const attempt = await retry(
    () => generate(endpoint, question),
    question,
    (error) => describeFailure(error, endpoint),
  )
  if (!attempt.ok) return failed(attempt.failure)
  const { content, usage } = attempt.value
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  const calls = question.tools === undefined ? {} : { calls: readCalls(content), reply: content }
  return { kind: 'answered', text, ...calls, usage: countUsage(endpoint, usage) }
}

const failed = ({ code, message }: Failure): ModelAnswer => ({ kind: 'failed', code, message })

async function generate(endpoint: Endpoint, question: ModelQuestion): Promise<LanguageModelV3GenerateResult> {
  const options: LanguageModelV3CallOptions = {
    prompt: [
      { role: 'system', content: question.system },
      { role: 'user', content: [{ type: 'text', text: question.user }] },
      ...turnMessages(question.turns ?? []),
    ],
    ...(question.tools === undefined
      ? { responseFormat: { type: 'json', name: 'verdict', schema: answerSchema } }
      : toolOptions(question.tools, question.mustCall)),
    maxOutputTokens: MAX_TOKENS,
    temperature: 0,
    abortSignal: question.signal,
  }
  return createLanguageModel(endpoint).doGenerate(options)
}

function countUsage(endpoint: Endpoint, { inputTokens, outputTokens }: LanguageModelV3GenerateResult['usage']): Usage {
  const { cacheRead, cacheWrite } = inputTokens
  const tokens = { input: inputTokens.total, output: outputTokens.total, cacheRead, cacheWrite }
  const usd = costOf(tokens, endpoint.prices)
  return {
    model: `${endpoint.provider}:${endpoint.name}`,
    ...(tokens.input === undefined ? {} : { inputTokens: tokens.input }),
    ...(tokens.output === undefined ? {} : { outputTokens: tokens.output }),
    ...(usd === undefined ? {} : { usd }),
    cached: false,
  }
}

/** Retries a request a few times when the failure may be temporary, after the delay that the endpoint asks for and within the caller's timeout. */
const MAX_ATTEMPTS = 3
const FIRST_DELAY_MS = 500

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

async function retry<T>(
  send: () => Promise<T>,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  read: (error: unknown) => Failure,
): Promise<Attempt<T>> {
  const deadline = performance.now() + timeoutMs
  for (let count = 1; ; count++) {
    const attempt = await sendOnce(send, read)
    if (attempt.ok || attempt.failure.retry === undefined || count === MAX_ATTEMPTS) return attempt
    const pause = attempt.failure.retry.afterMs ?? FIRST_DELAY_MS * 2 ** (count - 1)
    if (performance.now() + pause >= deadline) return giveUp(attempt.failure, pause)
    const interrupted = await wait(pause, false, { signal }).catch(() => true)
    if (interrupted) return { ok: false, failure: { code: 'timeout', message: attempt.failure.message } }
  }
}

async function sendOnce<T>(send: () => Promise<T>, read: (error: unknown) => Failure): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await send() }
  } catch (error) {
    return { ok: false, failure: read(error) }
  }
}

const giveUp = ({ code, message }: Failure, pause: number): Attempt<never> => ({
  ok: false,
  failure: {
    code,
    message: `${message}; it asks to wait ${Math.ceil(pause / 100) / 10} s, which is more than the hook's timeout leaves`,
  },
})

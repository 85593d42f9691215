/** Asks an endpoint one structured question: no tools, temperature 0, and a forced answer format where the provider supports it. */
import type { LanguageModelV3CallOptions, LanguageModelV3GenerateResult } from '@ai-sdk/provider'
import type { ModelAnswer, ModelQuestion, Usage } from '@hookline/core'
import { costOf, type Endpoint } from '@hookline/core/models'
import { describeFailure, type Failure } from './failure.ts'
import { createLanguageModel } from './language-model.ts'
import { retry } from './retry.ts'

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
  return { kind: 'answered', text, usage: countUsage(endpoint, usage) }
}

const failed = ({ code, message }: Failure): ModelAnswer => ({ kind: 'failed', code, message })

async function generate(endpoint: Endpoint, question: ModelQuestion): Promise<LanguageModelV3GenerateResult> {
  const options: LanguageModelV3CallOptions = {
    prompt: [
      { role: 'system', content: question.system },
      { role: 'user', content: [{ type: 'text', text: question.user }] },
    ],
    responseFormat: { type: 'json', name: 'verdict', schema: answerSchema },
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

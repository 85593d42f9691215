/** One structured question to an endpoint: no tools, temperature 0, the answer's shape forced where the provider can. */
import type { LanguageModelV3CallOptions, LanguageModelV3GenerateResult } from '@ai-sdk/provider'
import type { ModelAnswer, ModelQuestion, Usage } from '@hookline/core'
import { costOf, type Endpoint } from '@hookline/core/models'
import { type Failure, failureOf } from './failure.ts'
import { languageModel } from './language-model.ts'
import { retrying } from './retry.ts'

/** Room for a model that thinks first; the answer itself is a sentence. */
const MOST_TOKENS = 4096

const answerSchema = {
  type: 'object',
  properties: { ok: { type: 'boolean' }, reason: { type: 'string' } },
  required: ['ok', 'reason'],
  additionalProperties: false,
} as const

/** Never rejects. */
export async function askEndpoint(endpoint: Endpoint, question: ModelQuestion): Promise<ModelAnswer> {
  const asked = await retrying(
    () => generate(endpoint, question),
    question,
    (error) => failureOf(error, endpoint),
  )
  if (!asked.ok) return failed(asked.failure)
  const { content, usage } = asked.value
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  return { kind: 'answered', text, usage: usageOf(endpoint, usage) }
}

const failed = ({ code, message }: Failure): ModelAnswer => ({ kind: 'failed', code, message })

async function generate(endpoint: Endpoint, question: ModelQuestion): Promise<LanguageModelV3GenerateResult> {
  const options: LanguageModelV3CallOptions = {
    prompt: [
      { role: 'system', content: question.system },
      { role: 'user', content: [{ type: 'text', text: question.user }] },
    ],
    responseFormat: { type: 'json', name: 'verdict', schema: answerSchema },
    maxOutputTokens: MOST_TOKENS,
    temperature: 0,
    abortSignal: question.signal,
  }
  return languageModel(endpoint).doGenerate(options)
}

function usageOf(endpoint: Endpoint, { inputTokens, outputTokens }: LanguageModelV3GenerateResult['usage']): Usage {
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

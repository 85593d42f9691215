/** `provider:name` → a language model, from flags, environment and the user's settings. */
import type { LanguageModelV3 } from '@ai-sdk/provider'
import {
  type Endpoint,
  type EndpointSources,
  findEndpoint,
  type ModelProblem,
  type Prices,
  type Result,
} from '@hookline/core/models'
import { without } from './failure.ts'
import { languageModel } from './language-model.ts'

export interface ResolvedModel {
  readonly provider: string
  readonly name: string
  /** Made when it is first asked for. */
  readonly model: LanguageModelV3
  readonly baseUrl: string
  /** Where the key came from, in words: never the key. */
  readonly keyFrom: string
  /** A text without the key: an endpoint may repeat what it was sent. */
  conceal(text: string): string
  /** In tokens, as configured; absent: nobody said. */
  readonly contextWindow?: number
  /** USD per million tokens, as configured; absent: nobody said. */
  readonly prices?: Prices
}

/**
 * @example
 * const found = resolveModel('anthropic:claude-haiku-4-5', { settings: modelSettings(files), env: process.env })
 * if (!found.ok) console.error(found.problem.message, found.problem.hint)
 */
export function resolveModel(spec: string | undefined, sources: EndpointSources): Result<ResolvedModel, ModelProblem> {
  const found = findEndpoint(spec, sources)
  return found.ok ? { ok: true, value: withModel(found.value) } : found
}

export function withModel(endpoint: Endpoint): ResolvedModel {
  let made: LanguageModelV3 | undefined
  const { provider, name, baseUrl, apiKey, keyFrom, contextWindow, prices } = endpoint
  return {
    provider,
    name,
    baseUrl,
    keyFrom,
    conceal: (text) => without(apiKey, text),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(prices === undefined ? {} : { prices }),
    get model() {
      made ??= languageModel(endpoint)
      return made
    },
  }
}

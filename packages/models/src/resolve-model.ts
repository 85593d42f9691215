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
import { languageModel } from './language-model.ts'

export interface ResolvedModel {
  readonly provider: string
  readonly name: string
  /** Made when it is first asked for. */
  readonly model: LanguageModelV3
  readonly baseUrl: string
  /** Where the key came from, in words: never the key. */
  readonly keyFrom: string
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
  const { provider, name, baseUrl, keyFrom, contextWindow, prices } = endpoint
  return {
    provider,
    name,
    baseUrl,
    keyFrom,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(prices === undefined ? {} : { prices }),
    get model() {
      made ??= languageModel(endpoint)
      return made
    },
  }
}

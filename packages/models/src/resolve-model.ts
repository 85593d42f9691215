/** Finds the language model for `provider:name` in flags, environment and the user's settings. */
import type { LanguageModelV3 } from '@ai-sdk/provider'
import {
  type Endpoint,
  type EndpointSources,
  findEndpoint,
  type ModelProblem,
  type Prices,
  type Result,
} from '@hookline/core/models'
import { removeKey } from './failure.ts'
import { createLanguageModel } from './language-model.ts'

export interface ResolvedModel {
  readonly provider: string
  readonly name: string
  /** Created on first use. */
  readonly model: LanguageModelV3
  readonly baseUrl: string
  /** Where the key comes from, for messages. It never holds the key. */
  readonly keyFrom: string
  /** Removes the key from a text, because an endpoint may repeat the request. */
  conceal(text: string): string
  /** In tokens. Absent when the settings do not have it. */
  readonly contextWindow?: number
  /** In USD per million tokens. Absent when the settings do not have them. */
  readonly prices?: Prices
}

/**
 * @example
 * const found = resolveModel('anthropic:claude-haiku-4-5', { settings: modelSettings(files), env: process.env })
 * if (!found.ok) console.error(found.problem.message, found.problem.hint)
 */
export function resolveModel(spec: string | undefined, sources: EndpointSources): Result<ResolvedModel, ModelProblem> {
  const found = findEndpoint(spec, sources)
  return found.ok ? { ok: true, value: attachModel(found.value) } : found
}

function attachModel(endpoint: Endpoint): ResolvedModel {
  let model: LanguageModelV3 | undefined
  const { provider, name, baseUrl, apiKey, keyFrom, contextWindow, prices } = endpoint
  return {
    provider,
    name,
    baseUrl,
    keyFrom,
    conceal: (text) => removeKey(apiKey, text),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(prices === undefined ? {} : { prices }),
    get model() {
      model ??= createLanguageModel(endpoint)
      return model
    },
  }
}

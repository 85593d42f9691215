/** An endpoint as the AI SDK's language model: the one place that knows every provider package by name. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { Endpoint } from '@hookline/core/models'

/** Everything is handed over explicitly: left to itself a provider package reads its endpoint from the environment. */
export const languageModel = (endpoint: Endpoint): LanguageModelV3 => makers[endpoint.type](endpoint)

const makers: Readonly<Record<Endpoint['type'], (endpoint: Endpoint) => LanguageModelV3>> = {
  anthropic: ({ name, baseUrl, apiKey }) => createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '' })(name),
  openai: ({ name, baseUrl, apiKey }) => createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? '' }).responses(name),
  'openai-compatible': ({ provider, name, baseUrl, apiKey, structuredOutputs }) =>
    createOpenAICompatible({
      name: provider,
      baseURL: baseUrl,
      ...(apiKey === undefined ? {} : { apiKey }),
      includeUsage: true,
      supportsStructuredOutputs: structuredOutputs,
    })(name),
}

/** Makes the AI SDK's language model for an endpoint. Only this file names the provider packages. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { Endpoint } from '@hookline/core/models'

/** Every setting is passed explicitly, because a provider package reads missing ones from the environment. */
export const createLanguageModel = (endpoint: Endpoint): LanguageModelV3 => factories[endpoint.type](endpoint)

const factories: Readonly<Record<Endpoint['type'], (endpoint: Endpoint) => LanguageModelV3>> = {
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

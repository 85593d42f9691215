/** The setting `models` of hookline.json. The checks on it and the published schema derive from this table. */
import type { JsonSchema } from '../schema.ts'

const text = (description: string): JsonSchema => ({ description, type: 'string', minLength: 1 })
const amount = (description: string): JsonSchema => ({ description, type: 'number', minimum: 0 })
const flag = (description: string): JsonSchema => ({ description, type: 'boolean' })

const modelFacts = {
  contextWindow: amount('How many tokens fit into the context window of the model.'),
  prices: {
    description: 'USD per million tokens.',
    type: 'object',
    properties: {
      input: amount('Input tokens.'),
      output: amount('Output tokens.'),
      cacheRead: amount("Input tokens read from the endpoint's cache. Default: the price of input."),
      cacheWrite: amount("Input tokens written to the endpoint's cache. Default: the price of input."),
    },
    required: ['input', 'output'],
  },
} as const satisfies Record<string, JsonSchema>

export const modelsSchema: JsonSchema = {
  type: 'object',
  properties: {
    default: text('The model of prompt hooks that name none, as provider:name.'),
    providers: {
      description: 'The endpoints, by name.',
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          type: { description: 'The protocol of the endpoint.', enum: ['anthropic', 'openai', 'openai-compatible'] },
          baseUrl: text('Its address including the version, as in https://host/v1.'),
          apiKeyEnv: text('The environment variable that holds the API key.'),
          apiKey: text('The API key itself. Use it only if no one else can read this file.'),
          structuredOutputs: flag('Whether the endpoint accepts a JSON schema for the reply.'),
          plainHttp: flag('Allow plain http to another machine.'),
          ...modelFacts,
          models: {
            description: 'Context window and prices of its models, by name.',
            type: 'object',
            additionalProperties: { type: 'object', properties: modelFacts },
          },
        },
        required: ['type'],
      },
    },
    budget: {
      description: 'The daily limits of prompt hooks (UTC), over all processes.',
      type: 'object',
      properties: {
        callsPerDay: amount('Number of model calls.'),
        usdPerDay: amount('Cost in USD, from the prices above.'),
      },
    },
    cacheHours: amount('How many hours the reply to a question is reused. Default 24; 0 switches the cache off.'),
  },
  additionalProperties: false,
}

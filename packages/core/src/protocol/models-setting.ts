/** The wire: `models` in a hookline.json. The reader's checks and the published schema derive from here. */
import type { JsonSchema } from '../schema.ts'

const text = (description: string): JsonSchema => ({ description, type: 'string', minLength: 1 })
const amount = (description: string): JsonSchema => ({ description, type: 'number', minimum: 0 })
const flag = (description: string): JsonSchema => ({ description, type: 'boolean' })

const known = {
  contextWindow: amount('How many tokens the model takes.'),
  prices: {
    description: 'USD per million tokens.',
    type: 'object',
    properties: {
      input: amount('What was asked.'),
      output: amount('What was answered.'),
      cacheRead: amount("Input read from the endpoint's cache; absent: as input."),
      cacheWrite: amount("Input written to the endpoint's cache; absent: as input."),
    },
    required: ['input', 'output'],
  },
} as const satisfies Record<string, JsonSchema>

export const modelsSchema: JsonSchema = {
  type: 'object',
  properties: {
    default: text('provider:name, where a prompt hook names no model.'),
    providers: {
      description: 'The endpoints, by name.',
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          type: { description: 'Which protocol it speaks.', enum: ['anthropic', 'openai', 'openai-compatible'] },
          baseUrl: text('Its address, up to and with the version: https://host/v1.'),
          apiKeyEnv: text('The variable that holds the key.'),
          apiKey: text('The key itself, where nobody else reads this file.'),
          structuredOutputs: flag('It takes a JSON schema for the answer.'),
          plainHttp: flag('Plain http to another machine, on purpose.'),
          ...known,
          models: {
            description: 'What is known of its models, by name.',
            type: 'object',
            additionalProperties: { type: 'object', properties: known },
          },
        },
        required: ['type'],
      },
    },
    budget: {
      description: 'What prompt hooks may cost in a day (UTC), over all processes.',
      type: 'object',
      properties: { callsPerDay: amount('Questions.'), usdPerDay: amount('USD, by the prices above.') },
    },
    cacheHours: amount('How long a verdict on the same question is kept; 24 when absent, 0 for never.'),
  },
  additionalProperties: false,
}

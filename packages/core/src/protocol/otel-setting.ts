/** The setting `otel` of hookline.json: where OpenTelemetry data goes. The checks on it and the published schema derive from this table. */
import type { JsonSchema } from '../schema.ts'

export const otelSignals = ['logs', 'metrics', 'traces'] as const
export type OtelSignal = (typeof otelSignals)[number]
export const otelProtocols = ['http/protobuf', 'http/json'] as const
export type OtelProtocol = (typeof otelProtocols)[number]
export const otelTemporalities = ['cumulative', 'delta'] as const
export type OtelTemporality = (typeof otelTemporalities)[number]

const text = (description: string): JsonSchema => ({ description, type: 'string', minLength: 1 })
const strings = (description: string): JsonSchema => ({
  description,
  type: 'object',
  additionalProperties: { type: 'string' },
})

export const otelSchema: JsonSchema = {
  type: 'object',
  properties: {
    endpoint: text('The address of the collector (OTLP over HTTP) without /v1/…, as in https://otel.example.com:4318.'),
    signals: {
      description: 'What is sent. Default: all three.',
      type: 'array',
      items: { enum: [...otelSignals] },
    },
    protocol: { description: 'The encoding. Default http/protobuf.', enum: [...otelProtocols] },
    compression: { description: 'Default gzip.', enum: ['gzip', 'none'] },
    headers: strings('Headers of each request, for example an API key. $NAME in a value is replaced by that variable.'),
    headerFiles: strings('Headers whose value is the text of a file, by name.'),
    resource: strings('Attributes of all data, such as deployment.environment.name. An empty text removes one.'),
    temporality: {
      description: 'How counters and histograms count. Default cumulative.',
      enum: [...otelTemporalities],
    },
    timeout: {
      description: 'How many seconds a request may take. Default 10.',
      type: 'number',
      exclusiveMinimum: 0,
    },
    certificate: text('A file with the certificates (PEM) that the collector is checked against.'),
    plainHttp: { description: 'Allow plain http to another machine.', type: 'boolean' },
  },
  required: ['endpoint'],
  additionalProperties: false,
}

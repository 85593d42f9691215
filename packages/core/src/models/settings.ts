/** Reads the model settings of the user's and the organisation's hookline.json. A project cannot set them (CONTRACT §8). Pure. */

import type { Settings } from '../flow.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'

const providerTypes = ['anthropic', 'openai', 'openai-compatible'] as const
export type ProviderType = (typeof providerTypes)[number]

/** USD per million tokens. Only configured prices are known. */
export interface Prices {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}
export interface KnownModel {
  readonly contextWindow?: number
  readonly prices?: Prices
}
export interface ProviderSettings extends KnownModel {
  readonly type: ProviderType
  readonly baseUrl?: string
  /** The environment variable that holds the API key. */
  readonly apiKeyEnv?: string
  readonly apiKey?: string
  /** Whether the endpoint accepts a JSON schema for the reply. */
  readonly structuredOutputs?: boolean
  /** Allows plain http to another machine. */
  readonly plainHttp?: boolean
  readonly models: Readonly<Record<string, KnownModel>>
  /** The file of these settings, for messages. */
  readonly file: string
  readonly managed: boolean
}
export interface Budget {
  readonly usdPerDay?: number
  readonly callsPerDay?: number
}
export interface ModelSettings {
  readonly default?: string
  readonly providers: Readonly<Record<string, ProviderSettings>>
  readonly budget: Budget
  /** How long a verdict is cached. 0: not at all. */
  readonly cacheHours: number
}

const defaultCacheHours = 24
export const noModelSettings: ModelSettings = { providers: {}, budget: {}, cacheHours: defaultCacheHours }

/** The organisation's settings win. Of two budgets the smaller applies, and of two cache times the shorter. */
export function modelSettings(settings: readonly Settings[]): ModelSettings {
  // Each item is the object `models` of a file, plus the two fields.
  const written = ['enterprise', 'user'].flatMap((level) =>
    settings.flatMap(({ source, file, values }) =>
      source === level && isObject(values.models) ? [{ ...values.models, file, managed: level === 'enterprise' }] : [],
    ),
  ) as readonly WrittenSettings[]
  const first = written.map((one) => one.default).find(isText)
  return {
    ...(first === undefined ? {} : { default: first }),
    providers: Object.assign(Object.create(null), ...written.toReversed().map(readProviders)),
    budget: { ...smallestLimit(written, 'usdPerDay'), ...smallestLimit(written, 'callsPerDay') },
    cacheHours: shortestTime(written.map((one) => one.cacheHours).filter(isAmount)),
  }
}

type WrittenSettings = { readonly file: string; readonly managed: boolean } & JsonObject

const shortestTime = (hours: readonly number[]) => (hours.length === 0 ? defaultCacheHours : Math.min(...hours))

function smallestLimit(written: readonly WrittenSettings[], name: keyof Budget): Budget {
  const amounts = written.flatMap(({ budget }) => (isObject(budget) && isAmount(budget[name]) ? [budget[name]] : []))
  return amounts.length === 0 ? {} : { [name]: Math.min(...amounts) }
}

function readProviders({ providers, file, managed }: WrittenSettings): Record<string, ProviderSettings> {
  if (!isObject(providers)) return {}
  const read = Object.entries(providers).flatMap(([name, value]) => {
    const one = isObject(value) ? readProvider(value, file, managed) : undefined
    return one === undefined ? [] : [[name, one] as const]
  })
  return Object.fromEntries(read)
}

function readProvider(written: JsonObject, file: string, managed: boolean): ProviderSettings | undefined {
  const type = providerTypes.find((one) => one === written.type)
  if (type === undefined) return undefined
  const models = isObject(written.models) ? Object.entries(written.models) : []
  return {
    type,
    ...readStrings(written, ['baseUrl', 'apiKeyEnv', 'apiKey']),
    ...(typeof written.structuredOutputs === 'boolean' ? { structuredOutputs: written.structuredOutputs } : {}),
    ...(written.plainHttp === true ? { plainHttp: true } : {}),
    ...readKnownModel(written),
    models: Object.fromEntries(models.map(([name, value]) => [name, isObject(value) ? readKnownModel(value) : {}])),
    file,
    managed,
  }
}

const readStrings = (written: JsonObject, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (isText(written[name]) ? [[name, written[name]]] : [])))

function readKnownModel(written: JsonObject): KnownModel {
  const { contextWindow, prices } = written
  return {
    ...(isAmount(contextWindow) && contextWindow > 0 ? { contextWindow } : {}),
    ...(isPrices(prices) ? { prices } : {}),
  }
}

const isPrices = (value: unknown): value is Prices =>
  isObject(value) &&
  isAmount(value.input) &&
  isAmount(value.output) &&
  [value.cacheRead, value.cacheWrite].every((one) => one === undefined || isAmount(one))

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

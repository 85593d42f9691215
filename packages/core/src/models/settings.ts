/** What the user's and the organisation's hookline.json say of model endpoints. Pure; a project has no say (CONTRACT §8). */

import type { Settings } from '../flow.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'

const providerTypes = ['anthropic', 'openai', 'openai-compatible'] as const
export type ProviderType = (typeof providerTypes)[number]

/** USD per million tokens. Nobody's prices are known here but those that were configured. */
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
  /** The variable that holds the key. */
  readonly apiKeyEnv?: string
  readonly apiKey?: string
  /** The endpoint takes a JSON schema for the answer. */
  readonly structuredOutputs?: boolean
  /** Plain http to another machine, on purpose. */
  readonly plainHttp?: boolean
  readonly models: Readonly<Record<string, KnownModel>>
  /** Where this stands, for messages. */
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
  /** How long a verdict is kept; 0: not at all. */
  readonly cacheHours: number
}

const defaultCacheHours = 24
export const noModelSettings: ModelSettings = { providers: {}, budget: {}, cacheHours: defaultCacheHours }

/** The organisation's word first; of two budgets the smaller holds, and the shorter memory. */
export function modelSettings(settings: readonly Settings[]): ModelSettings {
  const said = ['enterprise', 'user'].flatMap((level) =>
    settings.flatMap(({ source, file, values }) =>
      source === level && isObject(values.models) ? [{ ...values.models, file, managed: level === 'enterprise' }] : [],
    ),
  ) as readonly Said[]
  const first = said.map((one) => one.default).find(isText)
  return {
    ...(first === undefined ? {} : { default: first }),
    providers: Object.assign(Object.create(null), ...said.toReversed().map(providersOf)),
    budget: { ...smallest(said, 'usdPerDay'), ...smallest(said, 'callsPerDay') },
    cacheHours: shortest(said.map((one) => one.cacheHours).filter(isAmount)),
  }
}

type Said = { readonly file: string; readonly managed: boolean } & JsonObject

const shortest = (hours: readonly number[]) => (hours.length === 0 ? defaultCacheHours : Math.min(...hours))

function smallest(said: readonly Said[], name: keyof Budget): Budget {
  const amounts = said.flatMap(({ budget }) => (isObject(budget) && isAmount(budget[name]) ? [budget[name]] : []))
  return amounts.length === 0 ? {} : { [name]: Math.min(...amounts) }
}

function providersOf({ providers, file, managed }: Said): Record<string, ProviderSettings> {
  if (!isObject(providers)) return {}
  const read = Object.entries(providers).flatMap(([name, value]) => {
    const one = isObject(value) ? providerOf(value, file, managed) : undefined
    return one === undefined ? [] : [[name, one] as const]
  })
  return Object.fromEntries(read)
}

function providerOf(said: JsonObject, file: string, managed: boolean): ProviderSettings | undefined {
  const type = providerTypes.find((one) => one === said.type)
  if (type === undefined) return undefined
  const models = isObject(said.models) ? Object.entries(said.models) : []
  return {
    type,
    ...texts(said, ['baseUrl', 'apiKeyEnv', 'apiKey']),
    ...(typeof said.structuredOutputs === 'boolean' ? { structuredOutputs: said.structuredOutputs } : {}),
    ...(said.plainHttp === true ? { plainHttp: true } : {}),
    ...knownOf(said),
    models: Object.fromEntries(models.map(([name, value]) => [name, isObject(value) ? knownOf(value) : {}])),
    file,
    managed,
  }
}

const texts = (said: JsonObject, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (isText(said[name]) ? [[name, said[name]]] : [])))

function knownOf(said: JsonObject): KnownModel {
  const { contextWindow, prices } = said
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

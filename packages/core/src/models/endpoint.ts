/** Finds the endpoint and the API key for a model given as `provider:name`. Pure, and loads no provider's code. */
import { type BuiltIn, builtIn, type EndpointSources, providersFor, readyMade } from './providers.ts'
import type { KnownModel, ProviderSettings, ProviderType } from './settings.ts'
import { checkedUrl } from './url.ts'

export type Result<T, P> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: P }

export interface ModelProblem {
  readonly code: 'no-model' | 'unknown-provider' | 'no-url' | 'bad-url' | 'no-key'
  readonly message: string
  /** What to do next. */
  readonly hint: string
}

export interface Endpoint extends KnownModel {
  readonly provider: string
  readonly type: ProviderType
  /** The endpoint's name of the model. */
  readonly name: string
  readonly baseUrl: string
  readonly apiKey?: string
  /** Where the key comes from, for messages. Never the key itself. */
  readonly keyFrom: string
  readonly structuredOutputs: boolean
}

export function findEndpoint(spec: string | undefined, sources: EndpointSources): Result<Endpoint, ModelProblem> {
  const chosen = chooseModel(spec, sources)
  if (!chosen.ok) return chosen
  const { provider, name } = chosen.value
  const own = providersFor(sources)[provider]
  const ready = readyMade(provider, sources)
  const type = own?.type ?? ready?.type
  if (type === undefined) return unknownProvider(provider, sources)
  const url = urlOf(type, own, ready, sources)
  if (url === undefined) return problem('no-url', ...noUrl(provider, own))
  const checked = checkedUrl(url.text, type, own?.plainHttp === true)
  if (typeof checked === 'object') return problem('bad-url', `${url.from}: ${checked.wrong}`, checked.hint)
  const key = keyOf(own, ready, sources)
  if (key.value === undefined && (type !== 'openai-compatible' || key.expected))
    return problem('no-key', `the provider ${provider} has no API key: ${key.from} is not set`, keyHint(provider))
  return {
    ok: true,
    value: {
      provider,
      type,
      name,
      baseUrl: checked,
      ...(key.value === undefined ? {} : { apiKey: key.value }),
      keyFrom: key.from,
      structuredOutputs: own?.structuredOutputs ?? (own?.baseUrl === undefined && url.text === ready?.baseUrl),
      ...knownModel(own, name),
    },
  }
}

/** The first colon separates provider and model. A name without a colon is a model of the default's provider. */
function chooseModel(
  spec: string | undefined,
  { settings, env, asker }: EndpointSources,
): Result<{ readonly provider: string; readonly name: string }, ModelProblem> {
  const fallback = (asker === 'hooks' ? undefined : env.HOOKLINE_MODEL) || settings.default
  const whole = spec === undefined || spec === '' ? fallback : spec
  if (whole === undefined) return problem('no-model', 'no model is configured', modelHint(asker))
  const at = whole.indexOf(':')
  if (at > 0 && at < whole.length - 1)
    return { ok: true, value: { provider: whole.slice(0, at), name: whole.slice(at + 1) } }
  const usual = fallback?.includes(':') === true ? fallback.slice(0, fallback.indexOf(':')) : undefined
  if (at >= 0 || usual === undefined || usual === '')
    return problem('no-model', `the model "${whole}" does not name its provider`, 'Write it as provider:name.')
  return { ok: true, value: { provider: usual, name: whole } }
}

function urlOf(
  type: ProviderType,
  own: ProviderSettings | undefined,
  ready: BuiltIn | undefined,
  { env, flags, asker }: EndpointSources,
): { readonly text: string; readonly from: string } | undefined {
  const variable = ready?.type === type ? ready.urlVariable : undefined
  const given =
    asker === 'hooks'
      ? []
      : [
          { text: flags?.baseUrl, from: '--base-url' },
          { text: env.HOOKLINE_BASE_URL, from: 'HOOKLINE_BASE_URL' },
          ...(variable === undefined ? [] : [{ text: env[variable], from: variable }]),
        ]
  const all = [
    ...given,
    { text: own?.baseUrl, from: `baseUrl in ${own?.file}` },
    { text: ready?.type === type ? ready.baseUrl : undefined, from: 'the provider' },
    { text: officialUrl(type), from: 'the provider' },
  ]
  return all.find((one): one is { text: string; from: string } => one.text !== undefined && one.text !== '')
}

const officialUrl = (type: ProviderType): string | undefined =>
  type === 'openai-compatible' ? undefined : builtIn[type]?.baseUrl

const noUrl = (provider: string, own: ProviderSettings | undefined): readonly [string, string] => [
  `the provider ${provider} has no baseUrl`,
  `Add "baseUrl" to models.providers.${provider}${own === undefined ? '' : ` in ${own.file}`}.`,
]

/** A well-known variable holds the key of one provider and is used for no other, so a local server does not get it. */
function keyOf(
  own: ProviderSettings | undefined,
  ready: BuiltIn | undefined,
  { env, flags, asker }: EndpointSources,
): { readonly value?: string; readonly from: string; readonly expected: boolean } {
  const named = own?.apiKeyEnv
  const theirs = own?.apiKey === undefined || asker !== 'hooks' ? ready?.keyVariable : undefined
  const candidates = [
    ...(asker === 'hooks'
      ? []
      : [
          { value: flags?.apiKey, from: '--api-key' },
          { value: env.HOOKLINE_API_KEY, from: 'HOOKLINE_API_KEY' },
        ]),
    ...(named === undefined ? [] : [{ value: env[named], from: named }]),
    ...(named !== undefined || theirs === undefined ? [] : [{ value: env[theirs], from: theirs }]),
    { value: own?.apiKey, from: `apiKey in ${own?.file}` },
  ]
  const found = candidates.find((one): one is { value: string; from: string } => Boolean(one.value))
  return {
    ...(found === undefined ? {} : { value: found.value }),
    from: found?.from ?? named ?? theirs ?? 'apiKeyEnv',
    expected: named !== undefined || (own === undefined && ready !== undefined && flags?.baseUrl === undefined),
  }
}

const knownModel = (own: ProviderSettings | undefined, name: string): KnownModel => {
  const model = own !== undefined && Object.hasOwn(own.models, name) ? own.models[name] : undefined
  const contextWindow = model?.contextWindow ?? own?.contextWindow
  const prices = model?.prices ?? own?.prices
  return {
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(prices === undefined ? {} : { prices }),
  }
}

const modelHint = (asker: EndpointSources['asker']) =>
  asker === 'hooks'
    ? 'Set models.default in your hookline.json, as provider:name (docs/prompt-hooks.md).'
    : 'Give --model provider:name, set HOOKLINE_MODEL, or models.default in your hookline.json.'
const keyHint = (provider: string) =>
  `Set that variable, or set models.providers.${provider}.apiKeyEnv in your hookline.json to the variable that holds the key.`

const problem = (code: ModelProblem['code'], message: string, hint: string): Result<never, ModelProblem> => ({
  ok: false,
  problem: { code, message, hint },
})

function unknownProvider(provider: string, sources: EndpointSources): Result<never, ModelProblem> {
  const names = [
    ...new Set([
      ...Object.keys(providersFor(sources)),
      ...Object.keys(builtIn).filter((name) => readyMade(name, sources)),
    ]),
  ]
  const managed = Object.values(sources.settings.providers).find((one) => one.managed)
  const who = sources.asker === 'hooks' && managed !== undefined ? ` (${managed.file} names the providers)` : ''
  return problem(
    'unknown-provider',
    `there is no model provider ${provider}${who}`,
    `The providers are: ${names.join(', ')}. Add others under models.providers in your hookline.json.`,
  )
}

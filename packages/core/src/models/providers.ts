/** The available providers: those of the settings, and three built-in ones. Pure. */
import type { ModelSettings, ProviderType } from './settings.ts'

export interface EndpointSources {
  readonly settings: ModelSettings
  readonly env: Readonly<Record<string, string | undefined>>
  readonly flags?: { readonly baseUrl?: string; readonly apiKey?: string }
  /**
   * Hooks call only the endpoints of the settings. A project can change the environment of an agent's hooks, and a base URL
   * from there would get the key. From the environment, hooks use only the key that the settings name.
   */
  readonly asker?: 'agent' | 'hooks'
}

export interface BuiltIn {
  readonly type: ProviderType
  readonly baseUrl: string
  readonly keyVariable: string
  readonly urlVariable: string
}
const openai = {
  baseUrl: 'https://api.openai.com/v1',
  keyVariable: 'OPENAI_API_KEY',
  urlVariable: 'OPENAI_BASE_URL',
} as const
export const builtIn: Readonly<Record<string, BuiltIn>> = {
  anthropic: {
    type: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyVariable: 'ANTHROPIC_API_KEY',
    urlVariable: 'ANTHROPIC_BASE_URL',
  },
  openai: { type: 'openai', ...openai },
  'openai-chat': { type: 'openai-compatible', ...openai },
}

/** If an organisation names providers, hooks may send data only to those. */
export function providersFor({ settings, asker }: EndpointSources): ModelSettings['providers'] {
  const all = Object.entries(settings.providers)
  const managed = asker === 'hooks' ? all.filter(([, one]) => one.managed) : []
  return Object.assign(Object.create(null), Object.fromEntries(managed.length > 0 ? managed : all))
}

export function readyMade(provider: string, sources: EndpointSources): BuiltIn | undefined {
  if (!Object.hasOwn(builtIn, provider)) return undefined
  const decided = sources.asker === 'hooks' && Object.values(sources.settings.providers).some((one) => one.managed)
  return decided && providersFor(sources)[provider] === undefined ? undefined : builtIn[provider]
}

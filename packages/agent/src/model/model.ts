/** The model that the loop uses. It has one instance per purpose, so that a script can answer each purpose separately. */
import { modelSettings, type Prices, resolveModel } from '@hookline/models'
import type { LanguageModel } from 'ai'
import { SetupError } from '../setup-error.ts'
import { loadScriptedModel } from './scripted-model.ts'

export type LanguageModelV3 = Extract<LanguageModel, { readonly specificationVersion: 'v3' }>

/** `subagents/<description>` stands for one subagent, because each has its own conversation. */
export type Purpose = 'turns' | 'compaction' | 'completion' | `subagents/${string}`

export interface AgentModel {
  /** The name that the person gave. It is the field `model` of every event. */
  readonly name: string
  /** The provider's name for the model. */
  readonly id?: string
  readonly contextWindow?: number
  /** In US dollars per million tokens. */
  readonly prices?: Prices
  /** Removes the API key from a text that the endpoint sent. */
  conceal?(text: string): string
  forPurpose(purpose: Purpose): LanguageModelV3
}

export interface ModelOptions {
  /** `provider:name` or `scripted:<file>`. The default is `models.default` of the settings. */
  readonly spec?: string
  readonly flags: { readonly baseUrl?: string; readonly apiKey?: string }
  /** The settings of the hookline.json files. */
  readonly settings: Parameters<typeof modelSettings>[0]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Throws a `SetupError` that names what is missing and the next step. */
export function findModel({ spec, flags, settings, env }: ModelOptions): AgentModel {
  const script = spec?.match(/^scripted:(.+)$/s)?.[1]
  if (script !== undefined) return loadScriptedModel(script)
  const resolved = resolveModel(spec, { settings: modelSettings(settings), env, flags })
  if (!resolved.ok) throw new SetupError(`${resolved.problem.message}. ${resolved.problem.hint}`)
  const { provider, name, contextWindow, prices } = resolved.value
  return {
    name: `${provider}:${name}`,
    id: name,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(prices === undefined ? {} : { prices }),
    conceal: resolved.value.conceal,
    forPurpose: () => resolved.value.model,
  }
}

/** The model as the loop sees it: one for each purpose, so that a script can answer each of them apart. */
import { modelSettings, type Prices, resolveModel } from '@hookline/models'
import type { LanguageModel } from 'ai'
import { scriptedModel } from './scripted.ts'
import { SetupError } from './setup-error.ts'

export type LanguageModelV3 = Extract<LanguageModel, { readonly specificationVersion: 'v3' }>

/** `subagents/<description>`: each has its own conversation. */
export type Purpose = 'turns' | 'compaction' | 'completion' | `subagents/${string}`

export interface AgentModel {
  /** As the person named it: `model` of every event. */
  readonly name: string
  /** As the provider names it. */
  readonly id?: string
  readonly contextWindow?: number
  /** US dollars for a million tokens. */
  readonly prices?: Prices
  /** A text of the endpoint without the key that it was sent. */
  conceal?(text: string): string
  forPurpose(purpose: Purpose): LanguageModelV3
}

export interface ModelOptions {
  /** `provider:name`, or `scripted:<file>`; without it the settings' default. */
  readonly spec?: string
  readonly flags: { readonly baseUrl?: string; readonly apiKey?: string }
  /** Of the hookline.json files. */
  readonly settings: Parameters<typeof modelSettings>[0]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Throws in the person's words what is missing, and the next step. */
export function findModel({ spec, flags, settings, env }: ModelOptions): AgentModel {
  const script = spec?.match(/^scripted:(.+)$/s)?.[1]
  if (script !== undefined) return scriptedModel(script)
  const found = resolveModel(spec, { settings: modelSettings(settings), env, flags })
  if (!found.ok) throw new SetupError(`${found.problem.message}. ${found.problem.hint}`)
  const { provider, name, contextWindow, prices } = found.value
  return {
    name: `${provider}:${name}`,
    id: name,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(prices === undefined ? {} : { prices }),
    conceal: found.value.conceal,
    forPurpose: () => found.value.model,
  }
}

/** The runner of prompt hooks for Node: the settings' endpoint, verdicts on disk, the day's budget. */
import { join } from 'node:path'
import { findEndpoint } from '../../models/endpoint.ts'
import { type ModelSettings, modelSettings } from '../../models/settings.ts'
import type { AskModel, Configs, Platform, Runner } from '../../ports.ts'
import { promptRunner } from '../../runners/prompt.ts'
import { cacheDirectory, stateDirectory } from '../../sources/places.ts'
import { nodeAsk } from './ask-model.ts'
import { createSpending } from './budget.ts'
import { diskVerdicts } from './verdicts.ts'

export interface ModelsOption {
  /** Instead of the endpoints of the settings: nothing is then remembered, and no budget counts. */
  readonly ask?: AskModel
  /** false: every question is asked, whatever was answered before. */
  readonly cache?: boolean
}

export interface PromptSetup {
  readonly platform: Platform
  readonly configs: Pick<Configs, 'current'>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly option?: ModelsOption | undefined
}

export function nodePromptRunner({ platform, configs, env, option = {} }: PromptSetup): Runner {
  if (option.ask !== undefined) return promptRunner({ ask: option.ask })
  const settings = () => modelSettings(configs.current().settings ?? [])
  const spending = createSpending(join(stateDirectory(platform), 'model-budget'))
  const ask = nodeAsk({ settings, env, spending })
  if (option.cache === false) return promptRunner({ ask })
  const verdicts = diskVerdicts({
    directory: join(cacheDirectory(platform), 'verdicts'),
    hours: () => settings().cacheHours,
    identify: (model) => identify(model, settings(), env),
  })
  return promptRunner({ ask, verdicts })
}

function identify(model: string | undefined, settings: ModelSettings, env: PromptSetup['env']) {
  const found = findEndpoint(model, { settings, env, asker: 'hooks' })
  return found.ok ? { model: `${found.value.provider}:${found.value.name}`, endpoint: found.value.baseUrl } : undefined
}

/** Creates the runner of prompt hooks for Node: the endpoint of the settings, a verdict cache on disk, the daily budget. */
import { join } from 'node:path'
import { findEndpoint } from '../../models/endpoint.ts'
import { type ModelSettings, modelSettings } from '../../models/settings.ts'
import type { AskModel, Configs, Runner } from '../../ports.ts'
import { type PromptRim, promptRunner } from '../../runners/prompt.ts'
import { cacheDirectory, stateDirectory } from '../../sources/locations.ts'
import { openVerifierTools, type VerifierSetup } from '../verifier/tools.ts'
import { createAskModel } from './ask-model.ts'
import { createBudgetLedger } from './budget.ts'
import { createVerdictCache } from './verdict-cache.ts'

export interface ModelsOption {
  /** Replaces the endpoints of the settings. Verdicts are then not cached, and no budget applies. */
  readonly ask?: AskModel
  /** If false, every question is asked again. */
  readonly cache?: boolean
}

export interface PromptSetup extends VerifierSetup {
  readonly configs: Pick<Configs, 'current'>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly option?: ModelsOption | undefined
}

export function createPromptRunner(setup: PromptSetup): Runner {
  const { platform, configs, env, option = {} } = setup
  const open: PromptRim['open'] = (job, verify) => openVerifierTools(setup, job, verify)
  if (option.ask !== undefined) return promptRunner({ ask: option.ask, open })
  const settings = () => modelSettings(configs.current().settings ?? [])
  const ledger = createBudgetLedger(join(stateDirectory(platform), 'model-budget'))
  const ask = createAskModel({ settings, env, ledger })
  if (option.cache === false) return promptRunner({ ask, open })
  const verdicts = createVerdictCache({
    directory: join(cacheDirectory(platform), 'verdicts'),
    hours: () => settings().cacheHours,
    identify: (model) => identify(model, settings(), env),
  })
  return promptRunner({ ask, verdicts, open })
}

function identify(model: string | undefined, settings: ModelSettings, env: PromptSetup['env']) {
  const found = findEndpoint(model, { settings, env, asker: 'hooks' })
  return found.ok ? { model: `${found.value.provider}:${found.value.name}`, endpoint: found.value.baseUrl } : undefined
}

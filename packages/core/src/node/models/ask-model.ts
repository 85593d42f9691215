/** Asks the model endpoint that the settings name, within the daily budget. Loads `@hookline/models` for the first question. */
import { type Endpoint, findEndpoint } from '../../models/endpoint.ts'
import type { ModelSettings } from '../../models/settings.ts'
import type { AskModel, ModelAnswer, ModelQuestion } from '../../ports.ts'
import { codeOf } from '../system/code-of.ts'
import { installHint } from '../system/install-command.ts'
import type { BudgetLedger } from './budget.ts'

/** The part of `@hookline/models` that is used here. */
interface ModelsPackage {
  askEndpoint(endpoint: Endpoint, question: ModelQuestion): Promise<ModelAnswer>
}

export interface AskModelOptions {
  readonly settings: () => ModelSettings
  readonly env: Readonly<Record<string, string | undefined>>
  readonly ledger: BudgetLedger
  readonly load?: () => Promise<ModelsPackage>
}

export function createAskModel({ settings, env, ledger, load = loadModels }: AskModelOptions): AskModel {
  let loading: Promise<ModelsPackage> | undefined
  return async (question) => {
    const current = settings()
    const found = findEndpoint(question.model, { settings: current, env, asker: 'hooks' })
    if (!found.ok) return failed(`${found.problem.message}. ${found.problem.hint}`)
    const { budget } = current
    const costLimit = question.costLimit ?? (budget.usdPerDay === undefined ? undefined : 'models.budget.usdPerDay')
    if (costLimit !== undefined && found.value.prices === undefined)
      return failed(noPricesMessage(found.value, costLimit))
    loading ??= load()
    const models = await loading.catch(describeLoadError)
    if (typeof models === 'string') return failed(models)
    return withinBudget(current, ledger, () => models.askEndpoint(found.value, question))
  }
}

async function withinBudget(
  { budget }: ModelSettings,
  ledger: BudgetLedger,
  ask: () => Promise<ModelAnswer>,
): Promise<ModelAnswer> {
  if (budget.callsPerDay === undefined && budget.usdPerDay === undefined) return ask()
  const entry = ledger.begin(budget)
  if ('refused' in entry) return failed(entry.refused)
  const answer = await ask()
  ledger.end(entry.id, answer.usage?.usd)
  return answer
}

const failed = (message: string): ModelAnswer => ({ kind: 'failed', code: 'endpoint', message })

const noPricesMessage = ({ provider, name }: Endpoint, costLimit: string) =>
  `${costLimit} is set, but ${provider}:${name} has no prices, so its cost is unknown. ` +
  `Set models.providers.${provider}.models["${name}"].prices, or use a limit of calls or tokens.`

/** Built from parts so that bundlers do not include the package: without prompt hooks it is not needed. */
const packageName = ['@hookline', 'models'].join('/')
const loadModels = (): Promise<ModelsPackage> => import(packageName)

function describeLoadError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return codeOf(error) === 'ERR_MODULE_NOT_FOUND' && message.includes(packageName)
    ? `prompt hooks need the package ${packageName}, which is not installed. ${installHint(packageName)}`
    : `cannot load ${packageName}: ${message}`
}

/** Asks the endpoint that the settings name, within the day's budget. The provider packages are loaded for the first question. */
import { type Endpoint, findEndpoint } from '../../models/endpoint.ts'
import type { ModelSettings } from '../../models/settings.ts'
import type { AskModel, ModelAnswer, ModelQuestion } from '../../ports.ts'
import type { Spending } from './budget.ts'

/** What `@hookline/models` has for us. */
interface ModelsPackage {
  askEndpoint(endpoint: Endpoint, question: ModelQuestion): Promise<ModelAnswer>
}

export interface AskRim {
  readonly settings: () => ModelSettings
  readonly env: Readonly<Record<string, string | undefined>>
  readonly spending: Spending
  readonly load?: () => Promise<ModelsPackage>
}

export function nodeAsk({ settings, env, spending, load = loadModels }: AskRim): AskModel {
  let loading: Promise<ModelsPackage> | undefined
  return async (question) => {
    const said = settings()
    const found = findEndpoint(question.model, { settings: said, env, asker: 'hooks' })
    if (!found.ok) return failed(`${found.problem.message}. ${found.problem.hint}`)
    const { budget } = said
    if (budget.usdPerDay !== undefined && found.value.prices === undefined) return failed(unpriced(found.value))
    loading ??= load()
    const models = await loading.catch(whyNot)
    if (typeof models === 'string') return failed(models)
    return withinBudget(said, spending, () => models.askEndpoint(found.value, question))
  }
}

async function withinBudget(
  { budget }: ModelSettings,
  spending: Spending,
  ask: () => Promise<ModelAnswer>,
): Promise<ModelAnswer> {
  if (budget.callsPerDay === undefined && budget.usdPerDay === undefined) return ask()
  const place = spending.begin(budget)
  if ('refused' in place) return failed(place.refused)
  const answer = await ask()
  spending.end(place.id, answer.usage?.usd)
  return answer
}

const failed = (message: string): ModelAnswer => ({ kind: 'failed', code: 'endpoint', message })

const unpriced = ({ provider, name }: Endpoint) =>
  `models.budget.usdPerDay is set and ${provider}:${name} has no prices, so what it costs cannot be counted. ` +
  `Set models.providers.${provider}.models["${name}"].prices, or use callsPerDay.`

/** Written so that no bundler and no reader of imports takes it along: whoever has no prompt hook does not need it. */
const packageName = ['@hookline', 'models'].join('/')
const loadModels = (): Promise<ModelsPackage> => import(packageName)

function whyNot(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  return code === 'ERR_MODULE_NOT_FOUND' && message?.includes(packageName) === true
    ? `prompt hooks need the package ${packageName}, which is not installed. Run: npm i ${packageName}`
    : `${packageName} cannot be loaded: ${message ?? String(error)}`
}

/** `@hookline/core/models`: finds the endpoint for a model's name. Pure, and quick to load. */
export { costOf, type Tokens } from './cost.ts'
export { type Endpoint, findEndpoint, type ModelProblem, type Result } from './endpoint.ts'
export { builtIn, type EndpointSources } from './providers.ts'
export {
  type Budget,
  type KnownModel,
  type ModelSettings,
  modelSettings,
  noModelSettings,
  type Prices,
  type ProviderSettings,
  type ProviderType,
} from './settings.ts'

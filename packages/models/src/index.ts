/** `@hookline/models`: model endpoints from the user's settings. */
export type {
  EndpointSources,
  ModelProblem,
  ModelSettings,
  Prices,
  Result,
} from '@hookline/core/models'
export { costOf, findEndpoint, modelSettings, noModelSettings } from '@hookline/core/models'
export { askEndpoint } from './ask-endpoint.ts'
export { describeFailure, type Failure } from './failure.ts'
export { type ResolvedModel, resolveModel } from './resolve-model.ts'

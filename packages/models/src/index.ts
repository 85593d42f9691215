/** `@hookline/models`: model endpoints from the user's settings. */
export type {
  EndpointSources,
  ModelProblem,
  ModelSettings,
  Prices,
  Result,
} from '@hookline/core/models'
export { findEndpoint, modelSettings, noModelSettings } from '@hookline/core/models'
export { type ResolvedModel, resolveModel } from './resolve-model.ts'

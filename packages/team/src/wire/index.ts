/** The generated messages and services of `proto/`. */
export * from '#gen/admin_pb'
export * from '#gen/team_pb'
export { isScope, publishScopes, type Scope, scopes } from './scopes.ts'

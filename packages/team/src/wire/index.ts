/** The generated messages and services of `proto/`, and the kinds of hooks. */
export * from '#gen/admin_pb'
export * from '#gen/team_pb'
export { type HookKind, hookKinds, isHookKind, settingsName } from './hook-kinds.ts'
export { isScope, maxTokenDays, publishScopes, type Scope, scopes } from './scopes.ts'

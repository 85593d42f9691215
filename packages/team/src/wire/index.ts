/** The generated messages and services of `proto/`, the kinds of hooks, and the states of machines. */
export * from '#gen/admin_pb'
export * from '#gen/incidents_pb'
export * from '#gen/team_pb'
export { type AlarmKind, alarmKinds, quietHours, smtpSecurities } from './alarms.ts'
export { type CoverageState, coverageStates, isCoverageState } from './coverage.ts'
export { type HookKind, hookKinds, isHookKind, settingsName } from './hook-kinds.ts'
export { isScope, maxTokenDays, publishScopes, type Scope, scopes } from './scopes.ts'

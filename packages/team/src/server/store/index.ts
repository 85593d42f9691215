export { StoreError } from './error.ts'
export { isTeamId, openStore, type Query, type Store, type StoreOptions } from './open.ts'
export type { Bit, DecisionKind, NewRow, Role, Row, Schema } from './schema.ts'

export { StoreError } from './error.ts'
export { isTeamId, openStore, type Query, type Store, type StoreOptions } from './open.ts'
export type { Bit, NewRow, Role, Row, Schema } from './schema.ts'

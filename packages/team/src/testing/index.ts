export { eachStore, onStore, type StoreBench } from './each-store.ts'
export { type Postgres, postgresPrograms, startPostgres } from './postgres.ts'

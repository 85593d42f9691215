export { eachStore, onStore, type StoreBench } from './each-store.ts'
export { type Postgres, postgresPrograms, startPostgres } from './postgres.ts'
export { type Answer, accept, type Person, password, personAt, startTeam, type TeamServer } from './server.ts'

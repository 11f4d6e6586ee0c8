export { StartError } from '../start-error.ts'
export { createDatabase } from './create-database.ts'
export { removePostgres } from './remove-postgres.ts'
export { type Postgres, type PostgresOptions, startPostgres } from './start-postgres.ts'

export { StartError } from '../start-error.ts'
export { createDatabase } from './create-database.ts'
export { removeData as removePostgresData } from './places.ts'
export { type Postgres, type PostgresOptions, startPostgres } from './start-postgres.ts'

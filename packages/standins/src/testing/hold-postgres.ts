import { startPostgres } from '../postgres/index.ts'

// A process for tests: starts Postgres on the folder in the first argument, prints its URL, and runs until the test kills it.
const dataFolder = process.argv[2]
if (dataFolder === undefined) throw new Error('Pass the data folder as the first argument.')
const { url } = await startPostgres({ dataFolder, durable: false })
process.stdout.write(`${url}\n`)

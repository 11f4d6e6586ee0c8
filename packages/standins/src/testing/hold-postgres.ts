import { startPostgres } from '../postgres/index.ts'

/** A separate process that starts Postgres on the given folder, reports it, and waits to be killed. */
const dataFolder = process.argv[2]
if (dataFolder === undefined) throw new Error('Pass the data folder as the first argument.')
const { url } = await startPostgres({ dataFolder, durable: false })
process.stdout.write(`${url}\n`)

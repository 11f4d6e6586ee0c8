import { startPostgres } from '../postgres/index.ts'

/** A process of its own that starts Postgres on the folder given to it, says so, and waits to be killed. */
const dataFolder = process.argv[2]
if (dataFolder === undefined) throw new Error('Which data folder?')
const { url } = await startPostgres({ dataFolder, durable: false })
process.stdout.write(`${url}\n`)

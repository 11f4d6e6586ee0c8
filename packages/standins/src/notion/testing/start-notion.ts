import { randomBytes } from 'node:crypto'
import { Client, LogLevel } from '@notionhq/client'
import Fastify from 'fastify'
import postgres from 'postgres'
import { createClock } from '../../control/clock.ts'
import { createFaults } from '../../control/faults.ts'
import { listenFirst } from '../../listening-server.ts'
import { createDatabase } from '../../postgres/index.ts'
import { NOTION_TOKEN, notionStandin } from '../notion-standin.ts'
import type { RateLimit } from '../rate-limit.ts'

const UNLIMITED: RateLimit = { perSecond: 1_000_000, burst: 1_000_000 }

type Options = { serverUrl: string; databaseUrl?: string; rateLimit?: RateLimit }

/** The stand-in alone, listening, on a database of its own, with the official client pointed at it. */
export async function startNotion(options: Options) {
  const databaseUrl = options.databaseUrl ?? (await createDatabase(options.serverUrl, `notion_${randomBytes(6).toString('hex')}`))
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => undefined })
  const [clock, faults, server] = [await createClock(sql), createFaults(), await listenFirst(0, 'the test')]
  const app = Fastify({ serverFactory: (handler) => server.handOver(handler), forceCloseConnections: true })
  const publicUrl = `http://127.0.0.1:${server.port}`
  await app.register(notionStandin, { prefix: '/notion', sql, clock, faults, publicUrl, rateLimit: options.rateLimit ?? UNLIMITED })
  await app.ready()
  server.open()
  const baseUrl = `${publicUrl}/notion`
  const client = new Client({ auth: NOTION_TOKEN, baseUrl, retry: false, logLevel: LogLevel.ERROR, logger: () => undefined })
  const stop = async () => {
    await server.close()
    await app.close()
    await sql.end()
  }
  return { client, clock, faults, sql, databaseUrl, baseUrl, stop }
}

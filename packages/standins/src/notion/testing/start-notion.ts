import { Client, type CreateDatabaseParameters, type CreatePageParameters, isFullDatabase, isFullPage, LogLevel } from '@notionhq/client'
import Fastify from 'fastify'
import postgres from 'postgres'
import { createClock } from '../../control/clock.ts'
import { createFaults } from '../../control/faults.ts'
import { listenFirst } from '../../listening-server.ts'
import { newStandinsDatabase } from '../../testing/standins-database.ts'
import { NOTION_VERSION } from '../identity.ts'
import { NOTION_ROOT_PAGE_ID, NOTION_TOKEN, notionStandin } from '../notion-standin.ts'
import { createRateLimiter, type RateLimit } from '../rate-limit.ts'

const UNLIMITED: RateLimit = { perSecond: 1_000_000, burst: 1_000_000 }

type Columns = NonNullable<NonNullable<CreateDatabaseParameters['initial_data_source']>['properties']>
type Options = { databaseUrl?: string; rateLimit?: RateLimit }

/** Starts the stand-in on its own database, with the official client. */
export async function startNotion(options: Options = {}) {
  const databaseUrl = options.databaseUrl ?? (await newStandinsDatabase('notion'))
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => undefined })
  const [clock, faults, server] = [await createClock(sql), createFaults(), await listenFirst(0, 'the test')]
  const app = Fastify({ serverFactory: (handler) => server.setHandler(handler), forceCloseConnections: true })
  const publicUrl = `http://127.0.0.1:${server.port}`
  const limiter = createRateLimiter(options.rateLimit ?? UNLIMITED)
  await app.register(notionStandin, { prefix: '/notion', sql, clock, faults, publicUrl, limiter })
  await app.ready()
  server.open()
  const baseUrl = `${publicUrl}/notion`
  const client = new Client({
    auth: NOTION_TOKEN,
    baseUrl,
    notionVersion: NOTION_VERSION,
    retry: false,
    logLevel: LogLevel.ERROR,
    logger: () => undefined,
  })

  /** Sends a raw request that the client would not send. */
  async function call(method: string, path: string, body?: unknown, headers: Record<string, string | undefined> = {}) {
    const sent = {
      authorization: `Bearer ${NOTION_TOKEN}`,
      'notion-version': NOTION_VERSION,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const present = Object.fromEntries(Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined))
    const init = { method, headers: present, ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }) }
    const response = await fetch(`${baseUrl}/v1${path}`, init)
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> }
  }

  /** Calls a control endpoint of the stand-in, e.g. `control('GET', '/requests')`. */
  async function control<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
    const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(`${baseUrl}/control${path}`, { method, ...json })
    return { status: response.status, body: (await response.json()) as T }
  }

  const stop = async () => {
    await server.close()
    await app.close()
    await sql.end()
  }
  return { client, call, control, clock, limiter, faults, sql, databaseUrl, baseUrl, stop }
}

export type TestNotion = Awaited<ReturnType<typeof startNotion>>

export const text = (content: string) => [{ text: { content } }]
export const paragraph = (content: string) => ({ paragraph: { rich_text: text(content) } })

/** Creates a database with a data source below the root page. */
export async function createDataSource({ client }: TestNotion, title: string, properties: Columns = { Name: { title: {} } }) {
  const parent = { type: 'page_id', page_id: NOTION_ROOT_PAGE_ID } as const
  const database = await client.databases.create({ parent, title: text(title), initial_data_source: { properties } })
  if (!isFullDatabase(database) || database.data_sources[0] === undefined) throw new Error('no data source was created')
  return { databaseId: database.id, dataSourceId: database.data_sources[0].id }
}

/** Creates a page in the root page, or in a data source. */
export async function createPage({ client }: TestNotion, title: string, more: Partial<CreatePageParameters> = {}) {
  const page = await client.pages.create({
    parent: { page_id: NOTION_ROOT_PAGE_ID },
    properties: { title: { title: text(title) } },
    ...more,
  })
  if (!isFullPage(page)) throw new Error('Notion returned a partial page')
  return page
}

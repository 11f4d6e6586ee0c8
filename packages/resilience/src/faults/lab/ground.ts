import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@academy/api/migrate'
import { syncContent } from '@academy/api/sync-content'
import { MASTER_COURSE_ID } from '@academy/catalog'
import { pushContent } from '@academy/operator'
import { loadSampleContent, type SampleContent } from '@academy/sample-content'
import { createDatabase, removePostgres, startPostgres, startStandins } from '@academy/standins'
import { Client, LogLevel } from '@notionhq/client'
import Fastify from 'fastify'
import { breakableServer } from './breakable-server.ts'
import { WEB_URL } from './web-url.ts'

/** What all scenarios stand on: two database servers, and on each a filled database to be copied. */
export type Ground = {
  /** Of the API; it is what scenarios break. */
  server: Awaited<ReturnType<typeof breakableServer>>
  /** Of the stand-ins; it is left in peace. */
  house: { url: string }
  templates: { academy: string; standins: string }
  stop: () => Promise<void>
}

/** Enough of the sample to be read, and little enough to be copied in a second. */
function excerpt({ course, library }: SampleContent): SampleContent {
  const sessions = course.sessions.slice(0, 2).map((session) => ({ ...session, tutorials: session.tutorials.slice(0, 4) }))
  const items = library.slice(0, 6)
  const slugs = new Set(items.map(({ slug }) => slug))
  return {
    course: { ...course, sessions },
    library: items.map((item) => ({ ...item, related: item.related.filter((slug) => slugs.has(slug)) })),
  }
}

const templates = { academy: 'faults_academy', standins: 'faults_standins' }

/** Fills both templates by the ways by which an operator does. */
async function fill(serverUrl: string, houseUrl: string): Promise<void> {
  const databaseUrl = await createDatabase(serverUrl, templates.academy)
  await migrate(databaseUrl)
  const standins = await startStandins({
    databaseUrl: await createDatabase(houseUrl, templates.standins),
    siteUrl: WEB_URL,
    limits: { notion: { perSecond: 100_000, burst: 100_000 } },
  })
  try {
    const { notionToken: token, notionRootPageId: rootPageId, notionBaseUrl: baseUrl } = standins
    const notion = new Client({ auth: token, baseUrl, logLevel: LogLevel.ERROR })
    await pushContent({ notion, rootPageId, content: excerpt(loadSampleContent()) })
    const { log } = Fastify({ logger: { level: 'warn' } })
    const { result, error } = await syncContent(
      {
        directDatabaseUrl: databaseUrl,
        webOrigin: WEB_URL,
        masterCourseId: MASTER_COURSE_ID,
        notion: { token, rootPageId, baseUrl, requestsPerSecond: 1_000 },
      },
      log,
    )
    if (result !== 'done') throw new Error(`the sample was not published: ${error}`)
  } finally {
    await standins.stop()
  }
}

export async function openGround(): Promise<Ground> {
  const houseFolder = await mkdtemp(path.join(tmpdir(), 'academy-faults-house-'))
  const house = await startPostgres({ dataFolder: houseFolder, durable: false })
  const stopHouse = async () => {
    await house.stop()
    await removePostgres(houseFolder)
  }
  try {
    const server = await breakableServer()
    const stop = async () => {
      await server.remove()
      await stopHouse()
    }
    try {
      await fill(server.url, house.url)
    } catch (error) {
      await server.remove()
      throw error
    }
    return { server, house, templates, stop }
  } catch (error) {
    await stopHouse()
    throw error
  }
}

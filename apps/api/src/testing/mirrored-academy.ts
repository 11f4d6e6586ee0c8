import { apiRoleUrl } from '@academy/standins/postgres'
import { newTemplate } from '@academy/standins/testing/test-database'
import { readConfig } from '../config.ts'
import { type SyncOptions, type SyncReport, syncOnce } from '../modules/content/sync/sync-content.ts'
import { openNotion } from '../plugins/notion/notion.ts'
import { buildTestApp, type TestUser } from './build-test-app.ts'
import { type NotionWorkspace, paragraphOf, startNotionWorkspace } from './notion-workspace.ts'
import { createTestDatabase } from './test-database.ts'

export const ADMIN: TestUser = { email: 'admin@example.test' }

/** More than Notion's minute, so that edits until now count as settled. */
const A_WHILE_MS = 5 * 60_000

/** The names of two databases. */
type Copied = { academy: string; workspace: string }

/**
 * Starts the app beside a Notion workspace: both are empty, and nothing is mirrored until the test calls `sync`, or they are copies. `stop` the
 * workspace at the end.
 */
export async function startMirroredAcademy(env: Record<string, string> = {}, copied?: Copied) {
  const workspace = await startNotionWorkspace(copied?.workspace)
  const DATABASE_URL = apiRoleUrl(await createTestDatabase(copied?.academy))
  const testApp = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN.email ?? '', DATABASE_URL, ...env } })
  const { app, config, signIn } = testApp

  const notionConfig = () => {
    const { notion } = readConfig({ ...workspace.env, ...required, DATABASE_URL: config.databaseUrl })
    if (!notion) throw new Error('the workspace has no URL')
    return notion
  }

  return {
    ...testApp,
    workspace,
    /** Runs one sync. */
    async sync(options: Partial<SyncOptions> = {}): Promise<SyncReport> {
      const notion = openNotion(notionConfig(), app.log)
      try {
        return await syncOnce({
          databaseUrl: config.databaseUrl,
          notion,
          siteOrigin: config.webOrigin,
          courseId: config.masterCourseId,
          log: app.log,
          now: () => new Date(Date.now() + A_WHILE_MS),
          ...options,
        })
      } finally {
        notion.close()
      }
    },
    /** Calls the API as an account; by default as a learner without purchases. */
    async get(url: string, user: TestUser = {}, headers: Record<string, string> = {}) {
      return await app.inject({ url, headers: { ...(await signIn(user)), ...headers } })
    },
  }
}

const required = {
  WEB_ORIGIN: 'http://localhost:3000',
  SUPABASE_URL: 'http://localhost:3002',
  SUPABASE_SERVICE_ROLE_KEY: 'a-service-role-key-of-tests',
}

export type MirroredAcademy = Awaited<ReturnType<typeof startMirroredAcademy>>

/**
 * Fills and syncs a workspace once for a test file. Returns a function that starts a copy of this academy for a test, with what `fill` returned.
 * `stop` its workspace at the end.
 */
export function syncedAcademies<Filled extends object>(fill: (workspace: NotionWorkspace) => Promise<Filled>) {
  const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1)
  const prepare = async () => {
    const { workspace, app, config, sync } = await startMirroredAcademy()
    const filled = await fill(workspace)
    await sync()
    // A database can be copied when nothing is connected to it.
    await workspace.stop()
    await app.close()
    const copied = {
      academy: nameOf(await newTemplate('api', nameOf(config.databaseUrl))),
      workspace: nameOf(await newTemplate('standins', nameOf(workspace.databaseUrl))),
    }
    return { filled, copied }
  }
  let prepared: ReturnType<typeof prepare> | undefined
  return async () => {
    prepared ??= prepare()
    const { filled, copied } = await prepared
    const academy = await startMirroredAcademy({}, copied)
    return { academy, workspace: academy.workspace, ...filled }
  }
}

/** Adds a course, a free session in it and the tutorial “One” in that. */
async function addFirstTutorial(workspace: NotionWorkspace) {
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  const session = await workspace.addSession(course, { name: 'Session', slug: 'session', free: true })
  const tutorial = await workspace.addTutorial(session, { name: 'One', slug: 'one', blocks: [paragraphOf('first words')] })
  return { course, session, tutorial }
}

/** A mirrored academy whose workspace has a course, a free session in it and the tutorial “One” in that. Nothing is synced yet. */
export async function startAcademyWithTutorial() {
  const academy = await startMirroredAcademy()
  const { workspace } = academy
  return { academy, workspace, ...(await addFirstTutorial(workspace)) }
}

/** The same, synced. */
export const startSyncedAcademyWithTutorial = syncedAcademies(addFirstTutorial)

/** An SVG diagram with a script and an event handler. The sync must remove both. */
export const DIAGRAM = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><script>alert(1)</script><rect width="10" height="10" onclick="alert(2)"/></svg>',
)

import { readConfig } from '../config.ts'
import { type SyncOptions, type SyncReport, syncOnce } from '../modules/content/sync/sync-content.ts'
import { openNotion } from '../plugins/notion/notion.ts'
import { buildTestApp, type TestUser } from './build-test-app.ts'
import { paragraphOf, startNotionWorkspace } from './notion-workspace.ts'

export const ADMIN: TestUser = { email: 'admin@example.test' }

/** More than Notion's minute, so that edits until now count as settled. */
const A_WHILE_MS = 5 * 60_000

/** Starts the app beside a Notion workspace. Nothing is mirrored until the test calls `sync`. `stop` the workspace at the end. */
export async function startMirroredAcademy(env: Record<string, string> = {}) {
  const workspace = await startNotionWorkspace()
  const testApp = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN.email ?? '', ...env } })
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

/** A mirrored academy whose workspace has a course, a free session in it and the tutorial “One” in that. Nothing is synced yet. */
export async function startAcademyWithTutorial() {
  const academy = await startMirroredAcademy()
  const { workspace } = academy
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  const session = await workspace.addSession(course, { name: 'Session', slug: 'session', free: true })
  const tutorial = await workspace.addTutorial(session, { name: 'One', slug: 'one', blocks: [paragraphOf('first words')] })
  return { academy, workspace, course, session, tutorial }
}

/** An SVG diagram with a script and an event handler. The sync must remove both. */
export const DIAGRAM = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><script>alert(1)</script><rect width="10" height="10" onclick="alert(2)"/></svg>',
)

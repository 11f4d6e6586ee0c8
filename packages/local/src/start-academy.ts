import { access, constants, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { migrate } from '@academy/api/migrate'
import { CommandError, explainDatabaseError, ownerUrlOf, projectRoot, recordLocalSettings } from '@academy/operator'
import { createApiRole, createDatabase, type StandinOptions, type Standins, startPostgres, startStandins } from '@academy/standins'
import { startWebServer } from '@academy/web-server'
import { mailTemplateSettings } from '@academy/web-server/mail-templates'
import { apiEnvironment } from './api-environment.ts'
import { buildAcademy } from './build.ts'
import { createAdministrator, createDemoAccounts } from './demo-accounts.ts'
import { startDevServer } from './dev-server.ts'
import { fillWorkspace } from './fill-workspace.ts'
import { subscribeToEdits } from './notion-webhook.ts'
import { requireFreePorts } from './ports.ts'
import { startNodeService, waitUntilReady } from './processes.ts'
import { apiSources, restartOnChange } from './restart-on-change.ts'
import { setUpCheckout } from './set-up-checkout.ts'
import { DATABASE, type LocalSettings, onDatabase, STANDINS_DATABASE } from './settings.ts'
import { webSettings } from './web-settings.ts'

export type Academy = {
  webUrl: string
  apiUrl: string
  standins: Standins
  /** Postgres database of the API, as the owner of its tables. */
  databaseUrl: string
  /** Resolves with a message if the API ends by itself. */
  ended: Promise<string>
  stop: () => Promise<void>
}

export type AcademyOptions = LocalSettings & {
  /** 'production' serves the production build; 'development' restarts the API and reloads the page on every change. */
  mode: 'production' | 'development'
  /** Whether a debugger can attach to the API, on port 9229. Default false. */
  inspect?: boolean
  /** False turns off protection against power cuts, for tests. Default true. */
  durable?: boolean
  /** Options of the stand-ins that only tests use; see StandinOptions. */
  standinLimits?: StandinOptions['limits']
  /** True sells several courses (packages/catalog/README.md). The caller runs with `--conditions=several-courses` itself. Default false. */
  severalCourses?: boolean
  /** Further settings of the API, on top of those that point it at the stand-ins. */
  apiSettings?: Record<string, string>
  say?: (step: string) => void
}

async function requireWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    throw new CommandError(
      `The academy keeps its data in ${folder}, but cannot write there (${(error as NodeJS.ErrnoException).code}).\n` +
        'Give this user write permission, or choose another folder: ACADEMY_DATA=/path/to/folder npx -y pnpm@10 start',
    )
  }
}

/**
 * Starts the whole academy on this machine: Postgres, migrations, stand-ins, sample content, API and web, in this order.
 * Throws a CommandError for a problem that the user can solve, and stops everything that had started.
 */
export async function startAcademy(options: AcademyOptions): Promise<Academy> {
  const { ports, say = () => {} } = options
  const stoppers: Array<() => Promise<void>> = []
  const stop = async () => {
    for (let stopOne = stoppers.pop(); stopOne; stopOne = stoppers.pop()) await stopOne()
  }
  try {
    await requireWritable(options.dataFolder)
    // The embedded Postgres checks its own port: it first stops the server of a killed run.
    const { postgres: _, ...others } = ports
    await requireFreePorts(others)
    say('database')
    const serverUrl = ownerUrlOf(options) ?? (await startEmbeddedPostgres(options, stoppers))
    const [databaseUrl, standinsDatabaseUrl] = [
      await createDatabase(serverUrl, DATABASE).catch((error: unknown) => {
        throw explainDatabaseError(error, serverUrl)
      }),
      await createDatabase(serverUrl, STANDINS_DATABASE),
    ]
    // As in production, the API's role does not own the tables. On the user's own server it is the role in DATABASE_URL.
    const apiDatabaseUrl = options.databaseUrl === undefined ? await createApiRole(databaseUrl) : onDatabase(options.databaseUrl, DATABASE)
    const directDatabaseUrl = options.directDatabaseUrl && onDatabase(options.directDatabaseUrl, DATABASE)
    const hasOwnRole = options.databaseUrl === undefined || options.ownerDatabaseUrl !== undefined
    await migrate(databaseUrl, { say, apiDatabaseUrl: hasOwnRole ? apiDatabaseUrl : undefined })

    say('stand-ins for the hosted services')
    const webUrl = `http://localhost:${ports.web}`
    const standins = await startStandins({
      databaseUrl: standinsDatabaseUrl,
      port: ports.standins,
      smtpPort: ports.smtp,
      siteUrl: webUrl,
      mailTemplates: mailTemplateSettings,
      ...(options.standinLimits && { limits: options.standinLimits }),
    })
    stoppers.push(() => standins.stop())

    say(options.mode === 'production' ? 'sample content and build' : 'sample content')
    const apiUrl = `http://localhost:${ports.api}`
    const internalApiUrl = `http://127.0.0.1:${ports.api}`
    // The API needs its build, its content and its prices before it starts.
    const [stripeWebhookSecret] = await Promise.all([
      setUpCheckout(standins, { webUrl, apiUrl: internalApiUrl, sellerPages: options.sellerPages }),
      fillWorkspace({ standins, databaseUrl: directDatabaseUrl ?? apiDatabaseUrl, webUrl }),
      options.mode === 'production' ? buildAcademy(options.severalCourses ? 'build:several-courses' : 'build') : undefined,
    ])

    say('API')
    const edits = await subscribeToEdits(standins, internalApiUrl)
    const apiSettings = {
      ...apiEnvironment({
        ports,
        databaseUrl: apiDatabaseUrl,
        directDatabaseUrl,
        webUrl,
        standins,
        webhookToken: edits.token,
        stripeWebhookSecret,
        adminAccountId: await createAdministrator(standins),
      }),
      ...options.sellerPages,
      ...options.apiSettings,
    }
    const removeRecord = recordLocalSettings(options.dataFolder, { ...apiSettings, DATABASE_OWNER_URL: databaseUrl })
    stoppers.push(async () => removeRecord())
    const isBuilt = options.mode === 'production' && !options.severalCourses
    const startApi = () =>
      startNodeService(path.join(projectRoot, isBuilt ? 'apps/api/dist/server.js' : 'apps/api/src/server.ts'), {
        name: 'API',
        env: apiSettings,
        execArgv: [...(options.inspect ? ['--inspect'] : []), ...(options.severalCourses ? ['--conditions=several-courses'] : [])],
      })
    const readyUrl = `${internalApiUrl}/api/ready`
    const restarted = options.mode === 'production' ? undefined : restartOnChange(startApi, { folders: apiSources, readyUrl })
    const api = restarted ?? startApi()
    stoppers.push(api.stop)
    await (restarted ? restarted.ready() : waitUntilReady(readyUrl, api))
    await edits.confirm()
    await createDemoAccounts({ standins, apiUrl: internalApiUrl, databaseUrl: directDatabaseUrl ?? apiDatabaseUrl, webUrl })

    say('web app')
    const internalStandinsUrl = `http://127.0.0.1:${ports.standins}`
    const webBuild = path.join(projectRoot, options.severalCourses ? 'apps/web/dist-several-courses' : 'apps/web/dist')
    const upstreams = { api: internalApiUrl, auth: `${internalStandinsUrl}/auth/v1`, analytics: `${internalStandinsUrl}/amplitude` }
    const web = await (restarted === undefined
      ? startWebServer({
          folder: webBuild,
          renderer: `${webBuild}-server`,
          port: ports.web,
          upstreams,
          settings: { ...webSettings, VITE_WEB_ORIGIN: webUrl, MENTORSHIP_DRAW: process.env.MENTORSHIP_DRAW ?? '' },
        })
      : startDevServer({
          folder: path.join(projectRoot, 'apps/web'),
          port: ports.web,
          apiUrl: internalApiUrl,
          standinsUrl: internalStandinsUrl,
          whenReady: restarted.ready,
        }))
    stoppers.push(web.stop)
    return { webUrl, apiUrl, standins, databaseUrl, ended: api.ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startEmbeddedPostgres(options: AcademyOptions, stoppers: Array<() => Promise<void>>): Promise<string> {
  const server = await startPostgres({
    dataFolder: path.join(options.dataFolder, 'postgres'),
    port: options.ports.postgres,
    durable: options.durable ?? true,
  })
  stoppers.push(server.stop)
  return server.url
}

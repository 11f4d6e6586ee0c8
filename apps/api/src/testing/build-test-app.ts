import { randomUUID } from 'node:crypto'
import { afterAll, onTestFinished } from 'vitest'
import { type AppOptions, buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { createTestDatabase } from './test-database.ts'
import { startTestIssuer } from './test-issuer.ts'

const SERVICE_ROLE_KEY = 'sb_secret_of-the-test-issuer'

/** Runs when the test is over, or the file when called outside of a test. */
const afterwards = (clean: () => Promise<void>): void => {
  try {
    onTestFinished(clean)
  } catch {
    afterAll(clean)
  }
}

const ofNobody = /^listen |^select pg_notify|"erased_accounts"|from pg_catalog\.pg_type/

export type Person = { id?: string; email?: string }

export type TestAppOptions = {
  /** Environment variables beside the ones that a test needs anyway. */
  env?: Record<string, string>
  /** Routes beside those of the academy, in the scopes that they name. */
  moreRoutes?: NonNullable<AppOptions['moreRoutes']>
}

/**
 * The real app on a fresh, migrated database, with an issuer of tokens. All of it is stopped after the test, or after
 * the file when called at its top. Every log line is kept in `logs`.
 */
export async function buildTestApp({ env = {}, moreRoutes = {} }: TestAppOptions = {}) {
  const issuer = await startTestIssuer(SERVICE_ROLE_KEY)
  const settings = {
    DATABASE_URL: await createTestDatabase(),
    DATABASE_POOL_SIZE: '4',
    WEB_ORIGIN: 'http://localhost:3000',
    SUPABASE_URL: issuer.url,
    SUPABASE_SERVICE_ROLE_KEY: SERVICE_ROLE_KEY,
    LOG_LEVEL: 'warn',
    // A busy machine must not make tests fail; the test of back-pressure switches it on.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    // Tokens of keys that nobody published are refused at once, not after the next look.
    SUPABASE_JWKS_COOLDOWN_SECONDS: '0',
    ...env,
  }
  const config: Config = readConfig(settings)
  const logs: string[] = []
  const app = await buildApp(config, { logStream: { write: (line) => void logs.push(line) }, moreRoutes })
  afterwards(async () => {
    await app.close()
    await issuer.stop()
  })

  return {
    app,
    config,
    issuer,
    logs,
    /**
     * With LOG_LEVEL=trace: the statements so far, without those in the background: by which instances hear of one another, and with which
     * the driver begins a connection.
     */
    statements: (): string[] =>
      logs
        .map((line): { msg?: string; statement?: string } => JSON.parse(line))
        .flatMap(({ msg, statement = '' }) => (msg === 'statement' && !ofNobody.test(statement) ? [statement] : [])),
    /** Another instance of the same academy, on the same database. It says nothing; close it. */
    another: (more: Record<string, string> = {}) => buildApp(readConfig({ ...settings, ...more, LOG_LEVEL: 'silent' })),
    /** Headers of a signed-in person; without an id it is somebody new. */
    async signIn({ id = randomUUID(), email = 'learner@example.test' }: Person = {}): Promise<{ authorization: string }> {
      return { authorization: `Bearer ${await issuer.token({ sub: id, email })}` }
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof buildTestApp>>

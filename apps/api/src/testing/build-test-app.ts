import { randomUUID } from 'node:crypto'
import { createdToken } from '@academy/contract'
import type { TokenScope } from '@academy/contract/token-scopes'
import { apiRoleUrl } from '@academy/standins/postgres'
import { afterwards } from '@academy/standins/testing/test-database'
import postgres from 'postgres'
import { type AppOptions, buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { createTestDatabase, ownerUrlOf } from './test-database.ts'
import { startTestIssuer } from './test-issuer.ts'

/** The account of the administrator, under the address that a test sets as ADMIN_EMAIL. */
export const ADMIN_ID = 'ad000000-0000-4000-8000-000000000001'

const SERVICE_ROLE_KEY = 'sb_secret_of-the-test-issuer'

/**
 * Statements of no request: notifications between instances, the start of a connection, of the search index after the start, and the search for
 * events of webhooks.
 */
const inBackground =
  /^listen |^set statement_timeout |^select pg_notify|^\s*update personal_access_tokens |"erased_accounts"|from pg_catalog\.pg_type|^delete from "search_pages"|^select exists \(select from webhook_events|^\s*with event as materialized|"search_pages"\."digest"/

/** Fastify looks for each plugin without this name among all modules that the process has loaded. */
const displayName = Symbol.for('fastify.display-name')
Object.defineProperty(Function.prototype, displayName, {
  get(this: { name: string }) {
    return this.name || 'a plugin'
  },
  set(value: string) {
    Object.defineProperty(this, displayName, { value })
  },
})

export type TestUser = { id?: string; email?: string }

/** A personal access token, and the headers of a request with it. */
export type TestToken = { id: string; token: string; authorization: string }

export type TestAppOptions = {
  /** Environment variables beside the ones that a test needs anyway. */
  env?: Record<string, string>
  /** Routes beside those of the academy, in the groups that they name. */
  moreRoutes?: NonNullable<AppOptions['moreRoutes']>
}

/**
 * The real app on a fresh, migrated database, with an issuer of tokens. All of it is stopped after the test, or after
 * the file when called at its top. Every log line is kept in `logs`.
 */
export async function buildTestApp({ env = {}, moreRoutes = {} }: TestAppOptions = {}) {
  const issuer = await startTestIssuer(SERVICE_ROLE_KEY)
  const settings = {
    // As in production: the API's role does not own the tables.
    DATABASE_URL: env.DATABASE_URL ?? apiRoleUrl(await createTestDatabase()),
    DATABASE_POOL_SIZE: '4',
    WEB_ORIGIN: 'http://localhost:3000',
    SUPABASE_URL: issuer.url,
    SUPABASE_SERVICE_ROLE_KEY: SERVICE_ROLE_KEY,
    LOG_LEVEL: 'warn',
    // A busy machine must not make tests fail; the test of back-pressure switches it on.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    // Tokens of unpublished keys are refused at once, not after the next fetch.
    SUPABASE_JWKS_COOLDOWN_SECONDS: '0',
    ...(env.ADMIN_EMAIL && { ADMIN_ACCOUNT_ID: ADMIN_ID }),
    ...env,
  }
  const config: Config = readConfig(settings)
  // Connects when first used.
  const owner = postgres(ownerUrlOf(config.databaseUrl), { max: 2, onnotice: () => {} })
  const logs: string[] = []
  const app = await buildApp(config, { logStream: { write: (line) => void logs.push(line) }, moreRoutes })
  afterwards(async () => {
    await app.close()
    await issuer.stop()
    await owner.end()
  })

  const signIn = async ({ email = 'learner@example.test', ...account }: TestUser = {}): Promise<{ authorization: string }> => {
    const isAdmin = env.ADMIN_EMAIL !== undefined && email.toLowerCase() === env.ADMIN_EMAIL.toLowerCase()
    const id = account.id ?? (isAdmin ? ADMIN_ID : randomUUID())
    return { authorization: `Bearer ${await issuer.token({ sub: id, email })}` }
  }

  return {
    app,
    config,
    issuer,
    logs,
    /** Connected as the owner of the tables, for tests that change or break them. */
    owner,
    /**
     * With LOG_LEVEL=trace: the statements so far, without those in the background.
     */
    statements: (): string[] =>
      logs
        .map((line): { msg?: string; statement?: string } => JSON.parse(line))
        .flatMap(({ msg, statement = '' }) => (msg === 'statement' && !inBackground.test(statement) ? [statement] : [])),
    /** Another instance of the same academy, on the same database. It says nothing; close it. */
    another: (more: Record<string, string> = {}) => buildApp(readConfig({ ...settings, ...more, LOG_LEVEL: 'silent' })),
    /** Headers of a signed-in account: the given one, that of the administrator, or a new one. */
    signIn,
    /** Creates a personal access token of an account, which the auth provider then knows. */
    async createToken(
      scopes: readonly TokenScope[],
      { id = randomUUID(), email = 'learner@example.test' }: TestUser = {},
    ): Promise<TestToken> {
      issuer.addUser({ id, email })
      const payload = { name: 'Test', scopes, expires_in_days: 30 }
      const made = await app.inject({ method: 'POST', url: '/api/tokens', headers: await signIn({ id, email }), payload })
      const { id: tokenId, token } = createdToken.strict().parse(made.json())
      return { id: tokenId, token, authorization: `Bearer ${token}` }
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof buildTestApp>>

import { STRIPE_SECRET_KEY } from '@academy/standins'
import postgres from 'postgres'
import { Problem } from '../local/problem.ts'
import { localDatabaseUrl, readSettings } from '../local/settings.ts'

/** The API's settings for the academy that runs on this machine; its key to the accounts is kept in the database of the stand-ins. */
export async function localApiSettings(env: Record<string, string | undefined>): Promise<Record<string, string>> {
  const settings = readSettings(env)
  const standinsUrl = `http://localhost:${settings.ports.standins}`
  const own = localDatabaseUrl(settings)
  const database = new URL(own)
  database.pathname = '/academy_standins'
  const sql = postgres(database.href, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    const [row] = await sql<{ value: string }[]>`select value from control.keys where name = 'serviceRoleKey'`
    return {
      DATABASE_URL: own,
      WEB_ORIGIN: `http://localhost:${settings.ports.web}`,
      SUPABASE_URL: standinsUrl,
      SUPABASE_SERVICE_ROLE_KEY: row?.value ?? '',
      STRIPE_SECRET_KEY,
      STRIPE_BASE_URL: standinsUrl,
      // Nothing arrives here that would have to be checked with it.
      STRIPE_WEBHOOK_SECRET: 'whsec_not_used_by_this_command',
    }
  } catch {
    throw new Problem(`No academy runs on this machine at ${database.host}. Start it first: npx -y pnpm@10 start`)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

import { randomBytes } from 'node:crypto'
import type { Config } from '@academy/api/config'
import { emailAddress } from '@academy/contract/text'
import { AuthError, createClient, type SupabaseClient, type User } from '@supabase/supabase-js'
import { CommandError } from '../command-error.ts'
import type { Environment } from '../environment.ts'
import { readApiConfig, usageError } from '../read-command.ts'

export const APPOINT_HELP = `
  npx -y pnpm@10 academy admin:appoint <email>

Settings: those of the API (SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY, WEB_ORIGIN ...)`

/** Reads the arguments of `admin:appoint`. Throws a CommandError for missing or invalid ones. */
export function readAppointCommand(args: string[], env: Environment): { email: string; config: Config } {
  const [email, ...more] = args
  const parsed = emailAddress('not an email address').safeParse(email)
  if (!parsed.success || more.length > 0) throw usageError('admin:appoint takes one email address.', APPOINT_HELP)
  return { email: parsed.data.toLowerCase(), config: readApiConfig(env, APPOINT_HELP) }
}

type Admin = SupabaseClient['auth']['admin']

const PAGE_SIZE = 1000

/** Finds the account of an address, ignoring case. Reads all pages, because the provider's client cannot search. */
async function findUser(admin: Admin, email: string): Promise<User | undefined> {
  for (let page = 1; ; page += 1) {
    const { data, error } = await admin.listUsers({ page, perPage: PAGE_SIZE })
    if (error) throw error
    const found = data.users.find((user) => user.email?.toLowerCase() === email.toLowerCase())
    if (found || data.users.length < PAGE_SIZE) return found
  }
}

/** Returns the account of an address, or creates it with this password. */
async function findOrCreateUser(admin: Admin, email: string, password: string): Promise<User> {
  const { data, error } = await admin.createUser({ email, password })
  if (!error) return data.user
  const found = error.code === 'email_exists' ? await findUser(admin, email) : undefined
  if (!found) throw error
  return found
}

/**
 * Prepares the account of an address for the administrator's rights, and prints the settings that bind the rights to it. Because anyone can
 * sign up with an address before its owner, it sets a random password, which ends all sessions and mailed links, and mails a link to choose
 * a new one.
 */
export async function appointAdmin({ email, config }: { email: string; config: Config }, say: (line: string) => void): Promise<void> {
  const { auth } = createClient(config.auth.url, config.auth.serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const password = randomBytes(32).toString('base64url')
  try {
    const { id } = await findOrCreateUser(auth.admin, email, password)
    const passwordChange = await auth.admin.updateUserById(id, { password })
    if (passwordChange.error) throw passwordChange.error
    const reset = await auth.resetPasswordForEmail(email, { redirectTo: `${config.webOrigin}/reset-password` })
    if (reset.error) throw reset.error
    say(
      `A link to choose a new password was mailed to ${email}. The previous password no longer works, and all sessions of the account have ended.`,
    )
    say(
      'Set these two settings, start the API with them (Docker: `docker compose up -d --wait`), then run `npx -y pnpm@10 academy doctor`:\n',
    )
    say(`  ADMIN_EMAIL=${email}`)
    say(`  ADMIN_ACCOUNT_ID=${id}`)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    throw new CommandError(
      `Supabase Auth at ${config.auth.url} refused the request or did not respond: ${error.message}. The account is not the administrator yet. Try again.`,
    )
  }
}

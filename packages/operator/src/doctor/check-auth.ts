import type { Config } from '@academy/api/config'
import { createClient, isAuthRetryableFetchError, type User } from '@supabase/supabase-js'
import { describeError, type Finding, note, ok, problem, TIMEOUT_MS } from './finding.ts'

const WHAT = 'Supabase Auth'

function checkConfirmation(settings: { mailer_autoconfirm?: unknown }): Finding[] {
  if (settings.mailer_autoconfirm === false) return []
  return settings.mailer_autoconfirm === true
    ? [note(WHAT, '"Confirm email" is off: users can sign up with an address that is not theirs. Switch it on.')]
    : [note(WHAT, 'does not report whether it confirms addresses. "Confirm email" must be on.')]
}

/** Checks that the configured account can be the administrator, and that its owner chose the password. */
function checkAdmin(adminEmail: string | undefined, user: User | undefined): Finding[] {
  const name = 'ADMIN_ACCOUNT_ID'
  const appoint = `Run \`npx -y pnpm@10 academy admin:appoint ${adminEmail}\`.`
  const effect = 'no account is the administrator'
  if (!user) return [problem(name, `is the id of no account. ${appoint}`, effect)]
  if (user.email?.toLowerCase() !== adminEmail)
    return [problem(name, `is the account of ${user.email || 'no address'}, not of ${adminEmail} (ADMIN_EMAIL). ${appoint}`, effect)]
  // the provider clears the time of the reset mail when a password is chosen
  if (user.recovery_sent_at || !user.email_confirmed_at)
    return [note(name, `waits for ${adminEmail} to choose a password by the mailed link. Request another one with "Forgot password?".`)]
  return [ok(name, `is the account of ${adminEmail}`)]
}

/** Checks that the auth service accepts the key and publishes signing keys, and checks the administrator. */
export async function checkAuth({ auth: { url, serviceRoleKey, jwtSecret }, adminEmail, adminAccountId }: Config): Promise<Finding[]> {
  try {
    const fetchWithTimeout: typeof fetch = (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const options = { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch: fetchWithTimeout } }
    const { admin } = createClient(url, serviceRoleKey, options).auth
    const { error } = await admin.listUsers({ perPage: 1 })
    // the client returns a failed connection like a refusal
    if (isAuthRetryableFetchError(error)) throw error
    if (error) return [problem(WHAT, `refuses SUPABASE_SERVICE_ROLE_KEY at ${url}: ${describeError(error)}`, 'no account can be created')]
    const jwks = await fetchWithTimeout(`${url}/auth/v1/.well-known/jwks.json`)
    const { keys = [] } = jwks.ok ? ((await jwks.json()) as { keys?: unknown[] }) : {}
    if (keys.length === 0 && jwtSecret === undefined)
      return [
        problem(
          WHAT,
          'publishes no signing keys. Switch the project to them, or set SUPABASE_JWT_SECRET.',
          'no session token can be checked, so every signed-in request is refused',
        ),
      ]
    const settings = await fetchWithTimeout(`${url}/auth/v1/settings`, { headers: { apikey: serviceRoleKey } })
    const publicSettings = settings.ok ? ((await settings.json()) as { mailer_autoconfirm?: unknown }) : {}
    const adminFindings =
      adminAccountId === undefined ? [] : checkAdmin(adminEmail, (await admin.getUserById(adminAccountId)).data.user ?? undefined)
    return [ok(WHAT, `is reachable at ${url}, and accepts the key`), ...checkConfirmation(publicSettings), ...adminFindings]
  } catch (error) {
    return [problem(WHAT, `is not reachable at ${url}: ${describeError(error)}`, 'sign-in and sign-up fail')]
  }
}

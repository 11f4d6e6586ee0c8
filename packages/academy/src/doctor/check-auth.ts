import type { Config } from '@academy/api/config'
import { createClient } from '@supabase/supabase-js'
import { type Finding, good, note, PATIENCE_MS, wordsOf, wrong } from './finding.ts'

const WHAT = 'Supabase Auth'

/** The address of the administrator proves who somebody is only where its owner had to confirm it. */
function checkConfirmation(adminEmail: string | undefined, settings: { mailer_autoconfirm?: unknown }): Finding[] {
  if (settings.mailer_autoconfirm === false) return []
  if (settings.mailer_autoconfirm !== true)
    return [note(WHAT, 'does not tell whether addresses are confirmed. "Confirm email" must be on.')]
  const says = '"Confirm email" is off: anybody can sign up with an address that is not theirs. Switch it on'
  return adminEmail === undefined
    ? [note(WHAT, `${says}.`)]
    : [wrong(WHAT, `${says}, and look whose account ${adminEmail} (ADMIN_EMAIL) is.`, 'nobody is the administrator')]
}

/** Whether the auth service answers, accepts the key, publishes keys that tokens can be checked with, and lets people confirm addresses. */
export async function checkAuth({ auth: { url, serviceRoleKey, jwtSecret }, adminEmail }: Config): Promise<Finding[]> {
  try {
    const within: typeof fetch = (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
    const options = { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch: within } }
    const { error } = await createClient(url, serviceRoleKey, options).auth.admin.listUsers({ perPage: 1 })
    if (error) return [wrong(WHAT, `refuses SUPABASE_SERVICE_ROLE_KEY at ${url}: ${wordsOf(error)}`, 'nobody can sign up')]
    const answer = await within(`${url}/auth/v1/.well-known/jwks.json`)
    const { keys = [] } = answer.ok ? ((await answer.json()) as { keys?: unknown[] }) : {}
    if (keys.length === 0 && jwtSecret === undefined)
      return [
        wrong(
          WHAT,
          'publishes no signing keys. Switch the project to them, or set SUPABASE_JWT_SECRET.',
          'no access token can be checked, so nobody is signed in',
        ),
      ]
    const settings = await within(`${url}/auth/v1/settings`, { headers: { apikey: serviceRoleKey } })
    const told = settings.ok ? ((await settings.json()) as { mailer_autoconfirm?: unknown }) : {}
    return [good(WHAT, `answers at ${url}, and accepts the key`), ...checkConfirmation(adminEmail, told)]
  } catch (error) {
    return [wrong(WHAT, `does not answer at ${url}: ${wordsOf(error)}`, 'nobody can sign in or sign up')]
  }
}

import type { Config } from '@academy/api/config'
import { createClient } from '@supabase/supabase-js'
import { type Finding, good, PATIENCE_MS, wordsOf, wrong } from './finding.ts'

const WHAT = 'Supabase Auth'

/** Whether the auth service answers, accepts the key, and publishes keys that tokens can be checked with. */
export async function checkAuth({ url, serviceRoleKey, jwtSecret }: Config['auth']): Promise<Finding[]> {
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
    return [good(WHAT, `answers at ${url}, and accepts the key`)]
  } catch (error) {
    return [wrong(WHAT, `does not answer at ${url}: ${wordsOf(error)}`, 'nobody can sign in or sign up')]
  }
}

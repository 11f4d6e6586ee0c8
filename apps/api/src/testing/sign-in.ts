import { readMails, type Standins, startStandins } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

export const SITE = 'http://localhost:3000'
export const PASSWORD = 'Correct-horse-7'

/** Starts the stand-ins on a new database. The caller stops them. */
export async function startTestStandins(): Promise<Standins> {
  const databaseUrl = await newTestDatabase('standins')
  return await startStandins({ databaseUrl, siteUrl: SITE })
}

/** Returns the settings with which the API uses the stand-ins as its auth service. */
export const authSettings = ({ supabaseUrl, serviceRoleKey }: Standins): Record<string, string> => ({
  SUPABASE_URL: supabaseUrl,
  SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
})

/** Returns a client of the real SDK that shares no session with other clients, like another browser. */
export function newBrowser(standins: Standins): SupabaseClient {
  return createClient(standins.supabaseUrl, standins.anonKey, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
  })
}

/** Opens the link in the newest mail to an address, as its owner would. */
export async function openMailedLink(standins: Standins, address: string): Promise<void> {
  const [newest] = await readMails(standins.url, address)
  const link = newest?.links[0]
  if (link === undefined) throw new Error(`No mail with a link to ${address}`)
  await fetch(link, { redirect: 'manual' })
}

/** Signs in with the password that all test accounts have, and returns the headers that prove it. */
export async function signIn(browser: SupabaseClient, email: string): Promise<{ authorization: string }> {
  const { data, error } = await browser.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { authorization: `Bearer ${data.session.access_token}` }
}

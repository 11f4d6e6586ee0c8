import type { Standins } from '@academy/standins'
import { createClient } from '@supabase/supabase-js'

/** One password for all demo accounts; they exist only in the local stand-in for the auth provider. */
export const DEMO_PASSWORD = 'build-something'
export const ADMIN_EMAIL = 'admin@academy.test'

export const demoAccounts = [
  {
    email: 'learner@academy.test',
    first_name: 'Lena',
    last_name: 'Sample',
    job_title: 'Product Manager',
    is: 'a new learner: the free tutorial is open',
  },
  { email: ADMIN_EMAIL, first_name: 'Ada', last_name: 'Sample', job_title: 'Head of Product', is: 'the administrator: everything is open' },
] as const

/** Creates the demo accounts that do not exist yet, confirmed and with a profile, through the public interfaces alone. */
export async function createDemoAccounts(standins: Standins, apiUrl: string): Promise<void> {
  const client = (key: string) => createClient(standins.supabaseUrl, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const admin = client(standins.serviceRoleKey).auth.admin
  for (const account of demoAccounts) {
    const created = await admin.createUser({ email: account.email, password: DEMO_PASSWORD, email_confirm: true })
    if (created.error?.code === 'email_exists') continue
    if (created.error) throw created.error
    const { data, error } = await client(standins.anonKey).auth.signInWithPassword({ email: account.email, password: DEMO_PASSWORD })
    if (error) throw error
    const { first_name, last_name, job_title } = account
    const answer = await fetch(`${apiUrl}/api/accounts/profile`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${data.session.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ first_name, last_name, job_title }),
    })
    if (!answer.ok) throw new Error(`The profile of ${account.email} was refused: ${answer.status} ${await answer.text()}`)
  }
}

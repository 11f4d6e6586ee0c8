import { type GrantDesk, openGrantDesk } from '@academy/api/manage-grants'
import type { Package } from '@academy/catalog'
import type { Standins } from '@academy/standins'
import { createClient } from '@supabase/supabase-js'

/** One password for all demo accounts; they exist only in the local stand-in for the auth provider. */
export const DEMO_PASSWORD = 'build-something'
export const ADMIN_EMAIL = 'admin@academy.test'

type DemoAccount = {
  email: string
  first_name: string
  last_name: string
  job_title: string
  /** What it was given; nobody has to pay here. */
  packages: readonly Package[]
  /** What there is to see with it. */
  is: string
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'learner@academy.test',
    first_name: 'Lena',
    last_name: 'Sample',
    job_title: 'Product Manager',
    packages: [],
    is: 'a new learner: the free tutorials are open',
  },
  {
    email: 'vip@academy.test',
    first_name: 'Viktor',
    last_name: 'Sample',
    job_title: 'Entrepreneur',
    packages: ['vip'],
    is: 'a VIP guest: the VIP tutorials are open as well',
  },
  {
    email: 'owner@academy.test',
    first_name: 'Olga',
    last_name: 'Sample',
    job_title: 'Product Designer',
    packages: ['master_course'],
    is: 'holds the Master Course: every tutorial, and the community',
  },
  {
    email: 'studio@academy.test',
    first_name: 'Stefan',
    last_name: 'Sample',
    job_title: 'Growth Marketer',
    packages: ['studio'],
    is: 'holds the Studio: Prompt Library, My Prompts, community, premium Slack',
  },
  {
    email: 'bundle@academy.test',
    first_name: 'Bela',
    last_name: 'Sample',
    job_title: 'Software Engineer',
    packages: ['master_course', 'studio'],
    is: 'holds both, the Master Course and the Studio',
  },
  {
    email: ADMIN_EMAIL,
    first_name: 'Ada',
    last_name: 'Sample',
    job_title: 'Head of Product',
    packages: [],
    is: 'the administrator: everything is open',
  },
]

/** Creates the demo accounts that do not exist yet, confirmed and with a profile, and gives each what it was never given before. */
export async function createDemoAccounts(standins: Standins, apiUrl: string, databaseUrl: string): Promise<void> {
  const desk = openGrantDesk(databaseUrl)
  try {
    await Promise.all(demoAccounts.map((account) => createDemoAccount(account, { standins, apiUrl, desk })))
  } finally {
    await desk.close()
  }
}

type Academy = { standins: Standins; apiUrl: string; desk: GrantDesk }

async function createDemoAccount(account: DemoAccount, academy: Academy): Promise<void> {
  const { email, packages } = account
  const created = await authClient(academy, 'serviceRoleKey').auth.admin.createUser({ email, password: DEMO_PASSWORD, email_confirm: true })
  if (created.error && created.error.code !== 'email_exists') throw created.error
  if (!created.error || (await academy.desk.history(email)) === undefined) await saveProfile(account, academy)
  const grants = await academy.desk.history(email)
  for (const name of packages) {
    // What was taken back since stays taken back.
    if (grants?.some((grant) => grant.package === name)) continue
    const outcome = await academy.desk.grant(email, { package: name, reason: 'demo account', by: 'local academy', expires_at: null })
    if (!outcome.done) throw new Error(outcome.message)
  }
}

const authClient = ({ standins }: Academy, key: 'anonKey' | 'serviceRoleKey') =>
  createClient(standins.supabaseUrl, standins[key], { auth: { persistSession: false, autoRefreshToken: false } })

async function saveProfile({ email, first_name, last_name, job_title }: DemoAccount, academy: Academy): Promise<void> {
  const { data, error } = await authClient(academy, 'anonKey').auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  if (error) throw error
  const answer = await fetch(`${academy.apiUrl}/api/accounts/profile`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${data.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name, last_name, job_title }),
  })
  if (!answer.ok) throw new Error(`The profile of ${email} was refused: ${answer.status} ${await answer.text()}`)
}

import { type GrantManager, openGrantManager } from '@academy/api/manage-grants'
import { consentFor, DEFAULT_CURRENCY, OFFERS, type OfferName, type Package } from '@academy/catalog'
import { callControl, type Standins } from '@academy/standins'
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { fillDemoTeam, teamMembers } from './demo-team.ts'

const accountContext = z.object({ data: z.object({ stripe_customer_id: z.string().nullable() }) })
const checkoutPage = z.object({ url: z.url() })

/** One password for all demo accounts; they exist only in the local stand-in for the auth provider. */
export const DEMO_PASSWORD = 'build-something'
export const ADMIN_EMAIL = 'admin@academy.test'

const USERS_PER_PAGE = 1_000

type DemoAccount = {
  email: string
  first_name: string
  job_title: string
  /** Packages that an operator granted. */
  packages?: readonly Package[]
  /** The offer that it bought with a test card. */
  buys?: OfferName
  /** The seats of the Master Course that it bought for its team. */
  seats?: number
  /** The description in the list that `start` prints. */
  description: string
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'learner@academy.test',
    first_name: 'Lena',
    job_title: 'Product Manager',
    description: 'a new learner: the free tutorials are open',
  },
  {
    email: 'vip@academy.test',
    first_name: 'Viktor',
    job_title: 'Entrepreneur',
    packages: ['vip'],
    description: 'a VIP guest: the VIP tutorials are open as well',
  },
  {
    email: 'owner@academy.test',
    first_name: 'Olga',
    job_title: 'Product Designer',
    buys: 'master_course',
    description: 'bought the Master Course: every tutorial, and the community',
  },
  {
    email: 'studio@academy.test',
    first_name: 'Stefan',
    job_title: 'Growth Marketer',
    buys: 'studio',
    description: 'pays for the Studio: Prompt Library, My Prompts, community, premium Slack',
  },
  {
    email: 'bundle@academy.test',
    first_name: 'Bela',
    job_title: 'Software Engineer',
    buys: 'bundle',
    description: 'bought the bundle: the Master Course, and three months of the Studio',
  },
  {
    email: 'team@academy.test',
    first_name: 'Tara',
    job_title: 'Head of Product',
    seats: 5,
    description: 'bought five seats for a sample team: /team shows each member',
  },
  {
    email: ADMIN_EMAIL,
    first_name: 'Ada',
    job_title: 'Head of Product',
    description: 'the administrator: everything is open',
  },
]

type Academy = { standins: Standins; apiUrl: string; webUrl: string; manager: GrantManager }

/** Creates the administrator at the auth provider if there is no user with that address. Returns the id of the account. */
export async function createAdministrator(standins: Standins): Promise<string> {
  const { admin } = authClient({ standins }, 'serviceRoleKey').auth
  const created = await admin.createUser({ email: ADMIN_EMAIL, password: DEMO_PASSWORD, email_confirm: true })
  if (!created.error) return created.data.user.id
  if (created.error.code !== 'email_exists') throw created.error
  for (let page = 1; ; page += 1) {
    const { data, error } = await admin.listUsers({ page, perPage: USERS_PER_PAGE })
    if (error) throw error
    const user = data.users.find(({ email }) => email === ADMIN_EMAIL)
    if (user) return user.id
    if (data.users.length < USERS_PER_PAGE) throw created.error
  }
}

/**
 * Creates the missing demo accounts, confirmed and with a profile. Each gets the grants that it never had and buys the offers that it never
 * bought.
 */
export async function createDemoAccounts({ databaseUrl, ...academy }: Omit<Academy, 'manager'> & { databaseUrl: string }): Promise<void> {
  const manager = openGrantManager(databaseUrl)
  try {
    const members = teamMembers.map((member) => ({ ...member, description: 'a member of the sample team' }))
    await Promise.all([...demoAccounts, ...members].map((account) => createDemoAccount(account, { ...academy, manager })))
    for (const { email, seats } of demoAccounts) if (seats !== undefined) await giveSeats(email, academy)
  } finally {
    await manager.close()
  }
}

async function createDemoAccount(account: DemoAccount, academy: Academy): Promise<void> {
  const { email, packages = [], buys, seats } = account
  const user = { email, password: DEMO_PASSWORD, email_confirm: true }
  const created = await authClient(academy, 'serviceRoleKey').auth.admin.createUser(user)
  if (created.error && created.error.code !== 'email_exists') throw created.error
  const grants = await academy.manager.history(email)
  const isNew = !created.error || grants === undefined
  if (isNew || buys || seats) {
    const call = await callerAs(email, academy)
    if (call && isNew) await saveProfile(account, call)
    if (call && buys) await buy({ offer: buys, seats: 0 }, call, academy)
    if (call && seats) await buy({ offer: 'master_course', seats }, call, academy)
  }
  for (const name of packages) {
    // Does not grant a revoked package again.
    if (grants?.some((grant) => grant.package === name)) continue
    const outcome = await academy.manager.grant(email, { package: name, reason: 'demo account', by: 'local academy', expires_at: null })
    if (!outcome.done) throw new Error(outcome.message)
  }
}

/** Gives the seats that an account bought. Leaves accounts with a changed password unchanged. */
async function giveSeats(buyer: string, academy: Omit<Academy, 'manager'>): Promise<void> {
  const callAs = async (email: string) => {
    const call = await callerAs(email, academy)
    return (
      call && (async (method: string, path: string, body?: object) => await readJson(`${method} ${path}`, await call(method, path, body)))
    )
  }
  const call = await callAs(buyer)
  if (call) await fillDemoTeam(call, callAs)
}

const authClient = ({ standins }: Pick<Academy, 'standins'>, key: 'anonKey' | 'serviceRoleKey') =>
  createClient(standins.supabaseUrl, standins[key], { auth: { persistSession: false, autoRefreshToken: false } })

type Caller = (method: string, path: string, body?: object) => Promise<Response>

/** Returns a function that calls the API as one of the demo accounts; undefined for an account with a changed password, which the caller leaves unchanged. */
async function callerAs(email: string, academy: Pick<Academy, 'standins' | 'apiUrl'>): Promise<Caller | undefined> {
  const { data, error } = await authClient(academy, 'anonKey').auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  if (error?.code === 'invalid_credentials') return undefined
  if (error) throw error
  const headers = { authorization: `Bearer ${data.session.access_token}`, 'content-type': 'application/json' }
  return async (method, path, body) => {
    const sent = body ? { headers, body: JSON.stringify(body) } : { headers: { authorization: headers.authorization } }
    return await fetch(`${academy.apiUrl}${path}`, { method, ...sent })
  }
}

/** Returns the body of a response. Throws if it is an error. */
async function readJson(what: string, response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${what} was refused: ${response.status} ${await response.text()}`)
  return await response.json()
}

async function saveProfile({ email, first_name, job_title }: DemoAccount, call: Caller): Promise<void> {
  const profile = { first_name, last_name: 'Sample', job_title }
  await readJson(`The profile of ${email}`, await call('PUT', '/api/accounts/profile', profile))
}

const TEST_CARD = '4242424242424242'

type Choice = { offer: OfferName; seats: number }

/** Buys an offer, or seats of it for others, and pays on the hosted page. Does nothing if the account was ever a customer. */
async function buy({ offer, seats }: Choice, call: Caller, { standins, webUrl }: Academy): Promise<void> {
  const { data } = accountContext.parse(await readJson('The account', await call('GET', '/api/accounts/context')))
  if (data.stripe_customer_id !== null) return
  const urls = { successUrl: `${webUrl}/dashboard?checkout_success=${offer}`, cancelUrl: `${webUrl}/dashboard?checkout_cancelled=1` }
  const response = await call('POST', '/api/payments/create-checkout-session', {
    ...OFFERS[offer].checkout,
    currency: DEFAULT_CURRENCY,
    access_consent: consentFor(seats).version,
    ...(seats > 0 && { seats }),
    ...urls,
  })
  // The account holds the package already: an operator granted it.
  if (response.status === 409) return
  const { url } = checkoutPage.parse(await readJson('The checkout', response))
  const session = url.split('/').at(-1)
  await callControl(standins.url, 'POST', `/stripe/control/checkout/${session}/pay`, { card: TEST_CARD })
  // The API reads the open checkout itself, so there is no webhook to wait for.
  await readJson('The account', await call('GET', '/api/accounts/context'))
}

import path from 'node:path'
import { openGrantManager } from '@academy/api/manage-grants'
import { migrate } from '@academy/api/migrate'
import { openStripe } from '@academy/api/stripe-account'
import { entitlementsFor, noEntitlements, OFFERS } from '@academy/catalog'
import { projectRoot } from '@academy/operator'
import { type Standins, startStandins } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiEnvironment } from './api-environment.ts'
import { ADMIN_EMAIL, createAdministrator, createDemoAccounts, DEMO_PASSWORD, demoAccounts } from './demo-accounts.ts'
import { findFreePorts } from './ports.ts'
import { type Service, startNodeService, waitUntilReady } from './processes.ts'
import { setUpCheckout } from './set-up-checkout.ts'

let standins: Standins
let api: Service
let apiUrl: string
let databaseUrl: string
const webUrl = 'http://localhost:3000'
const sellerPages = { VITE_TERMS_URL: 'https://seller.example/terms', VITE_WITHDRAWAL_URL: 'https://seller.example/withdrawal' }
const create = () => createDemoAccounts({ standins, apiUrl, databaseUrl, webUrl })

beforeAll(async () => {
  databaseUrl = await newTestDatabase('demo')
  await migrate(databaseUrl)
  standins = await startStandins({ databaseUrl: await newTestDatabase('demo_standins'), siteUrl: webUrl })
  const ports = await findFreePorts()
  apiUrl = `http://127.0.0.1:${ports.api}`
  // the data of an older version, whose administrator had another id
  const { admin } = createClient(standins.supabaseUrl, standins.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth
  expect((await admin.createUser({ email: ADMIN_EMAIL, password: DEMO_PASSWORD, email_confirm: true })).error).toBeNull()
  // this academy has no content
  const stripeWebhookSecret = await setUpCheckout(standins, { webUrl, apiUrl, sellerPages })
  const {
    NOTION_TOKEN: _,
    NOTION_ROOT_PAGE_ID: __,
    ...env
  } = apiEnvironment({
    ports,
    databaseUrl,
    webUrl,
    standins,
    stripeWebhookSecret,
    adminAccountId: await createAdministrator(standins),
  })
  api = startNodeService(path.join(projectRoot, 'apps/api/src/server.ts'), { name: 'API', env: { ...env, ...sellerPages } })
  await waitUntilReady(`${apiUrl}/api/ready`, api)
})
afterAll(async () => {
  await api.stop()
  await standins.stop()
})

async function contextOf(email: string) {
  const auth = createClient(standins.supabaseUrl, standins.anonKey, { auth: { persistSession: false, autoRefreshToken: false } }).auth
  const { data, error } = await auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  if (error) throw error
  const response = await fetch(`${apiUrl}/api/accounts/context`, { headers: { authorization: `Bearer ${data.session.access_token}` } })
  const body = (await response.json()) as { data: { first_name: string; entitlements: Record<string, boolean> } }
  return body.data
}

test('OPS-07 CTX-06 ACCESS-03 ACCESS-07 each demo account can sign in and has its packages, also after repeated starts and with older data', async () => {
  for (let start = 0; start < 3; start += 1) await create()
  for (const { email, first_name, packages = [], buys } of demoAccounts) {
    const held = [...packages, ...(buys ? [OFFERS[buys].unlocks] : []), ...(buys === 'bundle' ? ['studio' as const] : [])]
    const grants = held.map((name) => ({ package: name, granted_at: new Date(), expires_at: null, revoked_at: null }))
    const isAdmin = email === ADMIN_EMAIL
    const entitlements = entitlementsFor({ isAdmin, grants, purchases: [], subscriptions: [], seats: [], now: new Date() })
    expect([email, await contextOf(email)]).toEqual([email, expect.objectContaining({ first_name, entitlements })])
  }
  const manager = openGrantManager(databaseUrl)
  expect(await manager.history('bundle@academy.test'), 'a buyer has no grants').toEqual([])
  expect(await manager.history('vip@academy.test')).toMatchObject([{ package: 'vip', reason: 'demo account', expires_at: null }])
  await manager.close()
})

test('a revoked grant of a demo account stays revoked', async () => {
  await create()
  const manager = openGrantManager(databaseUrl)
  await manager.revoke('vip@academy.test', { package: 'vip', reason: 'to see it locked', by: 'a tester' })
  await create()
  expect((await contextOf('vip@academy.test')).entitlements).toEqual(noEntitlements)
  await manager.close()
})

test('each buyer pays once at Stripe, also after repeated starts', async () => {
  await create()
  const stripe = openStripe({ secretKey: standins.stripeSecretKey, baseUrl: standins.stripeBaseUrl })
  const sessions = await stripe.checkout.sessions.list({ limit: 100 })
  const bought = sessions.data.map(({ metadata, status, payment_status }) => [metadata?.offer, status, payment_status])
  expect(bought.toSorted()).toEqual([
    ['bundle', 'complete', 'paid'],
    ['master_course', 'complete', 'paid'],
    ['master_course', 'complete', 'paid'],
    ['studio', 'complete', 'paid'],
  ])
})

test('the sample team has a free, an invited and three claimed seats, also after repeated starts', async () => {
  for (let start = 0; start < 2; start += 1) await create()
  const auth = createClient(standins.supabaseUrl, standins.anonKey, { auth: { persistSession: false, autoRefreshToken: false } }).auth
  const { data } = await auth.signInWithPassword({ email: 'team@academy.test', password: DEMO_PASSWORD })
  const response = await fetch(`${apiUrl}/api/team`, { headers: { authorization: `Bearer ${data.session?.access_token}` } })
  const body = (await response.json()) as { data: { purchases: { taken: { email: string; state: string }[] }[] } }
  const [purchase, ...others] = body.data.purchases
  expect(others).toEqual([])
  expect(purchase).toMatchObject({ seats: 5, open: 1, link: null })
  expect(purchase?.taken.map(({ email, state }) => [email, state])).toEqual([
    ['finished@academy.test', 'claimed'],
    ['started@academy.test', 'claimed'],
    ['claimed@academy.test', 'claimed'],
    ['invited@academy.test', 'invited'],
  ])
})

test('the next start completes an incomplete account', async () => {
  await create()
  const sql = postgres(databaseUrl, { max: 1 })
  await sql`delete from accounts where email in ('studio@academy.test', 'owner@academy.test')`
  await sql.end()
  await create()
  expect(await contextOf('studio@academy.test')).toMatchObject({ first_name: 'Stefan', entitlements: { resources: true } })
  expect(await contextOf('owner@academy.test')).toMatchObject({ first_name: 'Olga', entitlements: { master_course: true } })
})

test('an account whose password was changed stays as it is', async () => {
  await create()
  const { auth } = createClient(standins.supabaseUrl, standins.serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data } = await auth.admin.listUsers({ perPage: 100 })
  const id = data.users.find(({ email }) => email === 'owner@academy.test')?.id ?? ''
  const change = async (password: string) => expect((await auth.admin.updateUserById(id, { password })).error).toBeNull()
  await change('a password of my own')
  await create()
  await change(DEMO_PASSWORD)
  expect(await contextOf('owner@academy.test')).toMatchObject({ entitlements: { master_course: true } })
})

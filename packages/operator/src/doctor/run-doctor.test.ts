import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { migrate } from '@academy/api/migrate'
import { openStripe, STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { createApiRole, createDatabase, type Standins, startStandins } from '@academy/standins'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { appointAdmin, readAppointCommand } from '../administrator/appoint-admin.ts'
import { allSettings } from '../settings-guide/settings-guide.ts'
import { setUpStripe } from '../stripe-setup/set-up-stripe.ts'
import { checkSettings } from './check-settings.ts'
import { printSettings } from './print-settings.ts'
import { examine, runDoctor } from './run-doctor.ts'

let standins: Standins
let stripe: Stripe
let api: Server
let apiStatus = 400
let env: Record<string, string>

beforeAll(async () => {
  const run = randomBytes(6).toString('hex')
  const databaseUrl = await createDatabase(inject('postgresUrl'), `doctor_${run}`)
  await migrate(databaseUrl)
  standins = await startStandins({
    databaseUrl: await createDatabase(inject('postgresUrl'), `standins_${run}`),
    siteUrl: 'http://localhost:3000',
  })
  api = createServer((_request, response) => response.writeHead(apiStatus).end())
  await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening))
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  stripe = openStripe({ secretKey: standins.stripeSecretKey, baseUrl: standins.stripeBaseUrl })
  env = {
    DATABASE_URL: databaseUrl,
    WEB_ORIGIN: 'http://localhost:3000',
    PUBLIC_API_URL: apiUrl,
    SUPABASE_URL: standins.supabaseUrl,
    SUPABASE_SERVICE_ROLE_KEY: standins.serviceRoleKey,
    NOTION_BASE_URL: standins.notionBaseUrl,
    NOTION_TOKEN: standins.notionToken,
    NOTION_ROOT_PAGE_ID: standins.notionRootPageId,
    STRIPE_SECRET_KEY: standins.stripeSecretKey,
    STRIPE_BASE_URL: standins.stripeBaseUrl,
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  }
})
beforeEach(async () => {
  apiStatus = 400
  const webhookUrl = `${env.PUBLIC_API_URL}${STRIPE_WEBHOOK_PATH}`
  await setUpStripe(stripe, { webhookUrl, renewWebhook: false, webOrigin: 'http://localhost:3000' })
})
afterAll(async () => {
  await new Promise((closed) => api.close(closed))
  await standins.stop()
})

const ills = async (changes: Record<string, string> = {}) =>
  (await examine({ ...env, ...changes })).filter(({ state }) => state === 'wrong').map(({ what, says }) => `${what}: ${says}`)

test('reports a healthy academy, with notes for the operator', async () => {
  const said: string[] = []
  expect(await runDoctor(env, (line) => said.push(line))).toBe(true)
  const text = said.join('\n')
  for (const line of [
    '✓ Settings',
    '✓ Database',
    '✓ Supabase Auth',
    '✓ Notion',
    '✓ Mode of Stripe: test',
    '✓ Prices',
    '✓ Webhook',
    '✓ Billing portal',
    '! ADMIN_EMAIL',
    'Nothing is wrong.',
  ])
    expect(text).toContain(line)
})

test('of every setting it is said what it is for and how it stands, test or live, and never its value when that is secret', async () => {
  const said: string[] = []
  const settings = {
    ...env,
    STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef',
    NOTION_TOKEN: '',
    NOTION_ROOT_PAGE_ID: '',
    VITE_ACADEMY_NAME: 'Ours',
  }
  printSettings(settings, (line) => said.push(line))
  const text = said.join('\n')
  for (const { name, purpose } of allSettings())
    expect(
      said.some((line) => line.startsWith(`    ${name} (`) && line.endsWith(`): ${purpose}`)),
      name,
    ).toBe(true)
  expect(text).toMatch(/STRIPE_SECRET_KEY \(set, live\): sells/)
  expect(text).toMatch(/NOTION_TOKEN \(not set\): .*\n +without it: edits do not show.*; where: notion\.so/)
  expect(text).toMatch(/SUPABASE_URL \(set, test\)/)
  expect(text).toContain('PORT (default: 3001)')
  expect(text).not.toContain('sk_live_0123456789abcdef')
  expect(text).not.toContain(env.SUPABASE_SERVICE_ROLE_KEY)
  const empty: string[] = []
  printSettings({}, (line) => empty.push(line))
  expect(empty.join('\n')).toContain('DATABASE_URL (MISSING)')
})

test('settings that the API would refuse are named, and nothing else is looked at', async () => {
  const found = await ills({ STRIPE_SECRET_KEY: 'pk_test_0123456789', WEB_ORIGIN: 'academy' })
  expect(found).toHaveLength(2)
  expect(found.join()).toMatch(/WEB_ORIGIN is not a web address[\s\S]*STRIPE_SECRET_KEY is not a secret key/)
})

test('without Stripe all is well, and nothing can be bought', async () => {
  const found = await examine({ ...env, STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' })
  expect(found.filter(({ what }) => what === 'Stripe')).toMatchObject([
    { state: 'note', says: expect.stringContaining('nothing can be bought') },
  ])
})

test('a price that is missing, and one that is not what is shown, are named with what stops working', async () => {
  const { data } = await stripe.prices.list({ lookup_keys: ['studio_usd', 'bundle_eur'] })
  const [studio, bundle] = ['studio_usd', 'bundle_eur'].map((key) => data.find(({ lookup_key }) => lookup_key === key))
  await stripe.prices.update(studio?.id ?? '', { active: false })
  const said: string[] = []
  const settings = { ...env, STRIPE_PRICE_MASTER_COURSE_EUR: bundle?.id ?? '' }
  expect(await runDoctor(settings, (line) => said.push(line))).toBe(false)
  expect(said.join('\n')).toMatch(
    /✗ Price master_course_eur: price_\w+ is 24900, but 25900 is shown\. .*\n +without it: this cannot be bought/,
  )
  expect(said.join('\n')).toContain('✗ Price studio_usd: at Stripe does not exist. Run npx -y pnpm@10 academy stripe:setup.')
  expect(said.join('\n')).toContain('2 things are wrong.')
})

test('D-153 a configured price that does not exist is named, and the rest of Stripe is examined all the same', async () => {
  const found = await examine({ ...env, STRIPE_PRICE_STUDIO_EUR: 'price_ofAnotherAccount' })
  expect(found.filter(({ state }) => state === 'wrong')).toEqual([
    {
      state: 'wrong',
      what: 'Price studio_eur',
      says: 'price_ofAnotherAccount does not exist. Correct STRIPE_PRICE_STUDIO_EUR, or unset it and run npx -y pnpm@10 academy stripe:setup.',
      without: 'this cannot be bought',
    },
  ])
  expect(found.map(({ what }) => what)).toEqual(expect.arrayContaining(['Webhook', 'Billing portal', 'Taxes']))
})

test('a webhook that is missing, disabled, deaf or unreachable is named', async () => {
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  const id = endpoint?.id ?? ''
  await stripe.webhookEndpoints.update(id, { disabled: true, enabled_events: ['invoice.paid'] })
  expect((await ills()).join('\n')).toMatch(
    /is disabled\. Run npx -y pnpm@10 academy stripe:setup\.\n[\s\S]*does not tell of charge\.refunded/,
  )
  apiStatus = 404
  expect((await ills()).join('\n')).toContain('answers 404, so the API is not there.')
  await stripe.webhookEndpoints.del(id)
  expect(await ills()).toEqual([expect.stringContaining('Stripe knows no endpoint at 127.0.0.1:')])
})

test('keys that are not accepted, and services that do not answer, are told apart', async () => {
  expect(await ills({ STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef' })).toEqual([
    'Stripe: does not accept STRIPE_SECRET_KEY. Copy it again from the Stripe dashboard.',
  ])
  const nowhere = 'http://127.0.0.1:1'
  const found = await ills({
    SUPABASE_URL: nowhere,
    NOTION_BASE_URL: nowhere,
    STRIPE_BASE_URL: nowhere,
    DATABASE_URL: `postgres://postgres@127.0.0.1:1/x`,
  })
  expect(found.map((line) => line.split(':')[0])).toEqual(['Database', 'Supabase Auth', 'Notion', 'Stripe'])
})

test('a live key on this machine, and a test key in public, are noticed', async () => {
  expect(await ills({ STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef' })).toContain(
    'Mode of Stripe: a LIVE key on http://localhost:3000. Use a test key here.',
  )
  const found = await examine({ ...env, WEB_ORIGIN: 'https://academy.example.com' })
  expect(found.find(({ what }) => what === 'Mode of Stripe')).toMatchObject({
    state: 'note',
    says: expect.stringContaining('no money is charged'),
  })
})

test('states whether Stripe adds taxes', async () => {
  const taxes = async (STRIPE_AUTOMATIC_TAX: string) =>
    (await examine({ ...env, STRIPE_AUTOMATIC_TAX })).find(({ what }) => what === 'Taxes')
  expect(await taxes('true')).toMatchObject({ state: 'good' })
  expect(await taxes('false')).toMatchObject({ state: 'note', says: expect.stringContaining('adds no taxes') })
})

test('reports a database that the API cannot work with, and a role that owns the tables', async () => {
  expect(await examine(env)).toContainEqual({
    state: 'note',
    what: 'Database',
    says: expect.stringContaining('as the owner of the tables'),
  })
  const databaseUrl = await createDatabase(inject('postgresUrl'), `roles_${randomBytes(6).toString('hex')}`)
  const apiDatabaseUrl = await createApiRole(databaseUrl)
  await migrate(databaseUrl, { apiDatabaseUrl })
  const ofDatabase = async (changes: Record<string, string>) =>
    (await examine({ ...env, ...changes })).filter(({ what }) => what === 'Database').map(({ state, says }) => `${state}: ${says}`)
  expect(await ofDatabase({ DATABASE_URL: apiDatabaseUrl })).toEqual(['good: answers, and is up to date'])
  expect(await ofDatabase({ DATABASE_URL: apiDatabaseUrl, DATABASE_DIRECT_URL: databaseUrl })).toEqual([
    'good: answers, and is up to date',
    expect.stringMatching(/^note: statements through DATABASE_URL have no time limit.*alter role/),
  ])
  expect(await ofDatabase({ DATABASE_URL: apiDatabaseUrl, DATABASE_DIRECT_URL: env.DATABASE_URL ?? '' })).toEqual([
    expect.stringMatching(/^wrong: .*Both must lead to the same database/),
  ])
})

test('reports an empty database, events without an account, and double payments', async () => {
  const empty = await createDatabase(inject('postgresUrl'), `empty_${randomBytes(6).toString('hex')}`)
  expect((await ills({ DATABASE_URL: empty })).join()).toMatch(/^Database: lacks 0000_accounts/)

  const sql = postgres(env.DATABASE_URL ?? '', { max: 1 })
  await sql`insert into stripe_events (id, type, created, source, error) values ('evt_1', 'invoice.paid', now(), 'webhook', 'No account pays as cus_1.')`
  await sql`
    insert into checkouts (session_id, account_id, customer_id, offer, currency, status, created_at, expires_at, synced_at, problem)
    values ('cs_1', gen_random_uuid(), 'cus_1', 'studio', 'eur', 'paid', now(), now(), now(), 'Paid twice.')`
  const found = await examine(env)
  await sql`delete from stripe_events`
  await sql`delete from checkouts`
  await sql.end()
  expect(found.filter(({ state }) => state === 'wrong')).toMatchObject([
    { what: 'Events of Stripe', says: '1 could not be applied; the newest is evt_1 (invoice.paid): No account pays as cus_1.' },
  ])
  expect(found).toContainEqual({ state: 'note', what: 'Checkout cs_1', says: 'Paid twice.' })
})

test('MONEY-07 lists purchases and subscriptions of another Stripe account or mode', async () => {
  const sql = postgres(env.DATABASE_URL ?? '', { max: 1, onnotice: () => {} })
  onTestFinished(async () => {
    await sql`delete from purchases`
    await sql`delete from subscriptions`
    await sql`delete from stripe_connection`
    await sql.end()
  })
  const account = '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'
  await sql`insert into stripe_connection (merchant_id, livemode) values ('acct_shop', true)`
  for (const [id, stripe_account, livemode] of [
    ['cs_live_1', 'acct_shop', true],
    ['cs_test_1', 'acct_shop', false],
    ['cs_old', null, null],
  ] as const)
    await sql`
      insert into purchases (id, account_id, customer_id, offer, price_id, currency, amount, paid_at, synced_at, stripe_account, livemode)
      values (${id}, ${account}, 'cus_1', 'bundle', 'price_1', 'eur', 24900, now(), now(), ${stripe_account}, ${livemode})`
  await sql`
    insert into subscriptions (id, account_id, customer_id, offer, price_id, status, started_at, synced_at, stripe_account, livemode)
    values ('sub_1', ${account}, 'cus_1', 'studio', 'price_2', 'active', now(), now(), 'acct_other', true)`
  const told = (await examine(env)).filter(({ what }) => what.startsWith('Other '))
  expect(told.map(({ state, what, says }) => `${state} ${what}: ${says}`)).toEqual([
    `note Other purchase: cs_test_1 of test mode of acct_shop opens nothing for the account ${account}`,
    `note Other subscription: sub_1 of live mode of acct_other opens nothing for the account ${account}`,
  ])
})

test('an auth service that confirms no addresses is worth a note', async () => {
  const passOn = createServer(async ({ url = '', headers }, response) => {
    response.setHeader('content-type', 'application/json')
    if (url === '/auth/v1/settings') return response.end('{"mailer_autoconfirm":true}')
    const { apikey = '', authorization = '' } = headers
    const answer = await fetch(standins.supabaseUrl + url, { headers: { apikey: String(apikey), authorization } })
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((listening) => passOn.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void passOn.close())
  const careless = { SUPABASE_URL: `http://127.0.0.1:${(passOn.address() as AddressInfo).port}` }
  expect((await examine({ ...env, ...careless })).find(({ says }) => says.includes('Confirm email'))).toMatchObject({ state: 'note' })
})

test('ADMIN-03 R-07 the administrator is looked up: address, account, and whether its owner chose the password', async () => {
  const email = 'admin@example.test'
  const client = (key: string) => createClient(standins.supabaseUrl, key, { auth: { persistSession: false, autoRefreshToken: false } }).auth
  const found = async (settings: Record<string, string>) =>
    (await examine({ ...env, ...settings })).filter(({ what }) => what === 'ADMIN_ACCOUNT_ID').map(({ state, says }) => `${state}: ${says}`)
  expect(await found({ ADMIN_EMAIL: email })).toEqual([
    expect.stringMatching(/^wrong: is not set\. .*`npx -y pnpm@10 academy admin:appoint admin@example\.test`/),
  ])
  expect(await found({ ADMIN_EMAIL: email, ADMIN_ACCOUNT_ID: randomUUID() })).toEqual([
    expect.stringMatching(/^wrong: is the id of no account\./),
  ])

  const lines: string[] = []
  await appointAdmin(readAppointCommand([email], env), (line) => lines.push(line))
  const settings = { ADMIN_EMAIL: email, ADMIN_ACCOUNT_ID: /ADMIN_ACCOUNT_ID=(\S+)/.exec(lines.join('\n'))?.[1] ?? '' }
  expect(await found({ ...settings, ADMIN_EMAIL: 'other@example.test' })).toEqual([
    expect.stringMatching(/^wrong: is the account of admin@example\.test, not of other@example\.test/),
  ])
  expect(await found(settings)).toEqual([expect.stringMatching(/^note: waits for admin@example\.test to choose a password/)])

  const answer = await fetch(`${standins.url}/mailbox/api/messages?to=${encodeURIComponent(email)}`)
  const [mail] = (await answer.json()) as { links: string[] }[]
  const token_hash = /token(?:_hash)?=([^&#]+)/.exec(mail?.links[0] ?? '')?.[1] ?? ''
  const owner = client(standins.anonKey)
  expect((await owner.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
  expect((await owner.updateUser({ password: 'chosen by the owner' })).error).toBeNull()
  expect(await found(settings)).toEqual(['good: is the account of admin@example.test'])

  const unconfirmed = await client(standins.anonKey).signUp({ email: 'unconfirmed@example.test', password: 'not confirmed yet' })
  expect(await found({ ADMIN_EMAIL: 'unconfirmed@example.test', ADMIN_ACCOUNT_ID: unconfirmed.data.user?.id ?? '' })).toEqual([
    expect.stringMatching(/^note: waits for unconfirmed@example\.test to choose a password/),
  ])

  // Appointed again: the address is confirmed by now, the password is void.
  await appointAdmin(readAppointCommand([email], env), () => undefined)
  expect(await found(settings)).toEqual([expect.stringMatching(/^note: waits for admin@example\.test to choose a password/)])
})

test.each([
  [{}, 'TRUST_PROXY, or WEB_TRUST_PROXY with Docker Compose'],
  [{ TRUST_PROXY: '1' }, undefined],
  [{ WEB_TRUST_PROXY: '1' }, undefined],
  // docker-compose.yml sets the API's variables in a container.
  [{ COMPOSE_PROFILES: 'database,auth' }, 'WEB_TRUST_PROXY'],
  [{ COMPOSE_PROFILES: 'database,auth', TRUST_PROXY: '1' }, 'WEB_TRUST_PROXY'],
  [{ WEB_PUBLISH: '0.0.0.0:80', WEB_TRUST_PROXY: 'false' }, 'WEB_TRUST_PROXY'],
  [{ COMPOSE_PROFILES: 'auth', WEB_TRUST_PROXY: '1' }, undefined],
])('whose word is taken for who calls is judged by the setting that decides it: %j', (settings: Record<string, string>, named) => {
  const { findings } = checkSettings({ ...env, ...settings, WEB_ORIGIN: 'https://academy.example.com' })
  expect(findings.find(({ what }) => what.includes('TRUST_PROXY'))?.what).toBe(named)
})

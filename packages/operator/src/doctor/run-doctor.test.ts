import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { migrate } from '@academy/api/migrate'
import { callControl, createApiRole, DRAND_PUBLIC_KEY, readMails } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { appointAdmin, readAppointCommand } from '../administrator/appoint-admin.ts'
import { roleKey } from '../deployment/env-file.ts'
import { startHealthyAcademy } from '../testing/start-healthy-academy.ts'
import { readDoctorOptions, runChecks, runDoctor } from './run-doctor.ts'

const academy = await startHealthyAcademy()
afterAll(() => academy.stop())

test('reports a healthy academy, with notes for the operator', async () => {
  const lines: string[] = []
  expect(await runDoctor({ settings: false }, academy.env, (line) => lines.push(line))).toBe(true)
  const text = lines.join('\n')
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
    '! Mail server: SMTP_HOST is not set',
    'No problems.',
  ])
    expect(text).toContain(line)
  expect(lines.length, 'the long list of settings needs --settings').toBeLessThan(40)
})

test('distinguishes refused keys from unreachable services', async () => {
  expect(await academy.findProblems({ STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef' })).toEqual([
    'Stripe: does not accept STRIPE_SECRET_KEY. Copy it again from the Stripe dashboard.',
  ])
  const nowhere = 'http://127.0.0.1:1'
  const found = await academy.findProblems({
    SUPABASE_URL: nowhere,
    NOTION_BASE_URL: nowhere,
    STRIPE_BASE_URL: nowhere,
    DATABASE_URL: `postgres://postgres@127.0.0.1:1/x`,
  })
  expect(found.map((line) => line.split(':')[0])).toEqual(['Database', 'Supabase Auth', 'Notion', 'Stripe'])
  expect(found[1]).toContain('is not reachable at http://127.0.0.1:1')
  expect(await academy.findProblems({ SUPABASE_SERVICE_ROLE_KEY: roleKey('service_role', 'x'.repeat(32)) })).toEqual([
    expect.stringContaining('Supabase Auth: refuses SUPABASE_SERVICE_ROLE_KEY at '),
  ])
})

test('OPS-15 reports a database that the API cannot work with, and a role that owns the tables', async () => {
  expect(await runChecks(academy.env)).toContainEqual({
    state: 'note',
    subject: 'Database',
    message: expect.stringContaining('as the owner of the tables'),
  })
  const databaseUrl = await newTestDatabase('roles')
  const apiDatabaseUrl = await createApiRole(databaseUrl)
  await migrate(databaseUrl, { apiDatabaseUrl })
  const ofDatabase = async (changes: Record<string, string>) =>
    (await runChecks({ ...academy.env, ...changes }))
      .filter(({ subject }) => subject === 'Database')
      .map(({ state, message }) => `${state}: ${message}`)
  expect(await ofDatabase({ DATABASE_URL: apiDatabaseUrl })).toEqual(['ok: answers, and is up to date'])
  expect(await ofDatabase({ DATABASE_URL: apiDatabaseUrl, DATABASE_DIRECT_URL: databaseUrl })).toEqual([
    'ok: answers, and is up to date',
    expect.stringMatching(/^note: statements through DATABASE_URL have no time limit.*alter role/),
  ])
  expect(await ofDatabase({ DATABASE_URL: apiDatabaseUrl, DATABASE_DIRECT_URL: academy.env.DATABASE_URL ?? '' })).toEqual([
    expect.stringMatching(/^problem: .*Both must lead to the same database/),
  ])
  const sql = postgres(databaseUrl, { max: 1 })
  // raises what Postgres raises when it cannot write a temporary file
  await sql.unsafe(`
    create function public.md5(text) returns text language plpgsql as
      $$ begin raise exception 'could not write to file: No space left on device' using errcode = 'disk_full'; end $$;
    alter database "${new URL(databaseUrl).pathname.slice(1)}" set search_path = public, pg_catalog`)
  expect(await ofDatabase({ DATABASE_URL: apiDatabaseUrl })).toEqual([
    'problem: has a full disk. Make room, or enlarge the disk: Postgres stops when it cannot write its log.',
  ])
  await sql`drop function public.md5(text)`
  await sql.unsafe(`alter database "${new URL(databaseUrl).pathname.slice(1)}" set default_transaction_read_only = on`)
  await sql.end()
  expect(await ofDatabase({ DATABASE_URL: apiDatabaseUrl })).toEqual([expect.stringMatching(/^problem: is read-only/)])
})

test('reports an empty database, events without an account, and double payments', async () => {
  const empty = await newTestDatabase('empty')
  expect((await academy.findProblems({ DATABASE_URL: empty })).join()).toMatch(
    /^Database: lacks 0000_accounts.*docker compose up -d --wait.*exec node --env-file-if-exists=\.env apps\/api\/src\/migrate\.ts/,
  )

  const sql = postgres(academy.env.DATABASE_URL ?? '', { max: 1 })
  await sql`insert into stripe_events (id, type, created, source, error) values ('evt_1', 'invoice.paid', now(), 'webhook', 'No account pays as cus_1.')`
  await sql`
    insert into checkouts (session_id, account_id, customer_id, offer, currency, status, created_at, expires_at, synced_at, problem)
    values ('cs_1', gen_random_uuid(), 'cus_1', 'studio', 'eur', 'paid', now(), now(), now(), 'Paid twice.')`
  const found = await runChecks(academy.env)
  await sql`delete from stripe_events`
  await sql`delete from checkouts`
  await sql.end()
  expect(found.filter(({ state }) => state === 'problem')).toMatchObject([
    { subject: 'Events of Stripe', message: '1 could not be applied; the newest is evt_1 (invoice.paid): No account pays as cus_1.' },
  ])
  expect(found).toContainEqual({ state: 'note', subject: 'Checkout cs_1', message: 'Paid twice.' })
})

test('notes an auth service that does not confirm addresses', async () => {
  const passOn = createServer(async ({ url = '', headers }, response) => {
    response.setHeader('content-type', 'application/json')
    if (url === '/auth/v1/settings') return response.end('{"mailer_autoconfirm":true}')
    const { apikey = '', authorization = '' } = headers
    const answer = await fetch(academy.standins.supabaseUrl + url, { headers: { apikey: String(apikey), authorization } })
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((listening) => passOn.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void passOn.close())
  const careless = { SUPABASE_URL: `http://127.0.0.1:${(passOn.address() as AddressInfo).port}` }
  expect((await runChecks({ ...academy.env, ...careless })).find(({ message }) => message.includes('Confirm email'))).toMatchObject({
    state: 'note',
  })
})

test('ADMIN-03 R-07 checks the administrator: address, account, and whether its owner chose the password', async () => {
  const email = 'admin@example.test'
  const client = (key: string) =>
    createClient(academy.standins.supabaseUrl, key, { auth: { persistSession: false, autoRefreshToken: false } }).auth
  const found = async (settings: Record<string, string>) =>
    (await runChecks({ ...academy.env, ...settings }))
      .filter(({ subject }) => subject === 'ADMIN_ACCOUNT_ID')
      .map(({ state, message }) => `${state}: ${message}`)
  expect(await found({ ADMIN_EMAIL: email })).toEqual([
    expect.stringMatching(/^problem: is not set\. .*`npx -y pnpm@10 academy admin:appoint admin@example\.test`/),
  ])
  expect(await found({ ADMIN_EMAIL: email, ADMIN_ACCOUNT_ID: randomUUID() })).toEqual([
    expect.stringMatching(/^problem: is the id of no account\./),
  ])

  const lines: string[] = []
  await appointAdmin(readAppointCommand([email], academy.env), (line) => lines.push(line))
  const settings = { ADMIN_EMAIL: email, ADMIN_ACCOUNT_ID: /ADMIN_ACCOUNT_ID=(\S+)/.exec(lines.join('\n'))?.[1] ?? '' }
  expect(await found({ ...settings, ADMIN_EMAIL: 'other@example.test' })).toEqual([
    expect.stringMatching(/^problem: is the account of admin@example\.test, not of other@example\.test/),
  ])
  expect(await found(settings)).toEqual([expect.stringMatching(/^note: waits for admin@example\.test to choose a password/)])

  const [mail] = await readMails(academy.standins.url, email)
  const token_hash = /token(?:_hash)?=([^&#]+)/.exec(mail?.links[0] ?? '')?.[1] ?? ''
  const owner = client(academy.standins.anonKey)
  expect((await owner.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
  expect((await owner.updateUser({ password: 'chosen by the owner' })).error).toBeNull()
  expect(await found(settings)).toEqual(['ok: is the account of admin@example.test'])

  const unconfirmed = await client(academy.standins.anonKey).signUp({ email: 'unconfirmed@example.test', password: 'not confirmed yet' })
  expect(await found({ ADMIN_EMAIL: 'unconfirmed@example.test', ADMIN_ACCOUNT_ID: unconfirmed.data.user?.id ?? '' })).toEqual([
    expect.stringMatching(/^note: waits for unconfirmed@example\.test to choose a password/),
  ])

  // after a second appointment the address is confirmed and the password is void
  await appointAdmin(readAppointCommand([email], academy.env), () => undefined)
  expect(await found(settings)).toEqual([expect.stringMatching(/^note: waits for admin@example\.test to choose a password/)])
})

test('OPS-09 tries the mail server, and sends a test mail with --mail', async () => {
  const email = 'operator@example.test'
  const smtp = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(academy.standins.smtpPort), SMTP_FROM: 'hello@academy.test' }
  const found = async (settings: Record<string, string>, testAddress?: string) =>
    (await runChecks({ ...academy.env, ...settings }, testAddress))
      .filter(({ subject }) => /^(Mail server|Test mail)$/.test(subject))
      .map(({ state, subject, message }) => `${state}: ${subject}: ${message}`)
  const server = `127.0.0.1:${smtp.SMTP_PORT}`
  expect(await found(smtp)).toEqual([`ok: Mail server: ${server} is reachable`])
  expect(await readMails(academy.standins.url, email)).toEqual([])
  expect(await found(smtp, email)).toEqual([
    expect.any(String),
    `ok: Test mail: ${server} accepted a mail from hello@academy.test to ${email}. Look for it there, also under spam.`,
  ])
  expect(await readMails(academy.standins.url, email)).toMatchObject([{ subject: 'Test mail' }])

  expect(await found({ ...smtp, SMTP_PORT: '1' }, email)).toEqual([
    expect.stringMatching(/^problem: Mail server: 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/),
  ])
  // the stand-in offers no TLS, without which no password is sent
  expect(await found({ ...smtp, SMTP_USER: 'academy', SMTP_PASS: 'a-secret-password' })).toEqual([
    expect.stringMatching(/^problem: Mail server: .*STARTTLS/),
  ])
  await callControl(academy.standins.url, 'PUT', '/control/faults', { service: 'mailbox', kind: 'down', times: 1 })
  expect(await found(smtp)).toEqual([expect.stringMatching(/^problem: Mail server: .*421/)])
  expect(await found({ ...smtp, SMTP_HOST: 'mailbox', WEB_PUBLISH: '127.0.0.1:3000' }, email)).toEqual([
    expect.stringMatching(/^problem: Mail server: mailbox:\d+ is a container/),
  ])
  expect(readDoctorOptions(['--mail', email])).toEqual({ settings: false, mail: email })
  expect(() => readDoctorOptions(['--mail', 'nowhere'])).toThrow(/--mail takes an email address/)
})

test('DRAW-15 says whether the beacon of the draw can be used, while the academy holds draws', async () => {
  const draws = { MENTORSHIP_DRAW: 'true', DRAND_URL: academy.standins.drandUrl, DRAND_PUBLIC_KEY }
  const found = async (changes: Record<string, string>) =>
    (await runChecks({ ...academy.env, ...draws, ...changes }))
      .filter(({ subject }) => subject === 'Beacon of the draw')
      .map(({ state, message }) => `${state}: ${message}`)
  expect(await found({})).toEqual([`ok: ${draws.DRAND_URL} is reachable, and signs with DRAND_PUBLIC_KEY`])
  expect(await found({ DRAND_URL: 'http://127.0.0.1:1' })).toEqual([
    expect.stringMatching(/^problem: http:\/\/127\.0\.0\.1:1\/? cannot be used: .*fetch failed.*Allow outgoing https to DRAND_URL/),
  ])
  // The key of quicknet, which the stand-in does not have.
  expect(await found({ DRAND_PUBLIC_KEY: '' })).toEqual([expect.stringMatching(/^problem: .*The signature of round \d+ is wrong\./)])
  await callControl(academy.standins.url, 'PUT', '/control/faults', { service: 'drand', kind: 'error', status: 503, times: 1 })
  expect(await found({})).toEqual([expect.stringMatching(/^problem: .*The beacon answered 503/)])
  expect(await found({ MENTORSHIP_DRAW: '', DRAND_URL: 'http://127.0.0.1:1' })).toEqual([])
})

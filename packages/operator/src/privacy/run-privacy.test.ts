import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@academy/api/migrate'
import { startStandins } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { readLockCommand, runLock } from './run-lock.ts'
import { readPrivacyCommand, runPrivacy } from './run-privacy.ts'

const [databaseUrl, standinsUrl] = [await newTestDatabase('privacy'), await newTestDatabase('standins')]
await migrate(databaseUrl)
const standins = await startStandins({ databaseUrl: standinsUrl, siteUrl: 'http://localhost:3000' })
const env = {
  DATABASE_URL: databaseUrl,
  WEB_ORIGIN: 'http://localhost:3000',
  SUPABASE_URL: standins.supabaseUrl,
  SUPABASE_SERVICE_ROLE_KEY: standins.serviceRoleKey,
}
const sql = postgres(databaseUrl, { max: 1 })
afterAll(async () => {
  await sql.end()
  await standins.stop()
})

async function signUp(email: string): Promise<string> {
  const { auth } = createClient(standins.supabaseUrl, standins.serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await auth.admin.createUser({ email, password: 'Correct-horse-7', email_confirm: true })
  if (error) throw error
  await sql`insert into accounts (account_id, email, first_name) values (${data.user.id}, ${email}, 'Ada')`
  await sql`insert into prompts (account_id, title, description, content) values (${data.user.id}, 'Mine', 'of Ada', 'secret recipe')`
  return data.user.id
}
async function run(action: 'export' | 'erase', ...args: string[]) {
  const output: string[] = []
  const printed: string[] = []
  const command = readPrivacyCommand(action, args, env)
  await runPrivacy(
    command,
    (line) => output.push(line),
    (text) => printed.push(text),
  )
  return { output: output.join('\n'), printed: printed.join('') }
}

test('account:export prints everything stored about an account, or writes it to a file that only the operator can read', async () => {
  const id = await signUp('ada@example.test')
  const { printed, output } = await run('export', 'ADA@example.test')
  expect(output).toBe('')
  const exported = JSON.parse(printed)
  expect(exported).toMatchObject({
    account_id: id,
    sign_in: { email: 'ada@example.test' },
    records: { prompts: [{ content: 'secret recipe' }] },
  })

  const folder = await mkdtemp(join(tmpdir(), 'academy-privacy-'))
  const file = join(folder, 'ada.json')
  expect((await run('export', id, '--out', file)).output).toContain(`All data about ada@example.test is in ${file}.`)
  expect(JSON.parse(await readFile(file, 'utf8')).records).toEqual(exported.records)
  expect((await stat(file)).mode & 0o077).toBe(0)
  await expect(run('export', id, '--out', file)).rejects.toThrow('already exists')
  await rm(folder, { recursive: true })
})

test('account:erase first lists what it would delete; with --yes it deletes it everywhere and records operator and reason', async () => {
  const id = await signUp('bob@example.test')
  const order = ['bob@example.test', '--reason', 'asked by letter', '--by', 'grace'] as const
  await expect(run('erase', ...order)).rejects.toThrow(
    /would erase bob@example\.test permanently\. The academy stores:\n {2}accounts: 1\n {2}prompts: 1\n.*--yes/s,
  )
  expect(await sql`select 1 from accounts where account_id = ${id}`).toHaveLength(1)

  expect((await run('erase', ...order, '--yes')).output).toContain('bob@example.test was erased.')
  expect(await sql`select 1 from accounts where account_id = ${id} union all select 1 from prompts where account_id = ${id}`).toHaveLength(
    0,
  )
  expect(await sql`select who, what, reason from audit_log where account_id = ${id}`).toEqual([
    { who: 'grace', what: 'erase_account', reason: 'asked by letter' },
  ])
  const { auth } = createClient(standins.supabaseUrl, standins.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await auth.signInWithPassword({ email: 'bob@example.test', password: 'Correct-horse-7' })
  expect(error?.code).toBe('invalid_credentials')
  await expect(run('export', 'bob@example.test')).rejects.toThrow('No account has the email address or id "bob@example.test"')
})

test('SIGNIN-15 account:lock bans the user and notifies every instance, account:unlock ends the ban, and both record operator and reason', async () => {
  const id = await signUp('mallory@example.test')
  const notified: string[] = []
  const { unlisten } = await sql.listen('account_lock', (message) => void notified.push(message))
  const { auth } = createClient(standins.supabaseUrl, standins.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const signIn = async () => (await auth.signInWithPassword({ email: 'mallory@example.test', password: 'Correct-horse-7' })).error?.code
  const lock = async (action: 'lock' | 'unlock', name: string) => {
    const output: string[] = []
    await runLock(readLockCommand(action, [name, '--reason', 'shares it', '--by', 'grace'], env), (line) => void output.push(line))
    return output
  }
  expect(await lock('lock', 'MALLORY@example.test')).toEqual([
    'mallory@example.test is locked: it cannot sign in, and its open sessions and access tokens end now. Payments go on until you end them at Stripe.',
  ])
  expect(await signIn()).toBe('user_banned')
  await expect.poll(() => notified).toEqual([id])
  expect(await lock('unlock', id)).toEqual([
    'mallory@example.test is unlocked, with the access tokens and payments of before. The owner signs in again.',
  ])
  expect(await signIn()).toBeUndefined()
  await expect.poll(() => notified).toEqual([id, id])
  expect(await sql`select who, what, reason from audit_log where account_id = ${id} order by id`).toEqual([
    { who: 'grace', what: 'lock_account', reason: 'shares it' },
    { who: 'grace', what: 'unlock_account', reason: 'shares it' },
  ])
  await unlisten()

  await sql`insert into accounts (account_id, email) values ('00000000-0000-4000-8000-000000000001', 'gone@example.test')`
  await expect(lock('lock', 'gone@example.test')).rejects.toThrow('The auth service has no user with the id 00000000')
  await expect(lock('lock', 'unknown@example.test')).rejects.toThrow('No account has the email address or id "unknown@example.test"')
  expect(() => readLockCommand('lock', ['a@example.test'], env)).toThrow('--reason is missing')
})

test('refuses to erase a paying account without the payment provider', async () => {
  const id = await signUp('eve@example.test')
  await sql`insert into billing_customers (account_id, customer_id) values (${id}, 'cus_1')`
  await expect(run('erase', id, '--reason', 'x', '--yes')).rejects.toThrow('the payment provider is not connected')
  expect(await sql`select 1 from accounts where account_id = ${id}`).toHaveLength(1)
})

test.each([
  ['export', [], 'takes one email address'],
  ['erase', ['a@example.test'], '--reason is missing'],
  ['erase', ['a@example.test', '--because', 'x'], '--because'],
] as const)('account:%s %j names the missing or invalid argument, and prints the usage', (action, args, message) => {
  expect(() => readPrivacyCommand(action, [...args], env)).toThrow(message)
  expect(() => readPrivacyCommand(action, [...args], env)).toThrow(`academy account:${action} <email or account id>`)
})

test('names a missing setting', () => {
  expect(() => readPrivacyCommand('export', ['a@example.test'], {})).toThrow('DATABASE_URL')
})

test('explains an auth service and a payment provider that are down, and changes nothing', async () => {
  const id = await signUp('zoe@example.test')
  await sql`insert into billing_customers (account_id, customer_id) values (${id}, 'cus_2')`
  const nowhere = 'http://127.0.0.1:1'
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    STRIPE_BASE_URL: nowhere,
  }
  const failure = (changes: Record<string, string>) => {
    const command = readPrivacyCommand('erase', [id, '--reason', 'x', '--yes'], { ...env, ...changes })
    const ignore = () => {}
    return runPrivacy(command, ignore, ignore).catch((error: unknown) => error)
  }
  expect(await failure({ SUPABASE_URL: nowhere })).toMatchObject({
    name: 'CommandError',
    message: `Supabase Auth at ${nowhere} does not respond, or refuses the key. Nothing was changed. Try again.`,
  })
  expect(await failure(stripe)).toMatchObject({ name: 'CommandError', message: expect.stringContaining(`Nothing responds at ${nowhere}.`) })
  expect(await sql`select 1 from accounts where account_id = ${id}`).toHaveLength(1)
})

test('account:export explains a database that is down', async () => {
  const command = readPrivacyCommand('export', ['ada@example.test'], { ...env, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/academy' })
  const nothing = () => {}
  await expect(runPrivacy(command, nothing, nothing)).rejects.toMatchObject({
    name: 'CommandError',
    message: expect.stringContaining('No Postgres responds at 127.0.0.1:1.'),
  })
})

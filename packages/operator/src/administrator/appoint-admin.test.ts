import { readMails, startStandins } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { appointAdmin, readAppointCommand } from './appoint-admin.ts'

const databaseUrl = await newTestDatabase('appoint')
const standins = await startStandins({ databaseUrl, siteUrl: 'http://localhost:3000' })
const env = {
  DATABASE_URL: databaseUrl,
  WEB_ORIGIN: 'http://localhost:3000',
  SUPABASE_URL: standins.supabaseUrl,
  SUPABASE_SERVICE_ROLE_KEY: standins.serviceRoleKey,
}
afterAll(async () => {
  await standins.stop()
})

const client = (key: string) => createClient(standins.supabaseUrl, key, { auth: { persistSession: false, autoRefreshToken: false } }).auth
const browser = () => client(standins.anonKey)
const admin = () => client(standins.serviceRoleKey).admin
const run = async (email: string, settings = env): Promise<string> => {
  const lines: string[] = []
  await appointAdmin(readAppointCommand([email], settings), (line) => lines.push(line))
  return lines.join('\n')
}
const mailsTo = (email: string) => readMails(standins.url, email)

/** Returns the token of the link in the newest mail. */
const newestToken = async (email: string) => {
  const [mail] = await mailsTo(email)
  return /token(?:_hash)?=([^&#]+)/.exec(mail?.links[0] ?? '')?.[1] ?? ''
}

test('ADMIN-02 voids an earlier password, its sessions and links, so that only the mailbox gives access', async () => {
  const email = 'owner@example.test'
  const password = 'known to the attacker'
  const attacker = browser()
  const signedUp = await attacker.signUp({ email, password })
  // the owner of the mailbox confirms the attacker's sign-up
  await admin().updateUserById(signedUp.data.user?.id ?? '', { email_confirm: true })
  const { data } = await attacker.signInWithPassword({ email, password })
  await attacker.resetPasswordForEmail(email)
  const earlier = await newestToken(email)

  const output = await run('Owner@Example.test')
  // `docker compose restart` would keep the old settings
  expect(output).toContain('`docker compose up -d --wait`')
  expect(output).toContain(`  ADMIN_EMAIL=${email}\n  ADMIN_ACCOUNT_ID=${data.user?.id}`)
  expect((await attacker.getUser()).error).not.toBeNull()
  expect((await attacker.refreshSession()).error).not.toBeNull()
  expect((await browser().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  const verify = (token_hash: string) => browser().verifyOtp({ token_hash, type: 'recovery' })
  expect((await verify(earlier)).error?.code).toBe('otp_expired')
  expect((await verify(await newestToken(email))).data.user?.id).toBe(data.user?.id)
})

test('ADMIN-02 the mailed link opens the page that sets a new password', async () => {
  await run('linked@example.test')
  const [mail] = await mailsTo('linked@example.test')
  expect(new URL(mail?.links[0] ?? '').searchParams.get('redirect_to')).toBe('http://localhost:3000/reset-password')
})

test('ADMIN-02 creates a missing account, and a second run changes neither account nor settings', async () => {
  const first = await run('new@example.test')
  expect(await run('new@example.test')).toBe(first)
  expect(await mailsTo('new@example.test')).toHaveLength(2)
})

test('reports missing and refused input without printing settings', async () => {
  expect(() => readAppointCommand([], env)).toThrow('takes one email address')
  expect(() => readAppointCommand(['owner'], env)).toThrow('takes one email address')
  expect(readAppointCommand(['r&d@example.test'], env).email).toBe('r&d@example.test')
  expect(() => readAppointCommand(['owner@example.test'], {})).toThrow('DATABASE_URL is missing')
  await expect(run('other@example.test', { ...env, SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_of-another-project' })).rejects.toThrow(
    /^Supabase Auth at .* refused the request or did not respond: /,
  )
})

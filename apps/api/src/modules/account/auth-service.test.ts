import { callControl } from '@academy/standins'
import { follow, newClient, newestLink, PASSWORD, startTestStandins } from '@academy/standins/testing/standins'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { NEW_TOKEN } from '../../testing/build-token-app.ts'

const standins = await startTestStandins()
const authSettings = { SUPABASE_URL: standins.supabaseUrl, SUPABASE_SERVICE_ROLE_KEY: standins.serviceRoleKey }
const { app, another } = await buildTestApp({ env: { ...authSettings, ADMIN_EMAIL: 'owner@example.test' } })
afterAll(() => standins.stop())

const createAccount = (user_id: string, email: string) => app.inject({ method: 'POST', url: '/api/accounts', payload: { user_id, email } })
const getContext = (headers: { authorization: string }) => app.inject({ url: '/api/accounts/context', headers })

/** Signs in, and returns the headers that prove it. */
async function signIn(browser: SupabaseClient, email: string) {
  const { data, error } = await browser.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { authorization: `Bearer ${data.session.access_token}` }
}

async function signUp(email: string) {
  const browser = newClient(standins)
  const { data, error } = await browser.auth.signUp({ email, password: PASSWORD })
  if (error || !data.user) throw error ?? new Error('no user')
  return { browser, id: data.user.id }
}

test('AUTH-15 AUTH-16 from sign-up over the mailed link to the own account', async () => {
  const email = 'ada@example.test'
  const { browser, id } = await signUp(email)
  expect((await createAccount(id, email)).statusCode).toBe(200)
  expect((await createAccount(id, email)).json()).toEqual({ success: true, message: 'Account already exists' })

  await follow(await newestLink(standins, email))
  const response = await getContext(await signIn(browser, email))
  expect(response.statusCode).toBe(200)
  expect(response.json().data).toMatchObject({ account_id: id, email, is_admin: false })
})

test('AUTH-16 D-14 signing up again with a known address reveals nothing', async () => {
  const email = 'known@example.test'
  const first = await signUp(email)
  await createAccount(first.id, email)
  await follow(await newestLink(standins, email))

  const again = await signUp(email)
  expect(again.id).not.toBe(first.id)
  const responses = [await createAccount(again.id, email), await createAccount(first.id, 'other@example.test')]
  for (const response of responses) {
    expect([response.statusCode, response.json()]).toEqual([200, { success: true, message: 'Account already exists' }])
  }
})

test('D-14 creates the account with the first context if the sign-up call was skipped', async () => {
  const email = 'owner@example.test'
  const { browser, id } = await signUp(email)
  await follow(await newestLink(standins, email))
  const response = await getContext(await signIn(browser, email))
  expect(response.json().data).toMatchObject({ account_id: id, is_admin: false })
})

test('AUTH-28 refuses the API keys of the project as user tokens', async () => {
  for (const key of [standins.anonKey, standins.serviceRoleKey]) {
    expect((await getContext({ authorization: `Bearer ${key}` })).statusCode).toBe(401)
  }
})

test('AUTH-29 API-01 the token of a refreshed session is accepted', async () => {
  const email = 'fresh@example.test'
  const { browser } = await signUp(email)
  await follow(await newestLink(standins, email))
  await signIn(browser, email)
  const { data } = await browser.auth.refreshSession()
  expect((await getContext({ authorization: `Bearer ${data.session?.access_token}` })).statusCode).toBe(200)
})

test('API-01 while the auth service is down, signed-in users stay signed in; sign-ups get 503', async () => {
  const email = 'steady@example.test'
  const { browser, id } = await signUp(email)
  await follow(await newestLink(standins, email))
  const headers = await signIn(browser, email)
  expect((await getContext(headers)).statusCode).toBe(200)

  for (const fault of [{ kind: 'down' }, { kind: 'error', status: 500 }, { kind: 'malformed' }, { kind: 'rate_limited', retry_after: 1 }]) {
    await callControl(standins.url, 'PUT', '/control/faults', { service: 'auth', ...fault })
    expect((await getContext(headers)).statusCode).toBe(200)
    const refused = await createAccount(id, email)
    expect([fault.kind, refused.statusCode, refused.json().code]).toEqual([fault.kind, 503, 'unavailable'])
    expect(refused.headers['retry-after']).toBe('5')
  }
  await callControl(standins.url, 'DELETE', '/control/faults')
  expect((await createAccount(id, email)).statusCode).toBe(200)
})

test('TOKEN-09 a service key that the gateway refuses is an outage, not an old sign-in', async () => {
  const email = 'recent@example.test'
  const { browser } = await signUp(email)
  await follow(await newestLink(standins, email))
  const headers = await signIn(browser, email)
  expect((await getContext(headers)).statusCode).toBe(200)

  const misconfigured = await another({ SUPABASE_SERVICE_ROLE_KEY: `${standins.serviceRoleKey}disabled` })
  const refused = await misconfigured.inject({ method: 'POST', url: '/api/tokens', headers, payload: NEW_TOKEN })
  await misconfigured.close()
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
})

test('SELLER-28 a 404 of the gateway does not count as the deletion of a user', async () => {
  const { id } = await signUp('erased@example.test')
  const misrouted = await another({ SUPABASE_URL: `${standins.supabaseUrl}/nowhere` })
  await expect(misrouted.authProvider.deleteUser(id)).rejects.toMatchObject({ status: 503 })
  await misrouted.close()
  expect(await app.authProvider.findUser(id)).toBeDefined()
  await app.authProvider.deleteUser(id)
  expect(await app.authProvider.findUser(id)).toBeUndefined()
  await app.authProvider.deleteUser(id)
})

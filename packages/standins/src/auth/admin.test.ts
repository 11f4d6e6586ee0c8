import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createConfirmedAccount, createSignedInClient, newAddress, newClient, PASSWORD, startTestStandins } from '../testing/standins.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())

const admin = () => newClient(standins, { key: standins.serviceRoleKey }).auth.admin

test('D-14 the service key reads an account by id, with its address and creation time', async () => {
  const { id, email } = await createConfirmedAccount(standins)
  const { data, error } = await admin().getUserById(id)
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id, email })
  expect(Date.now() - new Date(data.user?.created_at ?? 0).getTime()).toBeLessThan(60_000)
  expect((await admin().getUserById(randomUUID())).error).toMatchObject({ status: 404, code: 'user_not_found', message: 'User not found' })
})

test('creates accounts with or without confirmation, and refuses a taken address', async () => {
  const email = newAddress()
  const created = await admin().createUser({ email, password: PASSWORD })
  expect(created.data.user).toMatchObject({ email, app_metadata: { provider: 'email' } })
  expect(created.data.user?.email_confirmed_at).toBeUndefined()
  expect((await admin().createUser({ email: email.toUpperCase(), password: PASSWORD })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
    message: 'A user with this email address has already been registered',
  })
  expect((await admin().createUser({})).error?.code).toBe('validation_failed')
  expect((await admin().createUser({ email: newAddress(), password: 'short' })).error?.code).toBe('weak_password')
})

test('updates and deletes accounts', async () => {
  const { id, client, email } = await createSignedInClient(standins)
  const signIn = async (password: string) => (await newClient(standins).auth.signInWithPassword({ email, password })).error?.code
  await admin().updateUserById(id, { password: 'set by an administrator' })
  expect((await client.auth.getUser()).error).not.toBeNull()
  expect(await signIn('set by an administrator')).toBeUndefined()

  expect((await admin().updateUserById(id, { role: 'service_role' })).error?.code).toBe('bad_json')
  expect((await admin().deleteUser(id)).error).toBeNull()
  expect((await admin().getUserById(id)).error?.code).toBe('user_not_found')
  expect((await admin().deleteUser(id)).error?.code).toBe('user_not_found')
})

test('a banned user gets no tokens, and those from before the ban are refused until it ends', async () => {
  const { id, client, email, session } = await createSignedInClient(standins)
  const codes = async () => ({
    read: (await client.auth.getUser()).error?.code,
    refresh: (await newClient(standins).auth.refreshSession({ refresh_token: session.refresh_token })).error?.code,
    password: (await newClient(standins).auth.signInWithPassword({ email, password: 'a wrong one' })).error?.code,
  })
  const banned = await admin().updateUserById(id, { ban_duration: '2h' })
  expect(new Date(banned.data.user?.banned_until ?? 0).getTime() - Date.now()).toBeGreaterThan(119 * 60_000)
  expect(await codes()).toEqual({ read: 'user_banned', refresh: 'user_banned', password: 'user_banned' })
  expect((await admin().updateUserById(id, { ban_duration: 'for ever' })).error?.code).toBe('validation_failed')
  expect((await admin().updateUserById(id, { ban_duration: 'none' })).data.user?.banned_until).toBeUndefined()
  expect(await codes()).toEqual({ read: undefined, refresh: undefined, password: 'invalid_credentials' })
})

test('lists accounts in pages, newest first', async () => {
  const accounts = [await createConfirmedAccount(standins), await createConfirmedAccount(standins), await createConfirmedAccount(standins)]
  const { data } = await admin().listUsers({ page: 1, perPage: 2 })
  expect(data.users.map(({ id }) => id)).toEqual([accounts[2]?.id, accounts[1]?.id])
  const next = await admin().listUsers({ page: 2, perPage: 2 })
  expect(next.data.users[0]?.id).toBe(accounts[0]?.id)
})

test('AUTH-28 refuses administration with the client key or a learner’s token', async () => {
  const { id, session } = await createSignedInClient(standins)
  expect((await newClient(standins).auth.admin.getUserById(id)).error).toMatchObject({ status: 403, code: 'not_admin' })
  const response = await fetch(`${standins.supabaseUrl}/auth/v1/admin/users/${id}`, {
    headers: { apikey: standins.anonKey, authorization: `Bearer ${session.access_token}` },
  })
  expect(response.status).toBe(403)
})

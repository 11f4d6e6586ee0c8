import { randomUUID } from 'node:crypto'
import { apiError } from '@academy/contract'
import { expect, test } from 'vitest'
import { ADMIN_ID, buildTestApp, type TestAppOptions } from '../../testing/build-test-app.ts'
import { endpoints } from '../../testing/contract-endpoints.ts'

const ADMIN = 'admin@example.test'
const url = '/api/admin/anything'

/** An endpoint of the administrator, as the contract declares one, with the emails of the requests that reached it. */
function adminEndpoint() {
  const reached: string[] = []
  const moreRoutes: NonNullable<TestAppOptions['moreRoutes']> = {
    admin: async (routes) => {
      routes.post(url, { config: { tsRestRoute: { metadata: { auth: 'admin' } } } as object }, async (request) => {
        reached.push(request.user.email)
        return { success: true }
      })
    },
  }
  return { reached, moreRoutes }
}

test("ACCESS-01 ACCESS-02 D-109 R-07 an administrator's endpoint responds with 401 to visitors and 403 to learners before any other check", async () => {
  const { reached, moreRoutes } = adminEndpoint()
  const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN }, moreRoutes })
  const post = (headers: Record<string, string>, payload = '{not json') =>
    app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload })

  const visitor = await post({})
  expect([visitor.statusCode, apiError.parse(visitor.json()).code]).toEqual([401, 'unauthenticated'])
  for (const email of ['learner@example.test', `${ADMIN}.evil.test`, '']) {
    const learner = await post(await signIn({ email }))
    expect([learner.statusCode, apiError.parse(learner.json()).code]).toEqual([403, 'forbidden'])
  }
  expect(reached).toEqual([])

  expect((await post(await signIn({ email: ADMIN }))).statusCode, 'only now the body is looked at').toBe(400)
  expect((await post(await signIn({ email: 'Admin@example.test' }), '{}')).statusCode).toBe(200)
  expect(reached).toEqual(['Admin@example.test'])
})

test('D-129 refuses every account without a configured administrator', async () => {
  const { moreRoutes } = adminEndpoint()
  const { app, signIn } = await buildTestApp({ moreRoutes })
  for (const email of [ADMIN, '']) {
    expect((await app.inject({ method: 'POST', url, headers: await signIn({ email }) })).statusCode).toBe(403)
  }
})

test('refused requests count towards the limit', async () => {
  const { moreRoutes } = adminEndpoint()
  const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN, RATE_LIMIT_ACCOUNT_PER_MINUTE: '2' }, moreRoutes })
  const headers = await signIn()
  const statuses: number[] = []
  for (let call = 0; call < 3; call += 1) statuses.push((await app.inject({ method: 'POST', url, headers })).statusCode)
  expect(statuses).toEqual([403, 403, 429])
})

test("D-109 refuses learners at every administrator's endpoint of the contract", async () => {
  const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN } })
  const headers = await signIn()
  for (const { method, name, url: urlOf } of endpoints.filter(({ auth }) => auth === 'admin')) {
    expect([name, (await app.inject({ method, url: urlOf(), headers })).statusCode]).toEqual([name, 403])
  }
})

test('ADMIN-01 R-07 requires both the address and the id of the administrator', async () => {
  const { reached, moreRoutes } = adminEndpoint()
  const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN }, moreRoutes })
  for (const account of [
    { id: randomUUID(), email: ADMIN },
    { id: ADMIN_ID, email: 'moved@example.test' },
    { id: ADMIN_ID, email: '' },
  ]) {
    const headers = await signIn(account)
    expect((await app.inject({ method: 'POST', url, headers })).statusCode).toBe(403)
    const { data } = (await app.inject({ url: '/api/accounts/context', headers })).json()
    expect([data.is_admin, Object.values(data.entitlements).some((open) => open === true)]).toEqual([false, false])
  }
  expect(reached).toEqual([])
  const headers = await signIn({ id: ADMIN_ID, email: ADMIN })
  expect((await app.inject({ method: 'POST', url, headers })).statusCode).toBe(200)
  expect((await app.inject({ url: '/api/accounts/context', headers })).json().data.is_admin).toBe(true)
})

test('ADMIN-01 warns that an address without an account id makes no account the administrator', async () => {
  const { moreRoutes } = adminEndpoint()
  const { app, logs, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN, ADMIN_ACCOUNT_ID: '' }, moreRoutes })
  for (const id of [randomUUID(), ADMIN_ID]) {
    expect((await app.inject({ method: 'POST', url, headers: await signIn({ id, email: ADMIN }) })).statusCode).toBe(403)
  }
  expect(logs.filter((line) => line.includes('ADMIN_ACCOUNT_ID'))).toHaveLength(1)
})

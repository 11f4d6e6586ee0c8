import { randomUUID } from 'node:crypto'
import { type AccountDetails, accountDetails } from '@academy/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { startSellingAcademy } from '../../testing/selling-academy.ts'

const ADMIN = 'admin@example.test'
const { app, stripe, buyer, signIn, fault, clearFaults } = await startSellingAcademy({ env: { ADMIN_EMAIL: ADMIN } })
const headers = await signIn({ email: ADMIN })

const sync = (id: string) => app.inject({ method: 'POST', url: `/api/admin/accounts/${id}/sync`, headers, payload: {} })
const detailsOf = async (id: string): Promise<AccountDetails> =>
  accountDetails.parse((await app.inject({ url: `/api/admin/accounts/${id}`, headers })).json().data)
const course = ({ entitlements }: AccountDetails) => entitlements.find(({ entitlement }) => entitlement === 'master_course')

test('R-09 records a refund without a webhook when the administrator syncs, and writes the audit log', async () => {
  const ada = await buyer()
  await ada.context()
  expect((await sync(ada.id)).statusCode, 'an account without a customer').toBe(409)
  const session = await ada.buys({ masterCourse: true })
  expect(course(await detailsOf(ada.id))?.held).toBe(false)

  const synced = await sync(ada.id)
  expect([synced.statusCode, synced.json()]).toEqual([200, { success: true, message: 'The account is in sync with Stripe.' }])
  const bought = await detailsOf(ada.id)
  expect(course(bought)).toMatchObject({ held: true, reasons: [{ kind: 'purchase', id: session, state: 'active' }] })
  expect(bought.customer).toMatchObject({ checkout_completed_at: expect.any(String), synced_at: expect.any(String) })
  expect(bought.audit_log).toMatchObject([{ what: 'stripe_sync', who: ADMIN }])

  const payment_intent = bought.purchases[0]?.payment_intent_id ?? ''
  expect((await app.inject({ url: `/api/admin/accounts?q=${payment_intent}`, headers })).json().data.accounts).toMatchObject([
    { account_id: ada.id },
  ])
  await stripe.refunds.create({ payment_intent })
  expect((await ada.context()).entitlements.master_course, 'no webhook for the refund').toBe(true)
  await sync(ada.id)
  expect((await ada.context()).entitlements.master_course).toBe(false)
  expect(course(await detailsOf(ada.id))).toMatchObject({
    held: false,
    reasons: [{ state: 'refunded', text: expect.stringMatching(/^Master Course was bought on .* for €259\. It was refunded in full on /) }],
  })
})

test('responds with 502 and changes nothing while Stripe is unreachable', async () => {
  const ada = await buyer()
  await ada.context()
  await ada.buys({ bundle: true })
  await sync(ada.id)
  await fault({ kind: 'down' })
  const refused = await sync(ada.id)
  await clearFaults()
  expect([refused.statusCode, refused.json().code]).toEqual([502, 'payment_provider_error'])
  const { entitlements, audit_log } = await detailsOf(ada.id)
  expect(entitlements.filter(({ held }) => held)).toHaveLength(5)
  expect(audit_log).toHaveLength(1)
})

test('an unknown account, and an academy without payments, call Stripe for nothing', async () => {
  expect((await sync(randomUUID())).statusCode).toBe(404)
  const { app: poor, signIn: enter } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN } })
  const id = randomUUID()
  await poor.inject({ url: '/api/accounts/context', headers: await enter({ id }) })
  const request = { method: 'POST', url: `/api/admin/accounts/${id}/sync`, payload: {} } as const
  const response = await poor.inject({ ...request, headers: await enter({ email: ADMIN }) })
  expect([response.statusCode, response.json().code]).toEqual([503, 'payments_unavailable'])
  expect((await poor.inject({ ...request, headers: await enter({ id }) })).statusCode).toBe(403)
})

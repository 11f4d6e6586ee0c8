import { describe, expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'
import { revokePackage } from './manage-grants.ts'

const ADMIN = 'admin@example.test'
const { app, stripe, buyer, advance, fault, clearFaults, signIn } = await startSellingAcademy({ env: { ADMIN_EMAIL: ADMIN } })
const admin = await signIn({ email: ADMIN })

/** Buys an offer with a promotion code. */
async function buysWith(percent_off: number, choice: object, taken = 'master_course') {
  const ada = await buyer()
  await ada.context()
  const { id } = await stripe.coupons.create({ percent_off, duration: 'once' })
  const { code } = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id } })
  const session = await ada.buys({ ...choice, allow_promotion_codes: true }, { promotion_code: code })
  const customer = await ada.customer()
  const sync = async () => await app.payments?.sync(customer)
  await sync()
  const body = { package: taken, reason: 'a stolen code' }
  return {
    ada,
    session,
    customer,
    sync,
    revoke: () => app.inject({ method: 'POST', url: `/api/admin/accounts/${ada.id}/grants/revoke`, headers: admin, payload: body }),
    opens: async () => {
      const { entitlements } = await ada.context()
      return [entitlements.master_course, entitlements.resources]
    },
    studio: async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data[0]?.status,
    log: () => app.sql`select who, what, reason, details from audit_log where account_id = ${ada.id} order by at, id`,
  }
}

test('MONEY-13 the admin revokes a free course; it stays closed after syncs, and can be bought', async () => {
  const { ada, session, revoke, opens, sync, log } = await buysWith(100, { masterCourse: true })
  expect(await opens()).toEqual([true, false])
  expect((await revoke()).statusCode).toBe(200)
  expect(await opens()).toEqual([false, false])
  await sync()
  app.invalidateFacts(ada.id)
  expect(await opens()).toEqual([false, false])
  expect(await log()).toEqual([
    {
      who: ADMIN,
      what: 'revoke',
      reason: 'a stolen code',
      details: { checkout: session, package: 'master_course', subscription: null },
    },
  ])
  expect((await revoke()).json().message).toMatch(/^There is nothing to revoke: the purchase of Master Course was revoked before, on /)
  await ada.buys({ masterCourse: true })
  await sync()
  app.invalidateFacts(ada.id)
  expect(await opens()).toEqual([true, false])
  const [checkout] = await app.sql`select problem from checkouts where session_id <> ${session} and account_id = ${ada.id}`
  expect(checkout?.problem, 'it was not paid twice').toBeNull()
})

test('MONEY-13 a free bundle is revoked with its Studio', async () => {
  const { ada, revoke, opens, studio, log } = await buysWith(100, { bundle: true })
  expect([await opens(), await studio()]).toEqual([[true, true], 'trialing'])
  expect((await revoke()).statusCode).toBe(200)
  app.invalidateFacts(ada.id)
  expect([await opens(), await studio()]).toEqual([[false, false], 'canceled'])
  expect((await log()).map(({ what }) => what)).toEqual(['revoke', 'end_studio'])
})

test('MONEY-13 while Stripe is down the course closes at once, and reconciling ends the Studio', async () => {
  const { ada, revoke, opens, studio } = await buysWith(100, { bundle: true })
  await fault({ kind: 'down' })
  expect((await revoke()).statusCode).toBe(200)
  expect((await opens())[0]).toBe(false)
  await clearFaults()
  expect(await studio()).toBe('trialing')
  await app.reconcilePayments()
  app.invalidateFacts(ada.id)
  expect([await opens(), await studio()]).toEqual([[false, false], 'canceled'])
})

test('MONEY-13 a paid purchase is not revoked: its payment has to be refunded', async () => {
  const { revoke, opens, session, sync } = await buysWith(50, { masterCourse: true })
  const response = await revoke()
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    'There is nothing to revoke: Master Course was paid for. Refund the payment at Stripe instead: that ends the purchase.',
  ])
  expect(await opens()).toEqual([true, false])
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session)
  await stripe.refunds.create({ payment_intent: String(payment_intent) })
  await sync()
  expect((await revoke()).json().message).toBe(
    'There is nothing to revoke: the purchase of Master Course has ended: its money was or is being returned.',
  )
})

test('MONEY-13 a grant and a free purchase of the same package are revoked together, once', async () => {
  const { ada, opens, log } = await buysWith(100, { masterCourse: true })
  await app.inject({
    method: 'POST',
    url: `/api/admin/accounts/${ada.id}/grants`,
    headers: admin,
    payload: { package: 'master_course', reason: 'a speaker', expires_at: null },
  })
  const revocation = { account_id: ada.id, package: 'master_course', reason: 'left', by: 'ada' }
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => revokePackage(app.db, revocation)))
  expect(outcomes.filter(({ done }) => done)).toHaveLength(1)
  expect((await log()).map(({ what }) => what)).toEqual(['grant', 'revoke', 'revoke'])
  app.invalidateFacts(ada.id)
  expect(await opens()).toEqual([false, false])
})

describe('a Studio that was bought alone', () => {
  test('MONEY-13 is revoked and ends at Stripe if a code made it free; it can be bought again', async () => {
    const { ada, customer, revoke, opens, studio, log, sync } = await buysWith(100, { numberOfPlans: 1 }, 'studio')
    expect([await opens(), await studio()]).toEqual([[false, true], 'active'])
    expect((await revoke()).statusCode).toBe(200)
    expect([await opens(), await studio()]).toEqual([[false, false], 'canceled'])
    const [{ id: subscription } = { id: '' }] = (await stripe.subscriptions.list({ customer, status: 'all' })).data
    await sync()
    expect(await log(), 'written once, however often the customer is synced').toEqual([
      { who: ADMIN, what: 'revoke', reason: 'a stolen code', details: { package: 'studio', subscription } },
      {
        who: 'the academy',
        what: 'end_studio',
        reason: 'It was revoked, and no month of it was paid for.',
        details: { subscription },
      },
    ])
    expect((await revoke()).json().message).toBe('There is nothing to revoke: this account was never granted Vibe Coding Studio.')
    expect((await ada.checkout({ numberOfPlans: 1 })).statusCode).toBe(200)
  })

  test('MONEY-13 closes at once while Stripe is down, and reconciling ends it', async () => {
    const { ada, revoke, opens, studio } = await buysWith(100, { numberOfPlans: 1 }, 'studio')
    await fault({ kind: 'down' })
    expect((await revoke()).statusCode).toBe(200)
    expect(await opens()).toEqual([false, false])
    await clearFaults()
    expect(await studio()).toBe('active')
    await app.reconcilePayments()
    app.invalidateFacts(ada.id)
    expect([await opens(), await studio()]).toEqual([[false, false], 'canceled'])
  })

  test('MONEY-13 is not revoked if a month was paid or a payment is processing', async () => {
    const paid = await buysWith(50, { numberOfPlans: 1 }, 'studio')
    expect((await paid.revoke()).json().message).toBe(
      'There is nothing to revoke: Vibe Coding Studio was paid for. Refund the payment and cancel the subscription at Stripe instead.',
    )
    expect([await paid.opens(), await paid.studio()]).toEqual([[false, true], 'active'])

    const ada = await buyer()
    await ada.buys({ numberOfPlans: 1 }, { bank: true })
    await app.payments?.sync(await ada.customer())
    const outcome = await revokePackage(app.db, { account_id: ada.id, package: 'studio', reason: 'a test', by: 'ada' })
    expect(outcome).toMatchObject({ done: false, message: expect.stringContaining('is processing') })
  })

  test('MONEY-13 stays if a month was paid for before it could be ended', async () => {
    const { ada, customer, revoke, opens, studio } = await buysWith(100, { numberOfPlans: 1 }, 'studio')
    // The month is charged, and no sync has seen it.
    await advance(32)
    await expect.poll(async () => (await stripe.charges.list({ customer })).data.length).toBe(1)
    expect((await revoke()).statusCode).toBe(200)
    app.invalidateFacts(ada.id)
    expect([await opens(), await studio()]).toEqual([[false, true], 'active'])
  })

  test('MONEY-13 is not revoked if it came with a bundle', async () => {
    const { revoke, opens, studio } = await buysWith(0.01, { bundle: true }, 'studio')
    expect((await revoke()).json().message).toMatch(/^There is nothing to revoke: Vibe Coding Studio came with a bundle\./)
    expect([await opens(), await studio()]).toEqual([[true, true], 'trialing'])
  })
})

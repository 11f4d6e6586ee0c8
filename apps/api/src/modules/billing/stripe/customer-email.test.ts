import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, stripe, buyer, signIn, fault, clearFaults } = await startSellingAcademy()

async function changesEmail(id: string, email: string): Promise<void> {
  const response = await app.inject({ url: '/api/accounts/context', headers: await signIn({ id, email }) })
  expect(response.statusCode).toBe(200)
}

async function emailAtStripe(customer: string): Promise<string | null | undefined> {
  const found = await stripe.customers.retrieve(customer)
  return found.deleted ? undefined : found.email
}

const queued = (customer: string) => app.sql`select error from failed_looks where customer_id = ${customer}`

test('MONEY-17 updates the email address of the Stripe customer after a confirmed change', async () => {
  const ada = await buyer()
  await ada.context()
  await ada.buys({ masterCourse: true })
  const customer = await ada.customer()
  await app.payments?.sync(customer)
  await ada.context()
  expect(await queued(customer), 'no change, no sync').toEqual([])

  await changesEmail(ada.id, `new-${ada.email}`)
  expect(await queued(customer)).toEqual([{ error: 'The email address of the account changed.' }])
  await app.reconcilePayments()
  expect(await emailAtStripe(customer)).toBe(`new-${ada.email}`)
  expect(await queued(customer)).toEqual([])

  await stripe.customers.update(customer, { email: 'by-hand@example.test' })
  await app.payments?.sync(customer)
  expect(await emailAtStripe(customer), 'the confirmed address replaces one set by hand').toBe(`new-${ada.email}`)
})

test('MONEY-17 a change of the email address while Stripe is down waits for the next sync', async () => {
  const ada = await buyer()
  await ada.context()
  await ada.buys({ masterCourse: true })
  const customer = await ada.customer()
  await app.payments?.sync(customer)
  await fault({ kind: 'down' })
  await changesEmail(ada.id, `late-${ada.email}`)
  await app.reconcilePayments().catch(() => undefined)
  await clearFaults()
  expect(await queued(customer)).toHaveLength(1)
  await app.reconcilePayments()
  expect(await emailAtStripe(customer)).toBe(`late-${ada.email}`)
})

test('MONEY-17 an email address that Stripe refuses stops no sync', async () => {
  const ada = await buyer()
  await ada.context()
  await ada.buys({ masterCourse: true })
  const customer = await ada.customer()
  await changesEmail(ada.id, 'ada@localhost')
  await app.payments?.sync(customer)
  expect(await emailAtStripe(customer)).toBe(ada.email)
  expect(await queued(customer)).toEqual([])
  expect(await app.sql`select from purchases where account_id = ${ada.id}`).toHaveLength(1)
})

test('MONEY-17 writes no email address to a deleted customer, nor to that of an erased account', async () => {
  const [ada, bob] = [await buyer(), await buyer()]
  for (const { context, checkout } of [ada, bob]) {
    await context()
    expect((await checkout({ masterCourse: true })).statusCode).toBe(200)
  }
  const [deleted, erased] = [await ada.customer(), await bob.customer()]
  await stripe.customers.del(deleted)
  await changesEmail(ada.id, `gone-${ada.email}`)
  await app.sql`delete from accounts where account_id = ${bob.id}`
  await stripe.customers.update(erased, { email: 'kept@example.test' })
  for (const customer of [deleted, erased]) await app.payments?.sync(customer)
  expect([await emailAtStripe(deleted), await emailAtStripe(erased)]).toEqual([undefined, 'kept@example.test'])
  expect(await queued(deleted)).toEqual([])
})

import { OFFERS } from '@academy/catalog'
import { type AccountDetails, accountDetails } from '@academy/contract'
import { describe, expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const ADMIN = 'admin@example.test'
const { app, stripe, buyer, advance, control, loseDispute, events, deliver, signIn } = await startSellingAcademy({
  env: { ADMIN_EMAIL: ADMIN },
})
const admin = await signIn({ email: ADMIN })
const MONTH = OFFERS.studio.amounts.eur

async function detailsOf(id: string): Promise<AccountDetails> {
  const response = await app.inject({ url: `/api/admin/accounts/${id}`, headers: admin })
  return accountDetails.strict().parse(response.json().data)
}

/** Buys the Studio, and returns its subscription and the charge of its first month. */
async function subscriber() {
  const ada = await buyer()
  await ada.context()
  await ada.buys({ numberOfPlans: 1 })
  const customer = await ada.customer()
  const sync = async () => await app.payments?.sync(customer)
  await sync()
  const [studio] = (await stripe.subscriptions.list({ customer })).data
  const [charge] = (await stripe.charges.list({ customer })).data
  if (!studio || !charge) throw new Error('nothing was bought')
  return { ada, customer, sync, studio: studio.id, charge: charge.id, details: () => detailsOf(ada.id) }
}

const kinds = ({ charges }: AccountDetails) => charges.map(({ kind, amount }) => [kind, amount])

describe('a month of the Studio', () => {
  test('MONEY-12 that was refunded in full, or lost in a dispute, is shown to the admin, and the Studio goes on', async () => {
    const { ada, sync, studio, charge, details } = await subscriber()
    expect((await details()).charges).toMatchObject([{ id: charge, kind: 'studio_month', subscription_id: studio, refunded_at: null }])
    const { payment_intent } = await stripe.charges.retrieve(charge)
    for (const id of [payment_intent, (await details()).charges[0]?.invoice_id]) {
      const found = await app.inject({ url: `/api/admin/accounts?q=${id}`, headers: admin })
      expect(found.json().data.accounts.map(({ account_id }: { account_id: string }) => account_id)).toEqual([ada.id])
    }
    await stripe.refunds.create({ charge })
    await sync()
    expect((await details()).charges).toMatchObject([{ id: charge, refunded_at: expect.any(String) }])
    await loseDispute((await paidAgain(ada)).charge)
    await sync()
    expect((await details()).charges).toMatchObject([{ dispute_status: 'lost' }, { refunded_at: expect.any(String) }])
    expect((await stripe.subscriptions.retrieve(studio)).status).toBe('active')
    expect((await ada.context()).entitlements.resources).toBe(true)
  })

  test('MONEY-12 is not confused with the purchase of a bundle or of the course', async () => {
    const ada = await buyer()
    await ada.context()
    await ada.buys({ bundle: true })
    const customer = await ada.customer()
    await app.payments?.sync(customer)
    expect((await detailsOf(ada.id)).charges).toEqual([])
    await advance(93)
    await expect.poll(async () => (await stripe.charges.list({ customer })).data.length).toBe(2)
    await app.payments?.sync(customer)
    expect(kinds(await detailsOf(ada.id))).toEqual([['studio_month', MONTH]])
  })
})

/** Lets a month pass, so that the next one is charged. */
async function paidAgain(ada: { customer: () => Promise<string> }) {
  const customer = await ada.customer()
  await advance(32)
  await expect.poll(async () => (await stripe.charges.list({ customer })).data.length).toBe(2)
  const [charge] = (await stripe.charges.list({ customer })).data
  return { charge: charge?.id }
}

describe('money from outside the checkout', () => {
  /** Sells something to a customer of the academy by a checkout that the academy did not begin. */
  async function paysElsewhere(customer: string) {
    const { id: price } = await stripe.prices.create({ currency: 'eur', unit_amount: 50_00, product_data: { name: 'Workshop' } })
    const line_items = [{ price, quantity: 1 }]
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer,
      line_items,
      success_url: 'https://academy.test/thanks',
    })
    await control(`/stripe/control/checkout/${session.id}/pay`, { card: '4242424242424242' })
  }

  test('MONEY-14 is shown to the admin and opens nothing', async () => {
    const { ada, customer, sync, details } = await subscriber()
    await paysElsewhere(customer)
    await stripe.paymentIntents.create({
      amount: 120_00,
      currency: 'usd',
      customer,
      payment_method: 'pm_card_visa',
      confirm: true,
      description: 'Coaching',
    })
    await sync()
    const outside = (await details()).charges.filter(({ kind }) => kind === 'outside')
    expect(new Set(outside.map(({ amount, currency, description }) => `${amount} ${currency} ${description}`))).toEqual(
      new Set(['5000 eur null', '12000 usd Coaching']),
    )
    const { entitlements } = await ada.context()
    expect([entitlements.master_course, entitlements.resources]).toEqual([false, true])
  })

  test('MONEY-14 is recorded by the webhook of its checkout, and found by the id of its charge', async () => {
    const { ada, customer } = await subscriber()
    await paysElsewhere(customer)
    const event = (await events()).findLast(({ type }) => type === 'checkout.session.completed')
    expect((await deliver(event ?? {})).statusCode).toBe(200)
    const outside = (await detailsOf(ada.id)).charges.find(({ kind }) => kind === 'outside')
    expect(outside).toMatchObject({ kind: 'outside', amount: 50_00 })
    const found = await app.inject({ url: `/api/admin/accounts?q=${outside?.id}`, headers: admin })
    expect(found.json().data.accounts).toMatchObject([{ account_id: ada.id }])
  })

  test('MONEY-14 that failed, or is not decided, is not shown', async () => {
    const { customer, sync, details } = await subscriber()
    const intent = { amount: 10_00, currency: 'eur', customer, payment_method: 'pm_card_chargeDeclined', confirm: true } as const
    await expect(stripe.paymentIntents.create(intent)).rejects.toThrow('declined')
    await sync()
    expect((await details()).charges.map(({ kind }) => kind)).toEqual(['studio_month'])
  })
})

describe('a payment link', () => {
  async function sellsOverLink(customer_creation: 'always' | 'if_required') {
    const { id: price } = await stripe.prices.create({ currency: 'eur', unit_amount: 50_00, product_data: { name: 'Workshop' } })
    // a visit of a payment link opens a checkout without a customer
    const { id } = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price, quantity: 1 }],
      success_url: 'https://academy.test/thanks',
      customer_creation,
    })
    await control(`/stripe/control/checkout/${id}/pay`)
    const event = (await events()).findLast(({ type }) => type === 'checkout.session.completed')
    return { status: (await deliver(event ?? {})).statusCode, event: event?.id }
  }

  test('MONEY-14 creates its own customer, which the admin sees as unmatched', async () => {
    const { status, event } = await sellsOverLink('always')
    expect(status, 'Stripe sends it again').toBe(500)
    const { data } = (await app.inject({ url: '/api/admin/payments', headers: admin })).json()
    expect(data.events).toContainEqual(
      expect.objectContaining({ id: event, account_id: null, error: expect.stringContaining('UnmatchedCustomer') }),
    )
  })

  test('MONEY-14 that sells to a guest concerns no customer, and is ignored', async () => {
    const { status, event } = await sellsOverLink('if_required')
    expect(status).toBe(200)
    expect(await app.sql`select 1 from stripe_events where id = ${event ?? ''}`).toEqual([])
  })
})

describe('an invoice that was marked as paid outside Stripe', () => {
  test('MONEY-16 is shown to the admin: a month of the Studio counts as paid, other money opens nothing', async () => {
    const { ada, customer, studio, details } = await subscriber()
    const [card] = (await stripe.paymentMethods.list({ customer })).data
    await control(`/stripe/control/customers/${customer}/fail_charges`, { times: 9 })
    await advance(32)
    await expect.poll(async () => (await stripe.subscriptions.retrieve(studio)).status).toBe('past_due')
    const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data
    const { id: price } = await stripe.prices.create({
      currency: 'eur',
      unit_amount: 90_00,
      recurring: { interval: 'month' },
      product_data: { name: 'Coaching' },
    })
    const coaching = await stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: card?.id ?? '',
      payment_behavior: 'allow_incomplete',
      off_session: true,
    })
    const first = coaching.latest_invoice
    for (const invoice of [open?.id, typeof first === 'string' ? first : first?.id])
      await stripe.invoices.pay(invoice ?? '', { paid_out_of_band: true })
    const event = (await events()).findLast(({ type }) => type === 'invoice.paid')
    expect((await deliver(event ?? {})).statusCode).toBe(200)

    const unpaid = (await details()).charges.filter(({ id, invoice_id }) => id === invoice_id)
    expect(new Set(unpaid.map(({ id, kind, amount, subscription_id }) => [id, kind, amount, subscription_id].join(' ')))).toEqual(
      new Set([
        `${open?.id} studio_month ${MONTH} ${studio}`,
        `${typeof first === 'string' ? first : first?.id} outside 9000 ${coaching.id}`,
      ]),
    )
    const { entitlements } = await ada.context()
    expect([entitlements.master_course, entitlements.resources]).toEqual([false, true])
  })

  test('MONEY-16 is not listed beside the purchase that it paid', async () => {
    const ada = await buyer()
    await ada.context()
    const session = await ada.buys({ bundle: true }, { bank: true })
    const { invoice } = await stripe.checkout.sessions.retrieve(session)
    const [payment] = (await stripe.invoicePayments.list({ invoice: String(invoice) })).data
    await control('/stripe/control/settle', { payment_intent: payment?.payment.payment_intent, outcome: 'failed' })
    await stripe.invoices.pay(String(invoice), { paid_out_of_band: true })
    await app.payments?.sync(await ada.customer())
    const { charges, purchases } = await detailsOf(ada.id)
    expect([purchases.map(({ offer }) => offer), charges]).toEqual([['bundle'], []])
    expect((await ada.context()).entitlements.master_course).toBe(true)
  })
})

import { afterAll, expect, test } from 'vitest'
import { refusal, startStripe } from '../testing/start-stripe.ts'

const stripe = await startStripe()
afterAll(() => stripe.stop())

test('creates, updates, finds by email and deletes a customer, and keeps the stub', async () => {
  const { customers, events } = stripe.client
  const ada = await customers.create({ email: 'ada@academy.test', name: 'Ada', metadata: { account: '1' } })
  expect(ada).toMatchObject({ object: 'customer', delinquent: false, metadata: { account: '1' } })
  const bob = await customers.create({ email: 'bob@academy.test' })
  expect((await customers.list({ email: 'ada@academy.test' })).data.map(({ id }) => id)).toEqual([ada.id])
  expect(await customers.update(ada.id, { name: '', metadata: '' })).toMatchObject({ name: null, metadata: {}, email: 'ada@academy.test' })
  expect(await customers.del(ada.id)).toMatchObject({ id: ada.id, deleted: true })
  expect(await customers.retrieve(ada.id)).toEqual(expect.objectContaining({ id: ada.id, object: 'customer', deleted: true }))
  expect(await refusal(customers.update(ada.id, { name: 'Ada' }))).toMatchObject({
    code: 'resource_missing',
    message: `No such customer: '${ada.id}'`,
  })
  const eventsOf = async (id: string, filter: object = {}) =>
    (await events.list(filter)).data.filter(({ data }) => 'id' in data.object && data.object.id === id)
  expect((await eventsOf(ada.id)).map(({ type }) => type)).toEqual(['customer.deleted', 'customer.updated', 'customer.created'])
  expect((await eventsOf(bob.id)).map(({ type }) => type)).toEqual(['customer.created'])
  expect(await eventsOf(ada.id, { types: ['customer.deleted'] })).toMatchObject([{ data: { object: { name: null } } }])
})

test('refuses to list the objects of an unknown customer, and lists those of a deleted one', async () => {
  const { customers, charges, invoices, subscriptions, checkout } = stripe.client
  const missing = { customer: 'cus_none' }
  for (const objects of [charges, invoices, subscriptions, checkout.sessions])
    expect(await refusal(objects.list(missing))).toMatchObject({
      code: 'resource_missing',
      param: 'customer',
      message: "No such customer: 'cus_none'",
    })
  const { id: customer } = await customers.create()
  await customers.del(customer)
  expect((await invoices.list({ customer })).data).toEqual([])
})

test('emits no event for an update without changes', async () => {
  const { customers, events } = stripe.client
  const eve = await customers.create({ email: 'eve@academy.test' })
  await customers.update(eve.id, { email: 'eve@academy.test' })
  const updates = (await events.list({ types: ['customer.updated'] })).data.filter(
    ({ data }) => 'id' in data.object && data.object.id === eve.id,
  )
  expect(updates).toEqual([])
})

test('a payment method belongs to one customer, and can become the default', async () => {
  const { customers, paymentMethods } = stripe.client
  const [ann, tom] = [await customers.create(), await customers.create()]
  const card = await paymentMethods.attach('pm_card_visa', { customer: ann.id })
  expect(card).toMatchObject({ type: 'card', customer: ann.id, card: { brand: 'visa', last4: '4242' } })
  expect((await refusal(paymentMethods.attach(card.id, { customer: tom.id }))).message).toContain('already been attached')
  const { invoice_settings } = await customers.update(ann.id, { invoice_settings: { default_payment_method: card.id } })
  expect(invoice_settings.default_payment_method).toBe(card.id)
  expect((await paymentMethods.list({ customer: ann.id })).data.map(({ id }) => id)).toEqual([card.id])
  expect((await paymentMethods.list({ customer: tom.id })).data).toEqual([])
  const seen = await customers.retrieve(ann.id, { expand: ['invoice_settings.default_payment_method'] })
  expect(seen).toMatchObject({ invoice_settings: { default_payment_method: { id: card.id, object: 'payment_method' } } })
})

test('refuses to expand a field that is not an id', async () => {
  const ann = await stripe.client.customers.create({ email: 'x@academy.test' })
  expect(await refusal(stripe.client.customers.retrieve(ann.id, { expand: ['email'] }))).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('This property cannot be expanded (email)'),
  })
})

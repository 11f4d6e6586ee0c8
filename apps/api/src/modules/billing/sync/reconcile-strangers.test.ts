import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, stripe, buyer } = await startSellingAcademy()

test('however many events belong to nobody, what failed for a buyer is tried again', async () => {
  const stranger = await stripe.customers.create({ email: 'stranger@example.test' })
  await app.sql`
    insert into stripe_events (id, type, created, customer_id, source, attempts, error)
    select 'evt_stranger_' || n, 'invoice.paid', now() - interval '60 days', ${stranger.id}, 'webhook', 3, 'UnmatchedCustomer'
    from generate_series(1, 1200) n`
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  // Its webhook failed long ago: Stripe's list does not go back so far.
  await app.sql`
    insert into stripe_events (id, type, created, customer_id, source, attempts, error)
    values ('evt_of_ada', 'checkout.session.completed', now() - interval '40 days', ${await ada.customer()}, 'webhook', 1, 'it failed')`
  await app.sql`update stripe_reconcile set seen_until = now() + interval '1 hour'`
  await app.reconcilePayments()
  expect(await app.sql`select applied_at is not null as applied from stripe_events where id = 'evt_of_ada'`).toEqual([{ applied: true }])
}, 60_000)

import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_CURRENCY } from '@academy/catalog'
import { Counts, repeatConcurrently } from '../../counts.ts'
import { eventually } from '../../eventually.ts'
import { sendRequest } from '../../send-request.ts'
import type { TestUser } from '../../users.ts'
import { WEB_URL } from '../../web-url.ts'
import type { FaultScenario } from '../fixture/fixture.ts'

const BUYERS = 40

const choice = {
  masterCourse: true,
  currency: DEFAULT_CURRENCY,
  successUrl: `${WEB_URL}/dashboard?checkout_success=1`,
  cancelUrl: `${WEB_URL}/dashboard?checkout_cancelled=1`,
}

type Delivery = { event_id: string; status: string; attempts: { status: number | null }[] }

export const stripeDown: FaultScenario = {
  name: 'stripe-down',
  fault: `Stripe is down, slow or fails, while ${BUYERS} users try to buy and one pays`,
  expected: 'A checkout is refused within 13 s, with Retry-After; other requests succeed; Stripe retries webhooks, which are applied once',
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const checkout = ({ headers }: TestUser) =>
      sendRequest(`${api.url}/api/payments/create-checkout-session`, { method: 'POST', headers, body: choice })
    const payer = await fixture.createUser(api)
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => fixture.createUser(api)))
    const response = await checkout(payer)
    const session = /cs_\w+/.exec(response.body)?.[0] ?? ''
    findings.expect(response.status === 200, `a checkout with a healthy Stripe gets ${response.status}`)

    const [refused, contexts] = [new Counts(), new Counts()]
    const learners = repeatConcurrently(4, async () =>
      contexts.add(await sendRequest(`${api.url}/api/accounts/context`, { headers: payer.headers })),
    )
    try {
      for (const [name, fault] of [
        ['down', { kind: 'down' }],
        ['slow', { kind: 'slow', delay_ms: 8_000 }],
        ['failing', { kind: 'error', status: 500 }],
      ] as const) {
        await fixture.control('PUT', '/control/faults', { service: 'stripe', ...fault })
        const counts = new Counts()
        for (const response of await Promise.all(buyers.map(checkout))) counts.add(refused.add(response))
        findings.record(`checkouts while Stripe is ${name}`, `${counts}, at most ${(counts.within(100) / 1000).toFixed(1)} s`)
        await fixture.control('DELETE', '/control/faults')
        // a new buyer must not wait for aborted requests
        const seconds = await eventually(async () => (await checkout(buyers[0] as TestUser)).status === 200, 40)
        findings.record(`checkout works again after Stripe was ${name}, s`, seconds ?? 'never')
        findings.expect(seconds !== undefined && seconds < 6, `after Stripe was ${name}, checkout works again only after ${seconds} s`)
      }
    } finally {
      await learners.stop()
    }
    findings.record('the context of a user with an open checkout', `${contexts}, p99 ${(contexts.within(99) / 1000).toFixed(1)} s`)
    findings.expect(refused.of(502) + refused.of(503) === refused.total, `checkouts without Stripe: ${refused} ${refused.problems}`)
    findings.expect(refused.problems === '', refused.problems)
    findings.expect(refused.within(100) < 13_500, 'a checkout waits longer than 13 s')
    findings.expect(contexts.of(200) === contexts.total, `contexts: ${contexts} ${contexts.problems}`)
    findings.expect(contexts.within(100) < 5_000, 'a context waits for Stripe longer than 5 s')

    // A buyer pays while Stripe's API is down.
    await fixture.control('PUT', '/control/faults', { service: 'stripe', kind: 'error', status: 500 })
    await fixture.control('POST', `/stripe/control/checkout/${session}/pay`, { card: '4242424242424242' })
    const listDeliveries = async () => {
      const { deliveries } = await fixture.control<{ deliveries: Delivery[] }>('GET', '/stripe/api/deliveries?limit=1000')
      return deliveries
    }
    await eventually(async () => (await listDeliveries()).some(({ attempts }) => attempts.some(({ status }) => status === 500)), 30)
    await fixture.control('DELETE', '/control/faults')
    await sleep(200)
    // until Stripe retries, hours later by its clock
    for (let hours = 0; hours < 3; hours += 1) await fixture.control('POST', '/control/clock', { service: 'stripe', advance_seconds: 3600 })
    const settled = await eventually(async () => (await listDeliveries()).every(({ status }) => status === 'delivered'), 60, 200)
    const deliveries = await listDeliveries()
    const [{ purchases } = { purchases: 0 }] = await fixture.sql<{ purchases: number }[]>`
      select count(*)::int as purchases from purchases where account_id = ${payer.id}`
    const [{ waiting } = { waiting: 0 }] = await fixture.sql<{ waiting: number }[]>`
      select count(*)::int as waiting from stripe_events where applied_at is null`
    const attempts = deliveries.map((delivery) => delivery.attempts.length)
    findings.record('webhooks', `${deliveries.length}, with ${attempts.reduce((sum, count) => sum + count, 0)} attempts`)
    findings.record('recorded purchases', purchases)
    findings.expect(Math.max(...attempts) > 1, 'no webhook was sent twice: the scenario broke nothing')
    findings.expect(settled !== undefined, 'some webhooks are not delivered although Stripe has recovered')
    findings.expect(purchases === 1, `a customer who paid once has ${purchases} purchases`)
    findings.expect(waiting === 0, `${waiting} events are not applied`)
  },
}

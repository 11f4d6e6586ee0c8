import { HANDLED_TYPES, STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import type Stripe from 'stripe'
import { differences } from '../../storm/compare.ts'
import { type Buyer, makeBuyer } from '../../storm/make-buyers.ts'
import { sendWebhooks } from '../../storm/send-webhooks.ts'
import type { Scenario } from '../scenario.ts'

const BUYERS = 12
const TIMES = 3

/** Each webhook goes to any of both, several times: what it tells is recorded once. */
export const webhooksAcrossInstances: Scenario = {
  name: 'webhooks are split, and applied once',
  run: async ({ instances, stripe, standins, webhookSecret, sql, databaseUrl }, report) => {
    const buyers: Buyer[] = []
    for (let number = 0; number < BUYERS; number += 1) buyers.push(await makeBuyer({ stripe, standinsUrl: standins.url }, number))
    const events: Stripe.Event[] = []
    for await (const event of stripe.events.list({ types: HANDLED_TYPES, limit: 100 })) events.push(event)
    const urls = instances.map(({ url }) => url + STRIPE_WEBHOOK_PATH)
    const all = Array.from({ length: TIMES }, () => events).flat()
    const sent = await sendWebhooks(all, { stripe, secret: webhookSecret, urls, inFlight: 20, onAnswer: () => undefined })
    const differing = await differences(stripe, databaseUrl, buyers)
    const [kept] = await sql<[{ events: number; applied: number }]>`
      select count(*)::int as events, count(applied_at)::int as applied from stripe_events where id in ${sql(events.map(({ id }) => id))}`
    const [twice] = await sql<[{ payments: number }]>`
      select count(*)::int as payments from (select charge_id from purchases where charge_id is not null group by 1 having count(*) > 1) as more`
    report.tell(
      `${events.length} events of ${BUYERS} buyers, each sent ${TIMES} times to any of both: ${sent.answered} answered, ${kept.applied} applied, ${twice.payments} payments recorded twice, ${differing.length} buyers differ from Stripe`,
    )
    report.expect(kept.events === events.length && kept.applied === events.length, 'some events were not applied')
    report.expect(twice.payments === 0, 'payments are recorded twice')
    report.expect(differing.length === 0, `buyers differ from Stripe: ${JSON.stringify(differing.slice(0, 3))}`)
  },
}

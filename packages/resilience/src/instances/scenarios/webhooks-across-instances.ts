import { STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { findDifferences } from '../../storm/compare.ts'
import { type Buyer, makeBuyer } from '../../storm/make-buyer.ts'
import { listHandledEvents, sendWebhooks } from '../../storm/send-webhooks.ts'
import type { InstancesScenario } from '../two-instances.ts'

const BUYERS = 12
const TIMES = 3

/** Sends each webhook several times, to either instance. Its effect is recorded once. */
export const webhooksAcrossInstances: InstancesScenario = {
  name: 'webhooks to either instance are applied once',
  run: async ({ instances, stripe, standins, webhookSecret, sql, databaseUrl }, findings) => {
    const buyers: Buyer[] = []
    for (let number = 0; number < BUYERS; number += 1) buyers.push(await makeBuyer({ stripe, standinsUrl: standins.url }, number))
    const events = await listHandledEvents(stripe)
    const urls = instances.map(({ url }) => url + STRIPE_WEBHOOK_PATH)
    const all = Array.from({ length: TIMES }, () => events).flat()
    const sent = await sendWebhooks(all, { stripe, secret: webhookSecret, urls, inFlight: 20, onAccepted: () => undefined })
    const differing = await findDifferences(stripe, databaseUrl, buyers)
    const [stored] = await sql<[{ events: number; applied: number }]>`
      select count(*)::int as events, count(applied_at)::int as applied from stripe_events where id in ${sql(events.map(({ id }) => id))}`
    const [duplicates] = await sql<[{ payments: number }]>`
      select count(*)::int as payments from (select charge_id from purchases where charge_id is not null group by 1 having count(*) > 1) as more`
    findings.record(`events of ${BUYERS} buyers, each sent ${TIMES} times to either instance`, events.length)
    findings.record('accepted, applied', `${sent.accepted}, ${stored.applied}`)
    findings.record('payments recorded twice', duplicates.payments)
    findings.record('buyers that differ from Stripe', differing.length)
    findings.expect(stored.events === events.length && stored.applied === events.length, 'some events were not applied')
    findings.expect(duplicates.payments === 0, 'payments are recorded twice')
    findings.expect(differing.length === 0, `buyers differ from Stripe: ${JSON.stringify(differing.slice(0, 3))}`)
  },
}

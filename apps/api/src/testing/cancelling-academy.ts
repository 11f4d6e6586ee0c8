import { randomUUID } from 'node:crypto'
import { cancellation } from '@academy/contract'
import type Stripe from 'stripe'
import { startSellingAcademy } from './selling-academy.ts'

/** Starts an academy that sends mails, with what tests of cancellations by a mailed link do. */
export async function startCancellingAcademy() {
  const academy = await startSellingAcademy({ mails: true })
  const { app, owner, issuer, stripe, mailsTo } = academy

  let requests = 0
  /** Posts each request from another IP address, because of the rate limits. */
  const post = (path: string, payload: object) => {
    requests += 1
    return app.inject({ method: 'POST', url: `/api/cancellations${path}`, remoteAddress: `192.0.2.${requests % 250}`, payload })
  }

  /** Creates a subscriber with a mailed link. A first payment by bank debit arrives. */
  async function subscriberWithLink(choice: object = { numberOfPlans: 1 }, payment: object = {}) {
    const buyer = await academy.buyer(issuer.addUser({ email: `${randomUUID().slice(0, 8)}@example.test` }))
    await buyer.context()
    await buyer.buys(choice, payment)
    const customer = await buyer.customer()
    const settleDebits = (outcome: 'succeeded' | 'failed') => academy.settleDebits(customer, outcome)
    await settleDebits('succeeded')
    await app.payments?.sync(customer)
    await post('', { email: buyer.email })
    await app.retryCancellationsAndMails()
    const mail = (await mailsTo(buyer.email)).find(({ subject }) => subject.startsWith('Cancel your'))
    const token = /#token=([\w-]{43})$/.exec(mail?.links[0] ?? '')?.[1] ?? ''
    const subscription = async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data[0] as Stripe.Subscription
    const { id, items } = await subscription()
    return {
      ...buyer,
      customer_id: customer,
      subscription_id: id,
      /** The end of the paid period, in seconds. */
      end: items.data[0]?.current_period_end ?? 0,
      settleDebits,
      subscription,
      charges: async () => (await stripe.charges.list({ customer, limit: 100 })).data,
      confirm: async () => cancellation.parse((await post('/confirm', { token })).json()),
      seen: async () => cancellation.parse((await post('/read', { token })).json()),
      /** Returns the mails that confirm the cancellation. */
      confirmations: async () => (await mailsTo(buyer.email)).filter(({ subject }) => subject.endsWith('is cancelled')),
      /** Repeats the cancellation a minute later. */
      finishLater: async () => {
        await owner`update cancellations set attempted_at = now() - interval '2 minutes' where account_id = ${buyer.id}`
        await app.retryCancellationsAndMails()
      },
    }
  }
  /** Creates a further Studio of the account, for a Stripe customer of its own, whose period ends `days` after now. Returns both ids. */
  async function secondStudio({ id, email }: { id: string; email: string }, days: number): Promise<{ studio: string; customer: string }> {
    const { id: customer } = await stripe.customers.create({ email, metadata: { account_id: id } })
    const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    const { data } = await stripe.prices.list({ lookup_keys: ['studio_eur'] })
    const { id: studio } = await stripe.subscriptions.create({
      customer,
      items: [{ price: data[0]?.id ?? '' }],
      default_payment_method: card,
      trial_period_days: days,
    })
    await app.payments?.sync(customer)
    return { studio, customer }
  }
  return { ...academy, post, subscriberWithLink, secondStudio }
}

export type CancellingSubscriber = Awaited<ReturnType<Awaited<ReturnType<typeof startCancellingAcademy>>['subscriberWithLink']>>

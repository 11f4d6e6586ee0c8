import { randomUUID } from 'node:crypto'
import { publisher } from './published-pages.ts'
import { startSellingAcademy } from './selling-academy.ts'

export const ADMIN = 'admin@example.test'

const DAY_MS = 86_400_000
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

/** A selling academy with one session: a free, two paid and a VIP tutorial. With what buyers do about their guarantee. */
export async function startGuaranteeAcademy() {
  const academy = await startSellingAcademy({
    env: { ADMIN_EMAIL: ADMIN, LOG_LEVEL: 'trace', RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000' },
  })
  const { app, stripe, buyer, signIn } = academy
  const admin = await signIn({ email: ADMIN })
  const publish = publisher(app.db)
  await publish.course('master-course')
  await publish.session('one', 'master-course', {
    checkpoint: { project: 'board', files: [{ path: 'board.js', text: 'paid words\n' }], size: 11 },
  })
  await publish.tutorial('free', 'one', { position: 1, free: true })
  await publish.tutorial('paid', 'one', { position: 2, parts: { prompt: '<p>paid words</p>' } })
  await publish.tutorial('other', 'one', { position: 3, parts: { prompt: '<p>other words</p>' } })
  await publish.tutorial('vip', 'one', { position: 4, vip: true, parts: { prompt: '<p>vip words</p>' } })

  /** What a signed-in account does about its guarantee. */
  async function learner(id: string = randomUUID(), customerFields?: Record<string, string>) {
    const headers = customerFields ?? (await signIn({ id, email: `${id}@example.test` }))
    const read = (tutorial: string, start = true) =>
      app.inject({ url: `/api/tutorials/${tutorial}/content${start ? '' : '?start=false'}`, headers })
    const download = (start = true) => app.inject({ url: `/api/sessions/one/checkpoint${start ? '' : '?start=false'}`, headers })
    return {
      id,
      headers,
      read,
      download,
      opens: async (tutorial = 'paid') => (await read(tutorial)).statusCode === 200,
      context: async () => (await app.inject({ url: '/api/accounts/context', headers })).json().data,
      refund: (purchase_id: string) => app.inject({ method: 'POST', url: '/api/payments/refund', headers, payload: { purchase_id } }),
      save: (tutorial: string) =>
        app.inject({ method: 'PUT', url: `/api/tutorials/${tutorial}/progress`, headers, payload: { at: new Date().toISOString() } }),
      watch: (tutorial: string) => {
        const payload = { at: new Date().toISOString(), seconds: 5 }
        return app.inject({ method: 'PUT', url: `/api/tutorials/${tutorial}/video-position`, headers, payload })
      },
      started: async () => (await app.sql`select tutorial_id from course_starts where account_id = ${id}`).map((row) => row.tutorial_id),
      log: () => app.sql`select who, what, reason, details from audit_log where account_id = ${id} order by at, id`,
      details: async () => (await app.inject({ url: `/api/admin/accounts/${id}`, headers: admin })).json().data,
    }
  }

  /** An account that bought an offer at Stripe, and its refunds there. */
  async function customer(choice: object = { masterCourse: true }, payment: object = {}) {
    const ada = await buyer()
    await ada.context()
    const purchase = await ada.buys(choice, payment)
    const customer_id = await ada.customer()
    await app.payments?.sync(customer_id)
    const refunds = async () => (await stripe.refunds.list({ limit: 100 })).data.filter(({ metadata }) => metadata?.checkout === purchase)
    return {
      ...(await learner(ada.id, ada.headers)),
      buys: ada.buys,
      purchase,
      customer_id,
      sync: async () => await app.payments?.sync(customer_id),
      refunds,
      charge: async (): Promise<string> => (await app.sql`select charge_id from purchases where id = ${purchase}`)[0]?.charge_id,
      studio: async () => (await stripe.subscriptions.list({ customer: customer_id, status: 'all' })).data[0]?.status,
    }
  }

  return { ...academy, admin, learner, customer }
}

import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { startSellingAcademy } from '../../testing/selling-academy.ts'

/** The time limit of requests that call Stripe, in milliseconds (`call-stripe.ts`). */
const STRIPE_TIMEOUT_MS = 12_000

const academy = await startSellingAcademy()
const { app, issuer, stripe } = academy

afterEach(() => vi.restoreAllMocks())

/** Replaces the time limit of calls to Stripe by a controller that the test aborts. */
function controlTimeLimit(): AbortController {
  const timeLimit = new AbortController()
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === STRIPE_TIMEOUT_MS ? timeLimit.signal : timeout(ms)))
  return timeLimit
}

test('does not erase an account after it reported that Stripe takes too long', async () => {
  const account = { id: randomUUID(), email: 'ada@example.test' }
  issuer.addUser(account)
  const ada = await academy.buyer(account)
  await ada.buys({ masterCourse: true })
  const customer = await ada.customer()
  await app.payments?.sync(customer)

  const timeLimit = controlTimeLimit()
  const payments = app.payments
  if (payments === undefined) throw new Error('The academy sells nothing.')
  const sync = vi.spyOn(payments, 'sync')
  await academy.fault({ kind: 'slow', delay_ms: 100 })
  const erasing = app.inject({ method: 'POST', url: '/api/accounts/erase', headers: ada.headers, payload: { email: account.email } })
  await expect.poll(() => sync).toHaveBeenCalled()
  timeLimit.abort(new DOMException('The time is over.', 'TimeoutError'))
  expect((await erasing).json()).toMatchObject({ code: 'payment_provider_error', message: expect.stringContaining('cannot be reached') })

  await sync.mock.results[0]?.value
  await academy.clearFaults()
  // Time in which the erasure would go on. Nothing follows that a test could wait for; a busy machine would only hide an erasure.
  await new Promise((later) => setTimeout(later, 500))
  expect((await stripe.customers.retrieve(customer)).deleted).toBeUndefined()
  expect(await app.sql`select 1 from erased_accounts`).toEqual([])
  expect(issuer.knows(account.id)).toBe(true)
})

test('reports an erasure that takes longer than the time limit of Stripe in the database', async () => {
  const account = { id: randomUUID(), email: 'grace@example.test' }
  issuer.addUser(account)
  const grace = await academy.buyer(account)
  const timeLimit = controlTimeLimit()

  const waiting = () => app.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const requests = await app.sql.begin(async (sql) => {
    await sql`lock table erased_accounts in exclusive mode`
    const payload = { email: account.email }
    const erasing = app.inject({ method: 'POST', url: '/api/accounts/erase', headers: grace.headers, payload })
    await expect.poll(waiting).not.toHaveLength(0)
    timeLimit.abort(new DOMException('The time is over.', 'TimeoutError'))
    return [erasing]
  })

  expect((await Promise.all(requests)).map(({ statusCode }) => statusCode)).toEqual([200])
  expect(await app.sql`select from erased_accounts where account_id = ${account.id}`).toHaveLength(1)
  expect(issuer.knows(account.id)).toBe(false)
})

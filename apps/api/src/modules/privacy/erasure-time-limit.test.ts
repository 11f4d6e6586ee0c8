import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { startSellingAcademy } from '../../testing/selling-academy.ts'

/** The time limit of requests that call Stripe, in milliseconds (`call-stripe.ts`). */
const STRIPE_TIMEOUT_MS = 12_000

const academy = await startSellingAcademy()
const { app, issuer, stripe } = academy

afterEach(() => vi.restoreAllMocks())

test('does not erase an account after it reported that Stripe takes too long', async () => {
  const account = { id: randomUUID(), email: 'ada@example.test' }
  issuer.addUser(account)
  const ada = await academy.buyer(account)
  await ada.buys({ masterCourse: true })
  const customer = await ada.customer()
  await app.payments?.sync(customer)

  const timeLimit = new AbortController()
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === STRIPE_TIMEOUT_MS ? timeLimit.signal : timeout(ms)))
  const payments = app.payments
  if (payments === undefined) throw new Error('The academy sells nothing.')
  const sync = vi.spyOn(payments, 'sync')
  await academy.fault({ kind: 'slow', delay_ms: 100 })
  const erasing = app.inject({ method: 'POST', url: '/api/accounts/erase', headers: ada.headers, payload: { email: account.email } })
  await vi.waitUntil(() => sync.mock.calls.length > 0)
  timeLimit.abort(new DOMException('The time is over.', 'TimeoutError'))
  expect((await erasing).json()).toMatchObject({ code: 'payment_provider_error', message: expect.stringContaining('cannot be reached') })

  await sync.mock.results[0]?.value
  await academy.clearFaults()
  // Time in which the erasure would go on.
  await new Promise((later) => setTimeout(later, 500))
  expect((await stripe.customers.retrieve(customer)).deleted).toBeUndefined()
  expect(await app.sql`select 1 from erased_accounts`).toEqual([])
  expect(issuer.knows(account.id)).toBe(true)
})

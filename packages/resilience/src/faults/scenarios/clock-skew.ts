import { randomUUID } from 'node:crypto'
import { STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import Stripe from 'stripe'
import { Counts } from '../../counts.ts'
import { sendRequest, type TimedResponse } from '../../send-request.ts'
import { createSignedInUser, createUserWithToken } from '../../users.ts'
import type { FaultScenario } from '../fixture/fixture.ts'

export const clockSkew: FaultScenario = {
  name: 'clock-skew',
  fault: 'The clocks of the auth provider and of Stripe differ from this machine’s',
  expected: 'Accepts tokens within 5 s of their times; refuses webhooks signed more than 5 minutes ago, and the response says why',
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const all = new Counts()
    const context = async (headers: Record<string, string>) =>
      all.add(await sendRequest(`${api.url}/api/accounts/context`, { headers })).status
    const { supabaseUrl } = fixture.standins
    const expectStatus = async (name: string, headers: Record<string, string>, expected: number) => {
      const status = await context(headers)
      findings.record(name, status)
      findings.expect(status === expected, `${name}: ${status} instead of ${expected}`)
    }
    await fixture.control('POST', '/control/clock', { service: 'auth', advance_seconds: 4 })
    await expectStatus('token of a provider 4 s ahead', (await createSignedInUser(fixture.standins)).headers, 200)
    await fixture.control('POST', '/control/clock', { service: 'auth', advance_seconds: 56 })
    await expectStatus('token of a provider 60 s ahead', (await createSignedInUser(fixture.standins)).headers, 200)
    await fixture.control('POST', '/control/clock', { service: 'auth', reset: true })
    await expectStatus('token that ended 3 s ago', createUserWithToken(supabaseUrl, { expiresIn: -3 }).headers, 200)
    await expectStatus('token that ended 30 s ago', createUserWithToken(supabaseUrl, { expiresIn: -30 }).headers, 401)

    const stripe = new Stripe('sk_test_only_to_sign')
    const payload = JSON.stringify({
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      object: 'event',
      livemode: false,
      type: 'plan.created',
      data: { object: {} },
    })
    const deliver = async (secondsAgo: number, secret = fixture.stripeWebhookSecret): Promise<TimedResponse> => {
      const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
      const headers = { 'stripe-signature': signature }
      return all.add(await sendRequest(`${api.url}${STRIPE_WEBHOOK_PATH}`, { method: 'POST', headers, body: JSON.parse(payload) }))
    }
    const expectResponse = (name: string, { status, body }: TimedResponse, expected: number, pattern: RegExp) => {
      const message = status === 200 ? 'received' : (JSON.parse(body) as { error: string }).error
      findings.record(name, `${status}: ${message}`)
      findings.expect(status === expected && pattern.test(message), `${name}: ${status} "${message}"`)
    }
    expectResponse('webhook signed 4 minutes ago', await deliver(240), 200, /received/)
    expectResponse('webhook signed 10 minutes ago', await deliver(600), 400, /minutes/)
    // a signature from the future is valid, because a late clock must not block a purchase
    expectResponse('webhook signed 10 minutes ahead', await deliver(-600), 200, /received/)
    expectResponse('webhook signed with another secret', await deliver(0, 'whsec_anotheraccount1234567890'), 400, /not signed/i)
    findings.expect(
      api.log.some((line) => /clock/i.test(line)),
      'the log does not hint at the clock',
    )
    findings.expect(all.problems === '', all.problems)
  },
}

import { randomUUID } from 'node:crypto'
import { accountContext, apiError } from '@academy/contract'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { grantPackage } from '../billing/facts/manage-grants.ts'

const ADMIN = 'admin@example.test'
const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: 'Admin@Example.test' } })

const getContext = (headers: { authorization: string }) => app.inject({ url: '/api/accounts/context', headers })
const putProfile = (headers: { authorization: string }, payload: object) =>
  app.inject({ method: 'PUT', url: '/api/accounts/profile', headers, payload })
const rows = (id: string) => app.sql`select * from accounts where account_id = ${id}`
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const newCustomer = async () => {
  const id = randomUUID()
  const headers = await signIn({ id })
  const context = async () => (await getContext(headers)).json()
  await context()
  return { id, context, facts: recordFacts(app.db, id) }
}
const profile = { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Founder' }

describe('context', () => {
  test('CTX-01 CTX-02 CTX-03 CTX-04 CTX-05 CTX-06 D-101 a new account has every field, in data and at the top level', async () => {
    const id = randomUUID()
    const response = await getContext(await signIn({ id, email: 'new@example.test' }))
    expect(response.statusCode).toBe(200)
    const nothing = {
      master_course: false,
      resources: false,
      slack_standard: false,
      slack_premium: false,
      my_prompts: false,
      aha_sessions: false,
    }
    expect(response.json()).toEqual({
      success: true,
      message: null,
      data: {
        account_id: id,
        email: 'new@example.test',
        first_name: null,
        last_name: null,
        job_title: null,
        stripe_customer_id: null,
        deal: null,
        hide_bundle_deal: false,
        processing_payments: [],
        is_admin: false,
        entitlements: nothing,
        subscriptions: [],
        prices: [],
        guarantee: null,
        next_guarantee: 'offered',
      },
      prices: [],
      subscriptions: [],
      deal: null,
      hide_bundle_deal: false,
    })
    expect(accountContext.safeParse(response.json()).success).toBe(true)
  })

  test('D-14 the first call creates the missing account, later ones find it', async () => {
    const id = randomUUID()
    const headers = await signIn({ id })
    expect(await rows(id)).toHaveLength(0)
    await getContext(headers)
    await getContext(headers)
    expect(await rows(id)).toHaveLength(1)
  })

  test('CTX-01 concurrent first calls create one account, and all succeed', async () => {
    const id = randomUUID()
    const headers = await signIn({ id })
    const responses = await Promise.all(Array.from({ length: 40 }, () => getContext(headers)))
    expect(responses.map((response) => response.statusCode)).toEqual(Array(40).fill(200))
    expect(await rows(id)).toHaveLength(1)
  })

  test('D-108 returns the email of the verified token, also after a change', async () => {
    const id = randomUUID()
    await getContext(await signIn({ id, email: 'before@example.test' }))
    const response = await getContext(await signIn({ id, email: 'after@example.test' }))
    expect(response.json().data.email).toBe('after@example.test')
    expect((await rows(id))[0]?.email).toBe('after@example.test')
  })

  test('D-103 returns deal and hide_bundle_deal as the operator set them', async () => {
    const id = randomUUID()
    const headers = await signIn({ id })
    await getContext(headers)
    await app.sql`update accounts set deal = 'launch_bundle', hide_bundle_deal = true where account_id = ${id}`
    const body = (await getContext(headers)).json()
    expect(body).toMatchObject({ deal: 'launch_bundle', hide_bundle_deal: true, data: { deal: 'launch_bundle', hide_bundle_deal: true } })
  })

  test('CTX-03 CTX-05 D-104 the context lists purchases by price and plan, and subscriptions with their status', async () => {
    const { facts, context } = await newCustomer()
    await facts.purchase({ price_id: 'price_c', paid_at: hoursAgo(3) })
    await facts.subscription({ price_id: 'price_old', status: 'canceled', started_at: hoursAgo(2), ended_at: hoursAgo(1) })
    await facts.subscription({ price_id: 'price_s', status: 'trialing' })
    const body = await context()
    const expected = {
      prices: [{ price_id: 'price_c', plan_id: 'master_course', status: 'active' }],
      subscriptions: [
        { price_id: 'price_s', plan_name: 'studio', status: 'trialing' },
        { price_id: 'price_old', plan_name: 'studio', status: 'canceled' },
      ],
    }
    expect(body).toMatchObject({ ...expected, data: expected })
    expect(body.data.entitlements).toMatchObject({ master_course: true, resources: true, aha_sessions: false })
    expect(accountContext.safeParse(body).success).toBe(true)
  })

  test.each([
    ['refunded in full', { refunded_at: new Date() }, false],
    ['disputed and lost', { dispute_status: 'lost', dispute_at: new Date() }, false],
    ['refunded in part', { refunded_amount: 100 }, true],
    ['disputed', { dispute_status: 'open', dispute_at: new Date() }, true],
    ['disputed and won', { dispute_status: 'won', dispute_at: new Date() }, true],
  ] as const)('R-09 D-104 D-126 keeps or removes both the price and the access of a course that was %s', async (_, changes, stands) => {
    const { facts, context } = await newCustomer()
    await facts.purchase(changes)
    const { data } = await context()
    expect([data.prices.length > 0, data.entitlements.master_course]).toEqual([stands, stands])
  })

  test('R-09 D-95 a past_due Studio stays open for 7 days after the paid period, with its status in the context', async () => {
    const { facts, context } = await newCustomer()
    const id = await facts.subscription({ status: 'past_due', paid_until: hoursAgo(7 * 24 - 1) })
    const hasStudio = async () => {
      const { data } = await context()
      expect(data.subscriptions).toMatchObject([{ status: 'past_due' }])
      return data.entitlements.resources
    }
    expect(await hasStudio()).toBe(true)
    await facts.changeSubscription(id, { paid_until: hoursAgo(7 * 24) })
    expect(await hasStudio()).toBe(false)
  })

  test('D-103 a bundle buyer has its deal until the refund; a deal from an operator wins', async () => {
    const { id, facts, context } = await newCustomer()
    const bundle = await facts.purchase({ offer: 'bundle', price_id: 'price_b' })
    expect(await context()).toMatchObject({ deal: 'launch_bundle', data: { deal: 'launch_bundle' } })
    await app.sql`update accounts set deal = 'partner' where account_id = ${id}`
    expect((await context()).deal).toBe('partner')
    await app.sql`update accounts set deal = null where account_id = ${id}`
    await facts.changePurchase(bundle, { refunded_at: new Date() })
    expect(await context()).toMatchObject({ deal: null, data: { deal: null, entitlements: { master_course: false } } })
  })

  test('R-08 D-124 the context contains the Stripe customer after a completed checkout, not after a started one', async () => {
    const { facts, context } = await newCustomer()
    await facts.customer(false)
    await facts.checkout('open')
    expect((await context()).data.stripe_customer_id).toBeNull()
    await facts.customer(true)
    expect((await context()).data.stripe_customer_id).toBe(facts.customer_id)
  })

  test('a purchase appears in no other context', async () => {
    const [buyer, other] = [await newCustomer(), await newCustomer()]
    await buyer.facts.customer(true)
    await buyer.facts.purchase()
    await buyer.facts.subscription()
    expect((await other.context()).data).toMatchObject({ prices: [], subscriptions: [], stripe_customer_id: null, deal: null })
  })

  test('an unknown offer appears in no context, and breaks nothing', async () => {
    const { facts, context } = await newCustomer()
    const [course, studio] = [await facts.purchase(), await facts.subscription()]
    await app.sql`update purchases set offer = 'unknown_future_value' where id = ${course}`
    await app.sql`update subscriptions set offer = 'toString' where id = ${studio}`
    expect((await context()).data).toMatchObject({
      prices: [],
      subscriptions: [],
      entitlements: { master_course: false, resources: false },
    })
  })

  test('performance: a known account costs one statement', async () => {
    const { app: traced, signIn: signInThere, statements } = await buildTestApp({ env: { LOG_LEVEL: 'trace' } })
    const headers = await signInThere()
    const ask = () => traced.inject({ url: '/api/accounts/context', headers })
    await ask()
    const before = statements().length
    await ask()
    expect(statements().slice(before)).toEqual([expect.stringMatching(/^select .* from "accounts" /s)])
  })
})

describe('invitations to Slack', () => {
  const standard = 'https://join.slack.test/t/builders?code=a/'
  const premium = 'https://join.slack.test/t/support'
  const linksOf = async (
    { app: there, signIn: enter }: Awaited<ReturnType<typeof buildTestApp>>,
    granted?: 'master_course' | 'studio' | 'vip',
  ) => {
    const id = randomUUID()
    const headers = await enter(granted ? { id } : { email: ADMIN })
    const ask = async () => (await there.inject({ url: '/api/accounts/context', headers })).json()
    await ask()
    if (granted) await grantPackage(there.db, { account_id: id, package: granted, expires_at: null, reason: 'a test', by: 'ada' })
    const context = await ask()
    expect(accountContext.safeParse(context).success).toBe(true)
    return context.data.links
  }

  test('COMM-03 D-71 D-72 each invitation appears for its entitlement and for the admin, as configured', async () => {
    const there = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN, SLACK_STANDARD_URL: standard, SLACK_PREMIUM_URL: premium } })
    expect(await linksOf(there, 'master_course')).toEqual({ slack_standard_url: standard })
    expect(await linksOf(there, 'studio')).toEqual({ slack_standard_url: standard, slack_premium_url: premium })
    expect(await linksOf(there)).toEqual({ slack_standard_url: standard, slack_premium_url: premium })
    expect(await linksOf(there, 'vip')).toBeUndefined()
  })

  test('D-71 an invitation without a setting appears nowhere', async () => {
    const there = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN, SLACK_PREMIUM_URL: premium } })
    expect(await linksOf(there, 'master_course')).toBeUndefined()
    expect(await linksOf(there)).toEqual({ slack_premium_url: premium })
  })
})

describe('roles', () => {
  test('ACCESS-01 API-01 a visitor without a token gets 401', async () => {
    const response = await app.inject('/api/accounts/context')
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Bearer')
    expect(apiError.parse(response.json()).code).toBe('unauthenticated')
  })

  test('CTX-07 ACCESS-02 ACCESS-03 ACCESS-04 ACCESS-05 R-07 the configured admin address, whatever its case, holds everything', async () => {
    for (const email of [ADMIN, 'ADMIN@example.test']) {
      const { data } = (await getContext(await signIn({ email }))).json()
      expect(data.is_admin).toBe(true)
      expect(Object.values(data.entitlements)).toEqual(Array(6).fill(true))
    }
  })

  test('ACCESS-02 an address that only resembles the admin address gives no rights', async () => {
    for (const email of [`${ADMIN}.evil.test`, ` ${ADMIN}`, `x${ADMIN}`, '']) {
      const { data } = (await getContext(await signIn({ email }))).json()
      expect(data.is_admin).toBe(false)
    }
  })

  test('D-129 without a configured admin address no account is admin, not even one without an email', async () => {
    const { app: other, signIn: signInThere } = await buildTestApp()
    const response = await other.inject({ url: '/api/accounts/context', headers: await signInThere({ email: '' }) })
    expect(response.json().data.is_admin).toBe(false)
  })
})

describe('profile', () => {
  test('PROF-06 SET-08 the profile is saved, trimmed, and answered with success and message', async () => {
    const headers = await signIn()
    await getContext(headers)
    const response = await putProfile(headers, { ...profile, first_name: '  Ada ' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ success: true, message: 'Your profile has been updated.' })
    expect((await getContext(headers)).json().data).toMatchObject(profile)
  })

  test('PROF-06 saving before the first context call makes the account', async () => {
    const id = randomUUID()
    expect((await putProfile(await signIn({ id }), profile)).statusCode).toBe(200)
    expect(await rows(id)).toMatchObject([{ first_name: 'Ada', last_name: 'Lovelace', job_title: 'Founder' }])
  })

  test('D-109 changes the profile of the caller, never of an account in the body', async () => {
    const other = randomUUID()
    await getContext(await signIn({ id: other }))
    const response = await putProfile(await signIn(), { ...profile, account_id: other })
    expect(response.statusCode).toBe(400)
    expect((await rows(other))[0]?.first_name).toBeNull()
  })

  test('D-85 R-17 a refused profile names each field, with a message that can be shown', async () => {
    const response = await putProfile(await signIn(), { first_name: ' ', last_name: 'x'.repeat(101), job_title: 'Founder' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      success: false,
      code: 'invalid_request',
      message: 'First name is required.',
      fields: { first_name: 'First name is required.', last_name: 'Last name must be at most 100 characters.' },
    })
  })

  test('PROF-05 refuses Other as a job title, which stands for one that the user types', async () => {
    const headers = await signIn()
    for (const job_title of ['Other', ' other ']) {
      const response = await putProfile(headers, { ...profile, job_title })
      expect([response.statusCode, response.json().fields]).toEqual([400, { job_title: 'Specify the job title.' }])
    }
    expect((await putProfile(headers, { ...profile, job_title: 'Other things' })).statusCode).toBe(200)
  })

  test('EDGE-16 refuses an invisible name, which a certificate would show', async () => {
    const response = await putProfile(await signIn(), { first_name: '\u200b', last_name: '\u3164', job_title: 'Founder' })
    const first_name = 'First name is required.'
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      message: first_name,
      fields: { first_name, last_name: 'Last name needs a character that can be seen.' },
    })
  })

  test('SET-08 names of every script come back as they were sent', async () => {
    const headers = await signIn()
    const names = { first_name: 'Zoë 🦊', last_name: "O'Neil; drop table accounts--", job_title: 'مدير 产品 𝒳' }
    expect((await putProfile(headers, names)).statusCode).toBe(200)
    expect((await getContext(headers)).json().data).toMatchObject(names)
  })
})

import postgres from 'postgres'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startHealthyAcademy } from '../testing/start-healthy-academy.ts'
import { runChecks, runDoctor } from './run-doctor.ts'

const academy = await startHealthyAcademy()
afterAll(() => academy.stop())
beforeEach(() => academy.resetStripe())

test('notes that customers cannot buy without Stripe', async () => {
  const found = await runChecks({ ...academy.env, STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' })
  expect(found.filter(({ subject }) => subject === 'Stripe')).toMatchObject([
    { state: 'note', message: expect.stringContaining('nothing can be bought') },
  ])
})

test('reports missing and wrong prices with their effect', async () => {
  const { data } = await academy.stripe.prices.list({ lookup_keys: ['studio_usd', 'bundle_eur'] })
  const [studio, bundle] = ['studio_usd', 'bundle_eur'].map((key) => data.find(({ lookup_key }) => lookup_key === key))
  await academy.stripe.prices.update(studio?.id ?? '', { active: false })
  const lines: string[] = []
  const settings = { ...academy.env, STRIPE_PRICE_MASTER_COURSE_EUR: bundle?.id ?? '' }
  expect(await runDoctor({ settings: false }, settings, (line) => lines.push(line))).toBe(false)
  expect(lines.join('\n')).toMatch(
    /✗ Price master_course_eur: price_\w+ is 24900, but 25900 is shown\. .*\n +effect: this cannot be bought/,
  )
  expect(lines.join('\n')).toContain('✗ Price studio_usd: the price does not exist. Run npx -y pnpm@10 academy stripe:setup.')
  expect(lines.join('\n')).toContain('2 problems.')
})

test('D-153 reports a configured price that does not exist, and checks the rest of Stripe', async () => {
  const found = await runChecks({ ...academy.env, STRIPE_PRICE_STUDIO_EUR: 'price_ofAnotherAccount' })
  expect(found.filter(({ state }) => state === 'problem')).toEqual([
    {
      state: 'problem',
      subject: 'Price studio_eur',
      message:
        'price_ofAnotherAccount does not exist. Correct STRIPE_PRICE_STUDIO_EUR, or unset it and run npx -y pnpm@10 academy stripe:setup.',
      effect: 'this cannot be bought',
    },
  ])
  expect(found.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['Webhook', 'Billing portal', 'Taxes']))
})

test('reports a missing, disabled, incomplete or unreachable webhook', async () => {
  const [endpoint] = (await academy.stripe.webhookEndpoints.list()).data
  const id = endpoint?.id ?? ''
  await academy.stripe.webhookEndpoints.update(id, { disabled: true, enabled_events: ['invoice.paid'] })
  expect((await academy.findProblems()).join('\n')).toMatch(
    /is disabled\. Run npx -y pnpm@10 academy stripe:setup\.\n[\s\S]*does not receive charge\.refunded/,
  )
  academy.webhook.status = 404
  expect((await academy.findProblems()).join('\n')).toContain('responds with 404, so the API is not there.')
  await academy.stripe.webhookEndpoints.del(id)
  expect(await academy.findProblems()).toEqual([expect.stringContaining('Stripe knows no endpoint at 127.0.0.1:')])
})

test('notes a live key on this machine, and a test key in production', async () => {
  expect(await academy.findProblems({ STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef' })).toContain(
    'Mode of Stripe: a LIVE key on http://localhost:3000. Use a test key here.',
  )
  const found = await runChecks({ ...academy.env, WEB_ORIGIN: 'https://academy.example.com' })
  expect(found.find(({ subject }) => subject === 'Mode of Stripe')).toMatchObject({
    state: 'note',
    message: expect.stringContaining('no money is charged'),
  })
})

test('states whether Stripe adds taxes', async () => {
  const taxes = async (STRIPE_AUTOMATIC_TAX: string) =>
    (await runChecks({ ...academy.env, STRIPE_AUTOMATIC_TAX })).find(({ subject }) => subject === 'Taxes')
  expect(await taxes('true')).toMatchObject({ state: 'ok' })
  expect(await taxes('false')).toMatchObject({ state: 'note', message: expect.stringContaining('adds no taxes') })
})

test('MONEY-07 lists purchases and subscriptions of another Stripe account or mode', async () => {
  const sql = postgres(academy.env.DATABASE_URL ?? '', { max: 1, onnotice: () => {} })
  onTestFinished(async () => {
    await sql`delete from purchases`
    await sql`delete from subscriptions`
    await sql`delete from stripe_connection`
    await sql.end()
  })
  const account = '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'
  await sql`insert into stripe_connection (merchant_id, livemode) values ('acct_shop', true)`
  for (const [id, stripe_account, livemode] of [
    ['cs_live_1', 'acct_shop', true],
    ['cs_test_1', 'acct_shop', false],
    ['cs_old', null, null],
  ] as const)
    await sql`
      insert into purchases (id, account_id, customer_id, offer, price_id, currency, amount, paid_at, synced_at, stripe_account, livemode)
      values (${id}, ${account}, 'cus_1', 'bundle', 'price_1', 'eur', 24900, now(), now(), ${stripe_account}, ${livemode})`
  await sql`
    insert into subscriptions (id, account_id, customer_id, offer, price_id, status, started_at, synced_at, stripe_account, livemode)
    values ('sub_1', ${account}, 'cus_1', 'studio', 'price_2', 'active', now(), now(), 'acct_other', true)`
  const findings = (await runChecks(academy.env)).filter(({ subject }) => subject.startsWith('Other '))
  expect(findings.map(({ state, subject, message }) => `${state} ${subject}: ${message}`)).toEqual([
    `note Other purchase: cs_test_1 of test mode of acct_shop opens nothing for the account ${account}`,
    `note Other subscription: sub_1 of live mode of acct_other opens nothing for the account ${account}`,
  ])
})

import { randomUUID } from 'node:crypto'
import { ENTITLEMENTS } from '@academy/catalog'
import { apiError } from '@academy/contract'
import { describe, expect, test } from 'vitest'
import { ADMIN, buildAdminApp } from '../../testing/build-admin-app.ts'
import { ADMIN_ID } from '../../testing/build-test-app.ts'
import { stripeEvents } from '../billing/facts/stripe-events.table.ts'

const { app, get, changeAccount, newAccount } = await buildAdminApp()
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

describe('finding an account', () => {
  test('is paged by a cursor', async () => {
    const name = `n${randomUUID().slice(0, 8)}`
    for (let index = 0; index < 51; index += 1)
      await app.sql`insert into accounts (account_id, email) values (gen_random_uuid(), ${`${name}${index}@example.test`})`
    const first = (await get(`accounts?q=${name}`)).json().data
    expect(first.accounts).toHaveLength(50)
    expect(first.accounts[0]).toEqual({
      account_id: expect.any(String),
      email: `${name}0@example.test`,
      first_name: null,
      last_name: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const second = (await get(`accounts?q=${name}&cursor=${first.next}`)).json().data
    expect([second.accounts.length, second.next]).toEqual([1, null])
    const newest = (await get('accounts')).json().data
    expect((await get(`accounts?cursor=${newest.next}`)).json().data.accounts.length).toBeGreaterThan(0)
  })

  const cursorOf = (...place: string[]) => Buffer.from(JSON.stringify(place)).toString('base64url')
  const id = '01981b2c-0000-7000-8000-000000000000'

  const expectRefusal = async (path: string) => {
    const response = await get(path)
    expect([path, response.statusCode, apiError.parse(response.json()).fields]).toEqual([path, 400, { cursor: expect.any(String) }])
  }

  test.each(['nonsense', 'e30', '%00', 'a b', cursorOf('a', 'b'), cursorOf('a\0', id), cursorOf('2026-01-01T00:00:00.000Z', 'evt_\0')])(
    'EDGE-04 refuses the cursor %s',
    async (cursor) => {
      for (const list of ['accounts?q=a&', 'accounts?', 'payments?']) await expectRefusal(`${list}cursor=${cursor}`)
    },
  )

  test.each(['2026-02-30T12:00:00.000', '0000-01-01T00:00:00.000', '+275760-09-13T00:00:00.000', '-000001-01-01T00:00:00.000', 'infinity'])(
    'EDGE-04 refuses a cursor with the time %s',
    async (time) => {
      for (const key of [time, `${time}Z`, `${time}000Z`, `${time.replace('T', ' ')}+00`])
        for (const list of ['accounts?', 'payments?']) await expectRefusal(`${list}cursor=${cursorOf(key, id)}`)
    },
  )

  test('with a text that cannot be stored, or is too long, is refused', async () => {
    for (const q of ['a%00b', 'x'.repeat(201)]) expect((await get(`accounts?q=${q}`)).statusCode).toBe(400)
    for (const q of ["'; drop table accounts; --", '%25', '\\', '__proto__', '🦊']) {
      expect((await get(`accounts?q=${encodeURIComponent(q)}`)).json()).toEqual({ success: true, data: { accounts: [], next: null } })
    }
  })
})

describe('one account explained', () => {
  test('states each entitlement as the context of the account does, and why', async () => {
    const user = await newAccount('Ada@example.test')
    expect((await user.details()).entitlements).toEqual(ENTITLEMENTS.map((entitlement) => ({ entitlement, held: false, reasons: [] })))
    const course = await user.facts.purchase({ paid_at: new Date('2026-11-01T10:00:00Z') })
    await user.facts.subscription({ status: 'trialing', trial_end: new Date('2027-02-01T10:00:00Z') })
    const { entitlements, account } = await user.details()
    const { data } = await user.context()
    expect(Object.fromEntries(entitlements.map(({ entitlement, held }) => [entitlement, held]))).toEqual(data.entitlements)
    expect(account).toMatchObject({ account_id: user.id, email: 'Ada@example.test', is_admin: false, hide_bundle_deal: false })
    expect(await user.reasons('master_course')).toEqual([
      {
        kind: 'purchase',
        id: course,
        state: 'active',
        holds: true,
        until: null,
        text: 'Master Course was bought on November 1, 2026 for €259.',
      },
    ])
    expect((await user.reasons('slack_standard')).map(({ kind }) => kind)).toEqual(['subscription', 'purchase'])
    expect(await user.reasons('aha_sessions')).toEqual([])
  })

  test.each([
    ['a refund in part', { refunded_amount: 10_00 }, 'active', '€10 of it was refunded, so access stays.'],
    [
      'a refund',
      { refunded_amount: 259_00, refunded_at: new Date('2026-11-05T00:00:00Z') },
      'refunded',
      'It was refunded in full on November 5, 2026.',
    ],
    [
      'a dispute',
      { dispute_status: 'open', dispute_at: new Date('2026-11-06T00:00:00Z') },
      'active',
      'disputed the payment on November 6, 2026. The bank has not decided yet',
    ],
    [
      'a dispute that was won',
      { dispute_status: 'won', dispute_at: null },
      'active',
      'disputed the payment. The bank decided in our favor.',
    ],
    [
      'a dispute that was lost',
      { dispute_status: 'lost', dispute_at: new Date() },
      'dispute_lost',
      'The bank decided in the buyer’s favor.',
    ],
  ] as const)('R-09 names %s', async (_, changes, state, text) => {
    const user = await newAccount()
    await user.facts.purchase({ offer: 'bundle', ...changes })
    const [reason] = await user.reasons('master_course')
    expect(reason).toMatchObject({ kind: 'purchase', state, holds: state === 'active', text: expect.stringContaining(text) })
    expect(reason?.text).toMatch(/^Launch bundle was bought on \w+ \d+, \d{4} for €259\. /)
  })

  test('D-120 says that the Studio of a refunded bundle continues', async () => {
    const user = await newAccount()
    const subscription_id = await user.facts.subscription({ status: 'trialing' })
    await user.facts.purchase({ offer: 'bundle', subscription_id, refunded_at: new Date() })
    const [course, studio] = [await user.reasons('master_course'), await user.reasons('resources')]
    expect(course).toMatchObject([
      { holds: false, text: expect.stringMatching(/The Studio that came with it was cancelled as well, unless/) },
    ])
    expect(studio).toMatchObject([{ kind: 'subscription', id: subscription_id, holds: true }])
  })

  test.each([
    [{ status: 'active', paid_until: new Date('2027-01-05T00:00:00Z') }, 'active', /runs and is paid until January 5, 2027\.$/],
    [{ status: 'active', cancel_at: new Date('2027-01-06T00:00:00Z') }, 'active', /It was cancelled and ends on January 6, 2027\.$/],
    [{ status: 'trialing', trial_end: new Date('2027-02-01T00:00:00Z') }, 'active', /is free until February 1, 2027\.$/],
    [
      { status: 'past_due', paid_until: hoursAgo(24) },
      'grace',
      /Its renewal failed; it stays open until \w+ \d+, \d{4} at \d\d:\d\d UTC\.$/,
    ],
    [
      { status: 'past_due', paid_until: hoursAgo(24 * 8) },
      'overdue',
      /Its renewal failed, and the days of grace ended on .* UTC \(past_due\)\.$/,
    ],
    [{ status: 'unpaid', paid_until: null }, 'overdue', /was not paid for yet\. Its renewal failed \(unpaid\)\.$/],
    [{ status: 'canceled', ended_at: new Date('2026-10-01T00:00:00Z') }, 'ended', / ended on October 1, 2026 \(canceled\)\.$/],
    [{ status: 'incomplete' }, 'inactive', /does not run \(incomplete\)\.$/],
  ] as const)('R-09 describes a subscription: %#', async (changes, state, text) => {
    const user = await newAccount()
    await user.facts.subscription(changes)
    const [reason] = await user.reasons('resources')
    expect(reason).toMatchObject({ kind: 'subscription', state, text: expect.stringMatching(text) })
    expect(reason?.text).toMatch(/^The subscription to Vibe Coding Studio of \w+ \d+, \d{4} /)
    if (state === 'grace') expect(new Date(reason?.until ?? 0).getTime()).toBeGreaterThan(Date.now() + 5 * 86_400_000)
  })

  test('shows the raw facts, the newest first, and the events of the account', async () => {
    const { id, facts, details } = await newAccount()
    await facts.customer(true)
    const session = await facts.checkout('settling', { problem: 'paid twice' })
    const [older, newer] = [
      await facts.purchase({ paid_at: hoursAgo(2) }),
      await facts.purchase({ offer: 'bundle', subscription_id: 'sub_1' }),
    ]
    const subscription = await facts.subscription()
    const event = { id: `evt_${id}`, type: 'charge.refunded', created: new Date(), customer_id: facts.customer_id, account_id: id }
    await app.db.insert(stripeEvents).values({ ...event, source: 'webhook', applied_at: new Date() })
    expect(await details()).toMatchObject({
      customer: { customer_id: facts.customer_id, checkout_completed_at: expect.any(String) },
      checkouts: [{ session_id: session, status: 'settling', problem: 'paid twice' }],
      purchases: [{ id: newer, subscription_id: 'sub_1' }, { id: older }],
      subscriptions: [{ id: subscription, status: 'active' }],
      events: [{ id: event.id, type: 'charge.refunded' }],
      former_customers: [],
    })
  })

  test('BUY-10 says whether the welcome mail of a paid checkout was sent, or why not; lists of several accounts do not', async () => {
    const { facts, details } = await newAccount()
    const [open, paid, sent] = [
      await facts.checkout('open'),
      await facts.checkout('paid'),
      await facts.checkout('paid', { problem: 'paid twice' }),
    ]
    await app.sql`update checkouts set settled_at = now() where session_id in ${app.sql([paid, sent])}`
    await app.sql`
      update checkouts set welcome_mail = 'sent', welcome_mail_at = '2026-11-20T12:00:00Z', welcome_mail_attempts = 1 where session_id = ${sent}`
    const { checkouts } = await details()
    expect(Object.fromEntries(checkouts.map(({ session_id, welcome_mail_status }) => [session_id, welcome_mail_status]))).toEqual({
      [open]: undefined,
      // the API of this test has no mail server
      [paid]: { state: 'no_mail_server', at: null, attempts: 0 },
      [sent]: { state: 'sent', at: '2026-11-20T12:00:00.000Z', attempts: 1 },
    })
    const issues = (await get('payments')).json().data.checkouts
    expect(issues.find(({ session_id }: { session_id: string }) => session_id === sent)).not.toHaveProperty('welcome_mail_status')
  })

  test('SEAT-22 an open checkout has the number of its seats for others', async () => {
    const { facts, details } = await newAccount()
    const [forOneself, forOthers] = [await facts.checkout('open'), await facts.checkout('open', { offer: 'master_course', seats: 5 })]
    const { checkouts } = await details()
    expect(Object.fromEntries(checkouts.map(({ session_id, seats }) => [session_id, seats]))).toEqual({ [forOneself]: 0, [forOthers]: 5 })
  })

  test('ACCESS-03 ADMIN-01 R-07 the administrator holds everything, another account under the address nothing', async () => {
    const { details: other } = await newAccount(ADMIN)
    expect((await other()).account.is_admin).toBe(false)
    const { details } = await newAccount(ADMIN.toUpperCase(), ADMIN_ID)
    const { account, entitlements } = await details()
    expect(account.is_admin).toBe(true)
    for (const { held, reasons } of entitlements) expect([held, reasons[0]?.kind]).toEqual([true, 'admin'])
  })

  test('responds with 404 for an unknown account, whatever the id looks like', async () => {
    const calls = async (id: string) => [
      await get(`accounts/${id}`),
      await changeAccount('POST', `${id}/grants`, { package: 'vip', reason: 'a test', expires_at: null }),
      await changeAccount('POST', `${id}/grants/revoke`, { package: 'vip', reason: 'a test' }),
      await changeAccount('PUT', `${id}/bundle-deal`, { hidden: true, reason: 'a test' }),
    ]
    for (const id of [randomUUID(), 'some-id', 'null']) {
      for (const response of await calls(id))
        expect([response.statusCode, apiError.parse(response.json()).code]).toEqual([404, 'not_found'])
    }
    expect(await app.sql`select * from grants where reason = 'a test'`).toEqual([])
  })

  test('shows unknown packages and offers as they are, and they open nothing', async () => {
    const { id, facts, details } = await newAccount()
    const course = await facts.purchase()
    await app.sql`update purchases set offer = 'unknown_future_value' where id = ${course}`
    await app.sql`insert into grants (account_id, package, reason, granted_by) values (${id}, 'unknown_future_value', 'a test', 'ada')`
    const { purchases, grants, entitlements } = await details()
    expect([purchases[0]?.offer, grants[0]?.package]).toEqual(['unknown_future_value', 'unknown_future_value'])
    expect(entitlements.some(({ held }) => held)).toBe(false)
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { recordFacts } from '../../../testing/record-facts.ts'
import { grantsOf } from './grants.store.ts'
import { type GrantChange, grantPackage, revokePackage } from './manage-grants.ts'
import { UNKNOWN_ACCOUNT } from './stripe-origin.ts'

const { app, owner } = await buildTestApp({ env: { DATABASE_POOL_SIZE: '10' } })
const { db, sql } = app

const newChange = (changes: Partial<GrantChange> = {}): GrantChange => ({
  account_id: randomUUID(),
  package: 'vip',
  reason: 'a speaker',
  by: 'ada',
  ...changes,
})
const grant = (change: GrantChange, expires_at: Date | null = null) => grantPackage(db, { ...change, expires_at })
const auditOf = (account_id: string) =>
  sql`select who, what, reason, details, at from audit_log where account_id = ${account_id} order by at, id`
/** Moves the grants of an account into the past. */
const age = (account_id: string, by: string) =>
  sql`update grants set granted_at = granted_at - ${by}::interval, expires_at = expires_at - ${by}::interval where account_id = ${account_id}`

const TOMORROW = new Date(Date.now() + 86_400_000)

describe('a grant', () => {
  test('ACCESS-07 is recorded with who gave it, why, when, and until when, and in the audit log', async () => {
    const change = newChange({ reason: '  a speaker ' })
    const outcome = await grant(change, TOMORROW)
    const recorded = {
      account_id: change.account_id,
      package: 'vip',
      reason: 'a speaker',
      granted_by: 'ada',
      granted_at: expect.any(Date),
      expires_at: TOMORROW,
      revoked_at: null,
      revoked_by: null,
      revoke_reason: null,
    }
    expect(outcome).toMatchObject({ done: true, grant: recorded })
    const [unchanged] = await grantsOf(db, change.account_id)
    expect(unchanged).toMatchObject(recorded)
    expect(unchanged?.id, 'ids rise with time').toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    const audit = await auditOf(change.account_id)
    expect(audit).toEqual([
      {
        who: 'ada',
        what: 'grant',
        reason: 'a speaker',
        details: { grant_id: unchanged?.id, package: 'vip', expires_at: TOMORROW.toISOString() },
        at: expect.any(String),
      },
    ])
    expect(new Date(audit[0]?.at)).toEqual(unchanged?.granted_at)
  })

  test('of a held package is refused with the date and reason of the existing grant', async () => {
    const change = newChange()
    await grant(change, TOMORROW)
    const outcome = await grant({ ...change, by: 'bob', reason: 'again' })
    expect(outcome).toMatchObject({ done: false, code: 'already_granted' })
    expect(outcome).toHaveProperty(
      'message',
      expect.stringMatching(
        /^This account holds VIP access already, until \d{4}-\d\d-\d\d \d\d:\d\d UTC \(granted on \d{4}-\d\d-\d\d by ada: "a speaker"\)\. Revoke that first/,
      ),
    )
    expect(await auditOf(change.account_id)).toHaveLength(1)
    expect((await grant({ ...change, package: 'studio' })).done, 'another package').toBe(true)
    expect((await grant(newChange())).done, 'another account').toBe(true)
  })

  test('is recorded once when several operators grant it at the same time', async () => {
    const change = newChange()
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, index) => grant({ ...change, by: `operator ${index}` })))
    expect(outcomes.filter(({ done }) => done)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.done && outcome.code === 'already_granted')).toHaveLength(11)
    expect(await grantsOf(db, change.account_id)).toHaveLength(1)
    expect(await auditOf(change.account_id)).toHaveLength(1)
  })

  test('that expired is replaced once when several operators grant it at the same time', async () => {
    const change = newChange()
    await grant(change, TOMORROW)
    await age(change.account_id, '2 days')
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => grant({ ...change, reason: 'a speaker again' })))
    expect(outcomes.filter(({ done }) => done)).toHaveLength(1)
    const [current, former] = await grantsOf(db, change.account_id)
    expect(current).toMatchObject({ reason: 'a speaker again', revoked_at: null })
    expect(former).toMatchObject({ reason: 'a speaker', revoke_reason: 'It had expired, and another grant replaced it.' })
  })

  test.each([
    ['unknown_package', { package: 'bundle' }, 'There is no package "bundle". Choose one of: master_course, studio, vip.'],
    ['reason_missing', { reason: ' \n ' }, 'A reason is needed'],
    ['reason_too_long', { reason: 'x'.repeat(501) }, 'at most 500 characters'],
    ['operator_missing', { by: '' }, 'The name of the operator is needed'],
  ])('without sense is refused in words: %s', async (code, changes, message) => {
    const change = newChange(changes)
    for (const outcome of [await grant(change), await revokePackage(db, change)]) {
      expect(outcome).toEqual({ done: false, code, message: expect.stringContaining(message) })
    }
    expect(await auditOf(change.account_id)).toEqual([])
  })

  test.each([new Date(), new Date(0), new Date(Number.NaN)])('that would end at %s is refused', async (expires_at) => {
    expect(await grant(newChange(), expires_at)).toMatchObject({ done: false, code: 'end_not_ahead' })
  })
})

describe('a revocation', () => {
  test('is recorded with who did it, why and when; the grant itself stays as it was', async () => {
    const change = newChange()
    await grant(change)
    const outcome = await revokePackage(db, { ...change, by: 'bob', reason: 'left the academy' })
    expect(outcome).toMatchObject({ done: true, grant: { reason: 'a speaker', granted_by: 'ada' } })
    expect(await grantsOf(db, change.account_id)).toMatchObject([
      { revoked_at: expect.any(Date), revoked_by: 'bob', revoke_reason: 'left the academy', reason: 'a speaker' },
    ])
    expect(await auditOf(change.account_id)).toMatchObject([
      { who: 'ada', what: 'grant' },
      { who: 'bob', what: 'revoke', reason: 'left the academy', details: { package: 'vip' } },
    ])
  })

  test('is recorded once when several operators revoke at the same time', async () => {
    const change = newChange()
    await grant(change)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => revokePackage(db, change)))
    expect(outcomes.filter(({ done }) => done)).toHaveLength(1)
    expect(await auditOf(change.account_id)).toHaveLength(2)
  })

  test('of a package that is not held says why there is nothing to revoke', async () => {
    const change = newChange()
    expect(await revokePackage(db, change)).toEqual({
      done: false,
      code: 'nothing_to_revoke',
      message: 'There is nothing to revoke: this account was never granted VIP access.',
    })
    await grant(change)
    await revokePackage(db, { ...change, by: 'bob', reason: 'left' })
    expect(await revokePackage(db, change)).toMatchObject({
      message: expect.stringMatching(/^There is nothing to revoke: VIP access was revoked before, on \d{4}-\d\d-\d\d by bob: "left"$/),
    })
    await grant(change, TOMORROW)
    await age(change.account_id, '2 days')
    expect(await revokePackage(db, change)).toMatchObject({
      code: 'nothing_to_revoke',
      message: expect.stringMatching(/the grant of VIP access was over on \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/),
    })
  })

  test('MONEY-13 of a free package leaves other packages and other accounts unchanged', async () => {
    const [account, other] = [randomUUID(), randomUUID()]
    for (const account_id of [account, other]) {
      const facts = recordFacts(db, account_id)
      await facts.purchase({ amount: 0 })
      await facts.subscription()
      // No sync could end it at Stripe.
      await facts.subscription({ stripe_account: UNKNOWN_ACCOUNT })
    }
    const revoked = () => sql`
      select account_id, 'course' as what from purchases where revoked_at is not null and account_id in (${account}, ${other})
      union all select account_id, 'studio' from subscriptions where revoked_at is not null and account_id in (${account}, ${other})
      order by what`
    expect(await revokePackage(db, newChange({ account_id: account, package: 'studio' }))).toMatchObject({ done: true })
    expect(await revoked()).toEqual([{ account_id: account, what: 'studio' }])
    const again = await revokePackage(db, newChange({ account_id: account, package: 'studio' }))
    expect(again, 'also before Stripe has cancelled it').toMatchObject({ code: 'nothing_to_revoke' })
    expect(await revokePackage(db, newChange({ account_id: account, package: 'master_course' }))).toMatchObject({ done: true })
    expect(await revoked()).toEqual([
      { account_id: account, what: 'course' },
      { account_id: account, what: 'studio' },
    ])
  })

  test('MONEY-13 of a package that was paid outside Stripe is refused', async () => {
    const change = newChange({ package: 'master_course' })
    await recordFacts(db, change.account_id).purchase({ amount: 259_00, charge_id: null })
    expect(await revokePackage(db, change)).toMatchObject({
      code: 'nothing_to_revoke',
      message: expect.stringContaining('Master Course was paid for'),
    })
  })

  test('lets the package be granted again', async () => {
    const change = newChange()
    await grant(change)
    await revokePackage(db, change)
    expect((await grant(change)).done).toBe(true)
    expect((await grantsOf(db, change.account_id)).map(({ revoked_at }) => revoked_at === null)).toEqual([true, false])
  })
})

test('writes a change and its audit entry in one transaction', async () => {
  const change = newChange()
  await owner`alter table audit_log rename to audit_log_away`
  await expect(grant(change)).rejects.toThrow()
  await owner`alter table audit_log_away rename to audit_log`
  expect(await grantsOf(db, change.account_id)).toEqual([])
})

test('refuses to change or delete an audit entry', async () => {
  const change = newChange()
  await grant(change)
  for (const connection of [sql, owner]) {
    const { account_id } = change
    await expect(connection`update audit_log set reason = 'another' where account_id = ${account_id}`).rejects.toThrow('only ever added to')
    await expect(connection`delete from audit_log where account_id = ${account_id}`).rejects.toThrow('only ever added to')
  }
  await expect(sql`truncate audit_log`).rejects.toThrow('permission denied')
  await expect(owner`truncate audit_log`).rejects.toThrow('only ever added to')
  expect(await auditOf(change.account_id)).toHaveLength(1)
})

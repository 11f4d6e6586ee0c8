import { expect, test } from 'vitest'
import { ADMIN, buildAdminApp } from '../../testing/build-admin-app.ts'

const { app, signIn, changeAccount, newAccount } = await buildAdminApp()

test('ACCESS-07 a package is granted and revoked, with the reason, the operator and a line in the audit log', async () => {
  const { id, details, context, reasons } = await newAccount()
  const expires_at = '2099-01-01T00:00:00.000Z'
  const granted = await changeAccount('POST', `${id}/grants`, { package: 'vip', reason: ' a speaker ', expires_at })
  expect([granted.statusCode, granted.json()]).toEqual([201, { success: true, message: 'The package has been granted.' }])
  expect((await context()).data.entitlements.aha_sessions).toBe(true)
  expect(await reasons('aha_sessions')).toMatchObject([
    {
      kind: 'grant',
      state: 'active',
      until: expires_at,
      text: expect.stringMatching(
        /^VIP access was granted on .* by admin@example\.test: "a speaker"\. It ends on January 1, 2099 at 00:00 UTC\.$/,
      ),
    },
  ])
  expect((await changeAccount('POST', `${id}/grants/revoke`, { package: 'vip', reason: 'left' })).statusCode).toBe(200)
  expect((await context()).data.entitlements.aha_sessions).toBe(false)
  expect(await reasons('aha_sessions')).toMatchObject([
    { state: 'revoked', holds: false, text: expect.stringMatching(/It was revoked on .* by admin@example\.test: "left"\.$/) },
  ])
  expect((await details()).audit_log).toMatchObject([
    { what: 'revoke', who: ADMIN, reason: 'left' },
    { what: 'grant', who: ADMIN, reason: 'a speaker' },
  ])
})

test('refuses invalid changes with a message', async () => {
  const { id, details } = await newAccount()
  const vip = { package: 'vip', reason: 'a test', expires_at: null }
  await changeAccount('POST', `${id}/grants`, vip)
  const refused = [
    [await changeAccount('POST', `${id}/grants`, vip), 409, 'holds VIP access already'],
    [await changeAccount('POST', `${id}/grants/revoke`, { package: 'studio', reason: 'x' }), 409, 'never granted'],
    [await changeAccount('POST', `${id}/grants`, { ...vip, expires_at: '2020-01-01T00:00:00Z' }), 400, 'must lie in the future'],
    [await changeAccount('POST', `${id}/grants`, { ...vip, expires_at: '9999-12-31T23:59:59-00:01' }), 400, 'before the year 10000'],
    [await changeAccount('POST', `${id}/grants`, { ...vip, package: 'bundle' }), 400, 'package must be one of'],
    [await changeAccount('POST', `${id}/grants`, { ...vip, reason: ' ' }), 400, 'Reason is required.'],
    [await changeAccount('POST', `${id}/grants`, { ...vip, expires_at: 'tomorrow' }), 400, 'expires_at must be a time'],
    [await changeAccount('PUT', `${id}/bundle-deal`, { hidden: false, reason: 'x' }), 409, 'offered to this account already'],
    [await changeAccount('PUT', `${id}/bundle-deal`, { hidden: true }), 400, 'Reason is required.'],
  ] as const
  for (const [response, status, message] of refused) {
    expect([response.statusCode, response.json().message]).toEqual([status, expect.stringContaining(message)])
  }
  expect((await details()).audit_log).toHaveLength(1)
})

test('PRICE-18 D-103 the bundle is hidden from an account and offered again, each with a line in the audit log', async () => {
  const { id, details, context } = await newAccount()
  expect((await changeAccount('PUT', `${id}/bundle-deal`, { hidden: true, reason: 'a partner' })).json().message).toBe(
    'The bundle is hidden from this account now.',
  )
  expect(await context()).toMatchObject({ hide_bundle_deal: true, data: { hide_bundle_deal: true } })
  await changeAccount('PUT', `${id}/bundle-deal`, { hidden: false, reason: 'no longer a partner' })
  expect((await context()).hide_bundle_deal).toBe(false)
  expect((await details()).audit_log).toMatchObject([
    { what: 'show_bundle_deal', reason: 'no longer a partner' },
    { what: 'hide_bundle_deal', who: ADMIN, reason: 'a partner' },
  ])
})

test('ACCESS-01 D-109 a learner reads and changes nothing here', async () => {
  const { id } = await newAccount()
  const learner = await signIn({ id })
  const calls = [
    { method: 'GET', url: '/api/admin/accounts' },
    { method: 'GET', url: `/api/admin/accounts/${id}` },
    { method: 'GET', url: '/api/admin/payments' },
    { method: 'POST', url: `/api/admin/accounts/${id}/grants`, payload: { package: 'studio', reason: 'mine', expires_at: null } },
    { method: 'POST', url: `/api/admin/accounts/${id}/grants/revoke`, payload: { package: 'studio', reason: 'mine' } },
    { method: 'PUT', url: `/api/admin/accounts/${id}/bundle-deal`, payload: { hidden: true, reason: 'mine' } },
  ] as const
  for (const call of calls) {
    expect((await app.inject({ ...call, headers: learner })).statusCode).toBe(403)
    expect((await app.inject(call)).statusCode).toBe(401)
  }
  expect(await app.sql`select * from grants where account_id = ${id}`).toEqual([])
  expect(await app.sql`select * from audit_log where account_id = ${id}`).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { accountCertificate, apiError, certificate, ownCertificate } from '@academy/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADMIN_ID, buildTestApp } from '../../testing/build-test-app.ts'
import { publisher } from '../../testing/published-pages.ts'
import { recordFacts } from '../../testing/record-facts.ts'

const ADMIN = 'admin@example.test'
const unlimited = '1000000'
const { app, signIn } = await buildTestApp({
  env: { ADMIN_EMAIL: ADMIN, RATE_LIMIT_ACCOUNT_PER_MINUTE: unlimited, RATE_LIMIT_PUBLIC_PER_MINUTE: unlimited },
})
const publish = publisher(app.db)
await publish.course('master-course', { name: 'The Master Course' })
// A course without tutorials has no certificate.
await publish.course('soon', { name: 'The Next Course' })
const oneCheck = { check: 'file exists', file: 'BRIEF.md', success: 'It is there.', hint: 'Look again.', tutorial: 'free' } as const
await publish.session('one', 'master-course', { position: 1, checks: { checks: [oneCheck] } })
await publish.tutorial('free', 'one', { position: 1, free: true, duration: 40 })
await publish.tutorial('vip', 'one', { position: 2, vip: true, duration: 50 })
await publish.tutorial('last', 'one', { position: 3, duration: 60 })

type InjectedResponse = Awaited<ReturnType<typeof app.inject>>
const refusal = (response: InjectedResponse) => [response.statusCode, apiError.strict().parse(response.json()).code]
const verify = (id: string) => app.inject({ url: `/api/certificates/${id}/public` })
const adminHeaders = await signIn({ id: ADMIN_ID, email: ADMIN })

async function newLearner({ id = String(randomUUID()), email = 'ada@example.test', owner = true, named = true, opens = true } = {}) {
  const headers = await signIn({ id, email })
  const facts = recordFacts(app.db, id)
  const purchase = owner ? await facts.purchase() : undefined
  const call = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  const rename = (first_name: string) =>
    call('PUT', '/api/accounts/profile', { first_name, last_name: 'Lovelace', job_title: 'Entrepreneur' })
  const mark = (tutorial: string, done = true) => call('PUT', `/api/tutorials/${tutorial}/progress`, { at: new Date().toISOString(), done })
  await call('GET', '/api/accounts/context')
  if (named) await rename('Ada')
  const open = async () => expect((await call('GET', '/api/tutorials/last/content')).statusCode).toBe(200)
  if (owner && opens) await open()
  const list = async () => z.array(ownCertificate.strict()).parse((await call('GET', '/api/certificates')).json())
  return {
    id,
    facts,
    purchase,
    call,
    rename,
    mark,
    open,
    list,
    stored: () => app.sql`select id from certificates where account_id = ${id}`,
    /** Does every tutorial, and returns the certificate. */
    complete: async () => {
      for (const tutorial of ['free', 'vip', 'last']) expect((await mark(tutorial)).statusCode).toBe(200)
      const [issued] = await list()
      if (issued === undefined) throw new Error('no certificate was issued')
      return issued
    },
  }
}

describe('a certificate', () => {
  test('LEARN-40 is not issued for marks alone while the guarantee is open, but once paid content was served', async () => {
    const ada = await newLearner({ opens: false })
    for (const tutorial of ['free', 'vip', 'last']) await ada.mark(tutorial)
    expect([await ada.list(), await ada.stored()]).toEqual([[], []])
    await ada.open()
    expect(await ada.list()).toHaveLength(1)
  })

  test('LEARN-40 LEARN-41 LEARN-42 is issued when the last tutorial is marked as done, and can be verified without a session', async () => {
    const ada = await newLearner()
    await ada.mark('last')
    await ada.mark('free')
    expect([await ada.list(), await ada.stored()]).toEqual([[], []])
    await ada.mark('vip')
    expect(await ada.stored()).toHaveLength(1)

    const today = new Date().toISOString().slice(0, 10)
    const [own] = await ada.list()
    expect(own).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      name: 'Ada Lovelace',
      course: 'The Master Course',
      course_id: 'master-course',
      completed_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      hours: 2.5,
      issuer: 'Verified by the academy',
      sessions_checked: { count: 0, of: 1 },
      hidden: false,
      state: 'valid',
      revoke_reason: null,
      review: null,
    })
    expect(Math.abs(Date.parse(own?.completed_on ?? '') - Date.parse(today))).toBeLessThanOrEqual(86_400_000)
    const shown = await verify(own?.id ?? '')
    const { course_id, hidden, state, revoke_reason, review, ...forEveryone } = own ?? {}
    expect([shown.statusCode, certificate.strict().parse(shown.json())]).toEqual([200, forEveryone])
    expect(shown.headers['cache-control']).toBe('public, max-age=60')
  })

  test('CHECK-13 says in how many sessions the checks of its holder passed', async () => {
    const [ada, eve] = [await newLearner(), await newLearner()]
    const { id } = await ada.complete()
    const report = (learner: typeof ada, passed: boolean) =>
      learner.call('PUT', '/api/sessions/one/check-result', { at: new Date().toISOString(), digest: '0'.repeat(64), passed: [passed] })
    const shown = async () => certificate.strict().parse((await verify(id)).json()).sessions_checked
    await report(ada, false)
    await report(eve, true)
    expect(await shown()).toEqual({ count: 0, of: 1 })
    expect((await report(ada, true)).statusCode).toBe(200)
    expect(await shown()).toEqual({ count: 1, of: 1 })
    expect((await ada.list()).map(({ sessions_checked }) => sessions_checked)).toEqual([{ count: 1, of: 1 }])
  })

  test('LEARN-40 is issued once, also for repeated and concurrent requests', async () => {
    const ada = await newLearner()
    await ada.mark('free')
    await Promise.all(['vip', 'last', 'vip', 'last', 'last'].map((tutorial) => ada.mark(tutorial)))
    const [issued, ...more] = await ada.list()
    expect([typeof issued?.id, more]).toEqual(['string', []])
    await ada.mark('last')
    expect((await ada.list()).map(({ id }) => id)).toEqual([issued?.id])
  })

  test('LEARN-40 is in the response of each of several concurrent requests, whichever of them issues it', async () => {
    const ada = await newLearner({ named: false })
    for (const tutorial of ['free', 'vip', 'last']) await ada.mark(tutorial)
    await ada.rename('Ada')
    const [first, ...others] = await Promise.all([ada.list(), ada.list(), ada.list()])
    expect(first).toHaveLength(1)
    expect(others).toEqual([first, first])
  })

  test('LEARN-40 is issued only after the account has a name', async () => {
    const ada = await newLearner({ named: false })
    for (const tutorial of ['free', 'vip', 'last']) await ada.mark(tutorial)
    expect([await ada.list(), await ada.stored()]).toEqual([[], []])
    await ada.rename('Ada')
    expect(await ada.list()).toMatchObject([{ name: 'Ada Lovelace', state: 'valid' }])
  })

  test('LEARN-40 is issued only after the course has a name', async () => {
    const nameIs = async (name: string) => {
      await publish.course('master-course', { name })
      await expect.poll(async () => (await app.courses.current()).outlineCourses.get('master-course')?.name).toBe(name)
    }
    const ada = await newLearner()
    await nameIs('')
    for (const tutorial of ['free', 'vip', 'last']) await ada.mark(tutorial)
    expect([await ada.list(), await ada.stored()]).toEqual([[], []])
    await nameIs('The Master Course')
    expect(await ada.list()).toMatchObject([{ course: 'The Master Course', state: 'valid' }])
  })

  test('LEARN-40 is issued only to owners of the course', async () => {
    const guest = await newLearner({ owner: false })
    const admin = await newLearner({ id: ADMIN_ID, email: ADMIN })
    for (const learner of [guest, admin]) {
      await app.sql`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at, done)
        select ${learner.id}, tutorial_id, now(), now(), true from unnest(array['free', 'vip', 'last']) as tutorial_id`
      expect((await learner.mark('free')).statusCode).toBe(200)
      expect([await learner.list(), await learner.stored()]).toEqual([[], []])
    }
    await app.sql`insert into grants (account_id, package, reason, granted_by) values (${guest.id}, 'vip', 'speaker', 'grace')`
    app.invalidateFacts(guest.id)
    expect((await guest.mark('vip')).statusCode).toBe(200)
    expect(await guest.stored()).toEqual([])
  })

  test('LEARN-41 does not change when a tutorial is unmarked or added, or when the course or its holder is renamed', async () => {
    const ada = await newLearner()
    const issued = await ada.complete()
    await publish.course('master-course', { name: 'Another title' })
    await publish.tutorial('added', 'one', { position: 4, duration: 600 })
    await app.sql`select pg_notify('content_published', '')`
    await ada.mark('last', false)
    await ada.rename('Grace')
    expect(await ada.list()).toEqual([issued])
    await publish.course('master-course', { name: 'The Master Course' })
    await app.sql`delete from content_tutorials where public_id = 'added'`
    await app.sql`select pg_notify('content_published', '')`
    // The notification arrives later; the next test must not need this tutorial.
    await expect.poll(async () => (await app.courses.current()).tutorials.has('added')).toBe(false)
  })

  test.each(['unknown', '__proto__', 'with%20space', '0'.repeat(150)])('LEARN-42 responds with 404 to the unknown URL %s', async (id) => {
    expect(refusal(await verify(id))).toEqual([404, 'not_found'])
  })
})

describe('the holder', () => {
  test('LEARN-43 hides a certificate and shows it again', async () => {
    const ada = await newLearner()
    const { id } = await ada.complete()
    const hide = (hidden: unknown) => ada.call('PUT', `/api/certificates/${id}/visibility`, { hidden })
    for (const _ of ['first', 'again']) expect((await hide(true)).json()).toMatchObject({ id, hidden: true })
    expect(refusal(await verify(id))).toEqual([404, 'not_found'])
    expect(await ada.list()).toMatchObject([{ id, hidden: true }])
    expect((await hide(false)).json()).toMatchObject({ hidden: false })
    expect((await verify(id)).statusCode).toBe(200)
    const refused = await hide('yes')
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['hidden']])
  })

  test('LEARN-44 reissues a certificate with a changed name at the same URL', async () => {
    const ada = await newLearner()
    const issued = await ada.complete()
    await ada.rename('Grace')
    const reissued = await ada.call('POST', `/api/certificates/${issued.id}/reissue`, {})
    expect([reissued.statusCode, reissued.json()]).toEqual([200, { ...issued, name: 'Grace Lovelace' }])
    expect((await verify(issued.id)).json()).toMatchObject({ name: 'Grace Lovelace' })
    await app.sql`update accounts set first_name = null, last_name = null where account_id = ${ada.id}`
    expect(refusal(await ada.call('POST', `/api/certificates/${issued.id}/reissue`, {}))).toEqual([409, 'conflict'])
  })

  test('LEARN-43 LEARN-44 responds with 404 to a user who does not hold the certificate, and changes nothing', async () => {
    const [ada, bob] = [await newLearner(), await newLearner()]
    const { id } = await ada.complete()
    expect(refusal(await bob.call('PUT', `/api/certificates/${id}/visibility`, { hidden: true }))).toEqual([404, 'not_found'])
    expect(refusal(await bob.call('POST', `/api/certificates/${id}/reissue`, {}))).toEqual([404, 'not_found'])
    expect(await bob.list()).toEqual([])
    expect((await verify(id)).json()).toMatchObject({ name: 'Ada Lovelace' })
  })
})

describe('a certificate that is not valid', () => {
  test('LEARN-45 was revoked by the admin, with a reason that its holder and the audit log show', async () => {
    const ada = await newLearner()
    const { id } = await ada.complete()
    const revoke = (certificateId: string, payload: object) =>
      app.inject({ method: 'POST', url: `/api/admin/certificates/${certificateId}/revoke`, headers: adminHeaders, payload })
    expect((await revoke(id, { reason: ' ' })).json().fields).toEqual({ reason: 'Reason is required.' })
    const revoked = await revoke(id, { reason: 'The name was made up.' })
    expect([revoked.statusCode, accountCertificate.strict().parse(revoked.json())]).toMatchObject([
      200,
      { id, state: 'revoked', revoke_reason: 'The name was made up.' },
    ])
    expect(refusal(await verify(id))).toEqual([410, 'certificate_invalid'])
    expect((await verify(id)).headers['cache-control']).toBe('no-store')
    expect(await ada.list()).toMatchObject([{ state: 'revoked', revoke_reason: 'The name was made up.' }])
    expect(refusal(await ada.call('POST', `/api/certificates/${id}/reissue`, {}))).toEqual([409, 'conflict'])
    expect(refusal(await revoke(id, { reason: 'again' }))).toEqual([409, 'conflict'])
    expect(refusal(await revoke('unknown', { reason: 'unknown' }))).toEqual([404, 'not_found'])
    expect(await app.sql`select who, what, reason, details from audit_log where account_id = ${ada.id}`).toEqual([
      { who: ADMIN, what: 'revoke_certificate', reason: 'The name was made up.', details: { certificate: id, course: 'master-course' } },
    ])

    const ofAccount = (accountId: string) => app.inject({ url: `/api/admin/accounts/${accountId}/certificates`, headers: adminHeaders })
    for (const accountId of [ada.id, ada.id.toUpperCase()])
      expect(z.array(accountCertificate.strict()).parse((await ofAccount(accountId)).json())).toMatchObject([
        { id, name: 'Ada Lovelace', revoked_at: expect.any(String) },
      ])
    expect((await ofAccount(randomUUID())).json()).toEqual([])
    expect(refusal(await ofAccount('not-an-id'))).toEqual([404, 'not_found'])
  })

  test('LEARN-46 belongs to an account whose course was refunded in full, until it buys the course again', async () => {
    const ada = await newLearner()
    const { id } = await ada.complete()
    await ada.facts.changePurchase(ada.purchase ?? '', { refunded_at: new Date() })
    expect(refusal(await verify(id))).toEqual([410, 'certificate_invalid'])
    expect(await ada.list()).toMatchObject([{ state: 'course_lost', revoke_reason: null }])
    await ada.facts.purchase()
    expect((await verify(id)).statusCode).toBe(200)
  })

  test('LEARN-46 was completed with a purchase that was refunded in full, after an earlier grant had ended', async () => {
    const ada = await newLearner()
    await app.sql`insert into grants (account_id, package, reason, granted_by, granted_at, expires_at)
      values (${ada.id}, 'master_course', 'a trial', 'grace', now() - interval '9 days', now() - interval '8 days')`
    const { id } = await ada.complete()
    await ada.facts.changePurchase(ada.purchase ?? '', { refunded_at: new Date() })
    expect(refusal(await verify(id))).toEqual([410, 'certificate_invalid'])
  })

  test('LEARN-41 the database refuses a certificate of an erased account', async () => {
    const ada = await newLearner()
    await app.sql`insert into erased_accounts (account_id, asked_by) values (${ada.id}, 'account')`
    await expect(
      app.sql`insert into certificates (id, account_id, course_id, name, course_title, minutes) values ('a', ${ada.id}, 'b', 'c', 'd', 1)`,
    ).rejects.toThrow(/erased/)
  })
})

import { randomUUID } from 'node:crypto'
import type { WrittenReview } from '@academy/contract'
import { beforeEach, expect, test } from 'vitest'
import { ADMIN_ID, buildTestApp } from '../../testing/build-test-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'

const ADMIN = 'admin@example.test'
const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN, RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000' } })
const adminHeaders = await signIn({ id: ADMIN_ID, email: ADMIN })

type Text = { text: unknown; with_name?: unknown }

/** Makes the holder of a certificate who bought the course. */
async function newFinisher(name = 'Ada Lovelace') {
  const id = randomUUID()
  const certificate = `certificate-${id}`
  const headers = await signIn({ id, email: `${id}@example.test` })
  await recordFacts(app.db, id).purchase()
  await app.sql`insert into certificates (id, account_id, course_id, name, course_title, minutes, completed_at)
    values (${certificate}, ${id}, 'master-course', ${name}, 'The course', 60, '2026-11-30T23:30:00Z')`
  const save = ({ text, with_name = true }: Text, certificateId = certificate) =>
    app.inject({ method: 'PUT', url: `/api/certificates/${certificateId}/review`, headers, payload: { text, with_name } })
  const own = async () => {
    const [{ review }] = (await app.inject({ url: '/api/certificates', headers })).json()
    return review
  }
  return { id, certificate, save, own, write: async (text: string, with_name = true) => (await save({ text, with_name })).json().data }
}

const shown = async () => (await app.inject({ url: '/api/public/reviews' })).json().data
const listed = async (): Promise<WrittenReview[]> => (await app.inject({ url: '/api/admin/reviews', headers: adminHeaders })).json().data
const put = (certificate: string, payload: object) =>
  app.inject({ method: 'PUT', url: `/api/admin/reviews/${certificate}`, headers: adminHeaders, payload })

async function approve(certificate: string, approved = true) {
  const review = (await listed()).find(({ certificate_id }) => certificate_id === certificate)
  return await put(certificate, { approved, written_at: review?.written_at })
}

beforeEach(async () => {
  await app.sql`delete from course_reviews`
})

test('REVIEW-01 a finisher is asked until there is an answer, and may write, change and withdraw a review', async () => {
  const ada = await newFinisher()
  expect(await ada.own()).toBeNull()
  expect(await ada.write('It worked.')).toEqual({ text: 'It worked.', with_name: true, approved: false })
  expect(await ada.write(' It still works. ', false)).toEqual({ text: 'It still works.', with_name: false, approved: false })
  expect((await ada.save({ text: null })).json().data).toEqual({ text: null, with_name: true, approved: false })
  expect(await ada.own()).toEqual({ text: null, with_name: true, approved: false })
  expect(await listed()).toEqual([])
})

test.each([
  ['text', { text: '' }],
  ['text', { text: ' \u200b\n' }],
  ['text', { text: 'a'.repeat(501) }],
  ['text', { text: 'a\u0000b' }],
  ['text', {}],
  ['with_name', { text: 'Good', with_name: 'yes' }],
])('REVIEW-01 refuses a wrong %s', async (field, review) => {
  const ada = await newFinisher()
  const refused = await ada.save(review as Text)
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]])
  expect(await ada.own()).toBeNull()
})

test('REVIEW-01 is written for the own certificate only, and while it is valid', async () => {
  const [ada, eve] = [await newFinisher(), await newFinisher()]
  for (const other of [ada.certificate, 'unknown']) expect((await eve.save({ text: 'Mine' }, other)).statusCode).toBe(404)
  await ada.write('It worked.')
  await app.sql`update certificates set revoked_at = now() where account_id = ${ada.id}`
  expect((await ada.save({ text: 'Changed' })).statusCode).toBe(409)
  expect((await ada.save({ text: null })).statusCode).toBe(200)
})

test('REVIEW-02 visitors see approved texts alone, without the name unless the finisher wants it', async () => {
  const [ada, bob, eve] = [await newFinisher(), await newFinisher('Bob Byron'), await newFinisher('Eve Evans')]
  await ada.write('First')
  await bob.write('Second', false)
  await eve.write('Third')
  expect(await shown()).toEqual([])
  expect((await approve(ada.certificate)).json().data).toEqual({ approved: true })
  await approve(bob.certificate)
  expect(await shown()).toEqual([
    { text: 'Second', name: null, finished_in: '2026-11' },
    { text: 'First', name: 'Ada Lovelace', finished_in: '2026-11' },
  ])
  expect((await ada.own()).approved).toBe(true)
  await approve(bob.certificate, false)
  expect((await shown()).map(({ text }: { text: string }) => text)).toEqual(['First'])
})

test('REVIEW-02 shows the six that were approved last', async () => {
  for (let number = 1; number <= 7; number += 1) {
    const { certificate, write } = await newFinisher()
    await write(String(number))
    await approve(certificate)
  }
  expect((await shown()).map(({ text }: { text: string }) => text)).toEqual(['7', '6', '5', '4', '3', '2'])
})

test('REVIEW-03 a review disappears at once when it is withdrawn or changed, when the certificate is revoked, and with a refund', async () => {
  const losses: Record<string, (finisher: Awaited<ReturnType<typeof newFinisher>>) => PromiseLike<unknown>> = {
    withdrawn: ({ save }) => save({ text: null }),
    changed: ({ write }) => write('Another text'),
    'without a name': ({ write }) => write('It worked.', false),
    revoked: ({ id }) => app.sql`update certificates set revoked_at = now() where account_id = ${id}`,
    refunded: ({ id }) => app.sql`update purchases set refunded_at = now(), refunded_amount = amount where account_id = ${id}`,
    disputed: ({ id }) => app.sql`update purchases set dispute_status = 'lost', dispute_at = now() where account_id = ${id}`,
  }
  for (const [name, lose] of Object.entries(losses)) {
    const ada = await newFinisher()
    await ada.write('It worked.')
    await approve(ada.certificate)
    expect(await shown(), name).toHaveLength(1)
    // The same text again changes nothing.
    await ada.write('It worked.')
    expect(await shown(), name).toHaveLength(1)
    await lose(ada)
    expect(await shown(), name).toEqual([])
    await app.sql`delete from course_reviews`
  }
})

test('REVIEW-04 the administrator approves the text that was read, not one that was written since', async () => {
  const ada = await newFinisher()
  await ada.write('Read')
  const [read] = await listed()
  expect(read).toMatchObject({ certificate_id: ada.certificate, text: 'Read', name: 'Ada Lovelace', approved: false, valid: true })
  await app.sql`update course_reviews set written_at = written_at - interval '1 second'`
  await ada.write('Written since')
  const refused = await put(ada.certificate, { approved: true, written_at: read?.written_at })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
  expect(await shown()).toEqual([])
  await ada.save({ text: null })
  for (const certificate of [ada.certificate, 'unknown'])
    expect((await put(certificate, { approved: true, written_at: read?.written_at })).statusCode).toBe(404)
})

test('REVIEW-04 the list says whose certificate is no longer valid', async () => {
  const ada = await newFinisher()
  await ada.write('It worked.')
  await app.sql`update purchases set refunded_at = now(), refunded_amount = amount where account_id = ${ada.id}`
  expect((await listed()).map(({ valid }) => valid)).toEqual([false])
})

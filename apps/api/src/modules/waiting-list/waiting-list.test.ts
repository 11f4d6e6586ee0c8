import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { publisher } from '../../testing/published-pages.ts'
import { startSellingAcademy } from '../../testing/selling-academy.ts'

const { app, mailsTo, config } = await startSellingAcademy({ mails: true })
const publish = publisher(app.db)
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const openIn = (days: number) => publish.course('master-course', { opens_on: dayIn(days) })

const newAddress = () => `${randomUUID().slice(0, 8)}@example.test`
let calls = 0
/** Joins by default from a network of its own, so that only the limits of a test count. */
function join(email: string, course = 'master-course', remoteAddress?: string) {
  calls += 1
  const url = `/api/public/courses/${course}/waiting-list`
  return app.inject({ method: 'POST', url, payload: { email }, remoteAddress: remoteAddress ?? `192.0.2.${calls % 250}` })
}
const opensLater = async () => {
  await openIn(7)
  await vi.waitUntil(async () => (await join(newAddress())).statusCode === 202, { timeout: 60_000 })
}
beforeAll(opensLater)

const linksOf = async (email: string) => {
  await app.outbox.run()
  const [mail] = await mailsTo(email)
  return (mail?.links ?? []).map((link) => link.replace(config.webOrigin, ''))
}
const places = (email: string) => app.sql`select confirmed_at, account_id from waiting_list where email = ${email}`

test('COURSES-17 opening the link of the mail changes nothing; the button of its page confirms the place', async () => {
  const email = newAddress()
  const joined = await join(email.toUpperCase())
  expect([joined.statusCode, joined.json().message]).toEqual([202, expect.stringContaining('Open the link')])
  const [confirm = '', leave = ''] = await linksOf(email)
  for (const url of [confirm, leave]) {
    const page = await app.inject(url)
    expect([page.statusCode, page.body.includes('<form method="post"'), page.headers['content-security-policy']]).toEqual([
      200,
      true,
      expect.stringContaining("form-action 'self'"),
    ])
  }
  expect([...(await places(email))]).toMatchObject([{ confirmed_at: null }])
  for (const _ of [1, 2]) expect((await app.inject({ method: 'POST', url: confirm })).body).toContain('You are on the waiting list')
  expect([...(await places(email))]).toMatchObject([{ confirmed_at: expect.any(String) }])
  expect((await app.inject(confirm)).body).not.toContain('<form')
  expect((await app.inject({ method: 'POST', url: leave })).body).toContain('You left the waiting list')
  expect([...(await places(email))]).toEqual([])
  expect((await app.inject({ method: 'POST', url: confirm })).statusCode).toBe(404)
})

test('COURSES-17 refuses a link that the academy did not sign', async () => {
  const email = newAddress()
  await join(email)
  const [confirm = '', leave = ''] = await linksOf(email)
  for (const forged of [confirm.replace('confirm.', 'leave.'), leave.slice(0, -1) + (leave.endsWith('A') ? 'B' : 'A'), '/api/waiting-list'])
    for (const method of ['GET', 'POST'] as const) expect((await app.inject({ method, url: forged })).statusCode).toBe(404)
  expect(await places(email)).toHaveLength(1)
})

test('COURSES-18 an address gets one mail a day, five of all kinds, and none once it is confirmed', async () => {
  const email = newAddress()
  for (const _ of [1, 2, 3]) {
    expect((await join(email)).statusCode).toBe(202)
    await app.outbox.run()
  }
  expect(await mailsTo(email)).toHaveLength(1)
  const [confirm = ''] = await linksOf(email)
  await app.sql`update waiting_list set requested_at = now() - interval '25 hours' where email = ${email}`
  await join(email)
  await app.outbox.run()
  expect(await mailsTo(email)).toHaveLength(2)
  expect((await app.inject({ method: 'POST', url: confirm })).statusCode, 'a newer link replaces it').toBe(404)
  await app.sql`update waiting_list set confirmed_at = now(), requested_at = now() - interval '25 hours' where email = ${email}`
  expect((await join(email)).statusCode, 'says nothing of who waits').toBe(202)
  await app.outbox.run()
  expect(await mailsTo(email)).toHaveLength(2)
  expect((await join(email)).statusCode).toBe(429)
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1) statuses.push((await join(newAddress(), 'master-course', '198.51.100.7')).statusCode)
  expect(statuses).toEqual([...Array(20).fill(202), 429])
})

test('COURSES-17 knows the account of an address, and refuses unknown courses, open ones and what is no address', async () => {
  const email = newAddress()
  const id = randomUUID()
  await app.sql`insert into accounts (account_id, email) values (${id}, ${email.toUpperCase()})`
  await join(email)
  expect([...(await places(email))]).toMatchObject([{ account_id: id }])
  expect((await join(newAddress(), 'unknown')).statusCode).toBe(404)
  expect((await join('ada')).statusCode).toBe(400)
  await openIn(0)
  await expect
    .poll(async () => (await join(newAddress())).json())
    .toMatchObject({ code: 'conflict', error: 'This course is open already.' })
  await opensLater()
})

import { apiError } from '@academy/contract'
import { expect, test } from 'vitest'
import { ADMIN, daysAgo, startGuaranteeAcademy } from '../../../testing/guarantee-academy.ts'
import { recordFacts } from '../../../testing/record-facts.ts'

const { app, admin, learner, statements, createToken } = await startGuaranteeAcademy()

test('LEARN-50 the first paid content is recorded in the request that serves it, and costs nothing later', async () => {
  const ada = await learner()
  const id = await recordFacts(app.db, ada.id).purchase({ charge_id: 'ch_1' })
  expect(await ada.context()).toMatchObject({ guarantee: { purchase_id: id, state: 'open', amount: 259_00, offer: 'master_course' } })
  expect(await ada.opens('free')).toBe(true)
  expect(await ada.started()).toEqual([])

  const response = await ada.read('paid', false)
  expect([response.statusCode, apiError.parse(response.json()).code, /paid words/.test(response.body)]).toEqual([
    409,
    'guarantee_open',
    false,
  ])
  expect(await ada.started(), 'nothing was served').toEqual([])

  expect((await ada.read('paid')).json().data.prompt.html).toContain('paid words')
  expect(await ada.started()).toEqual(['paid'])
  expect(await ada.context()).toMatchObject({ guarantee: null })
  await ada.read('other')
  const before = statements().length
  for (const tutorial of ['paid', 'other', 'paid', 'free']) expect((await ada.read(tutorial, false)).statusCode).toBe(200)
  expect(statements().length - before).toBe(0)
  expect(await ada.started()).toEqual(['paid'])
})

test('LEARN-50 EDITION-16 the project of a session starts the course as a paid tutorial does', async () => {
  const ada = await learner()
  expect((await ada.download()).statusCode).toBe(403)
  expect(await ada.started()).toEqual([])
  const bob = await learner()
  await recordFacts(app.db, bob.id).purchase({ charge_id: 'ch_2' })
  const response = await bob.download(false)
  expect([response.statusCode, apiError.parse(response.json()).code]).toEqual([409, 'guarantee_open'])
  expect([await bob.started(), (await bob.context()).guarantee.state]).toEqual([[], 'open'])
  expect((await bob.download()).statusCode).toBe(200)
  expect([await bob.started(), (await bob.context()).guarantee]).toEqual([['sessions/one/checkpoint'], null])
  expect((await bob.download(false)).statusCode).toBe(200)
})

test('TOKEN-17 a program with an access token starts the course only with start=true', async () => {
  const ada = await learner()
  const { authorization } = await createToken(['content:read'], { id: ada.id, email: `${ada.id}@example.test` })
  await recordFacts(app.db, ada.id).purchase({ charge_id: 'ch_1' })
  const read = (url: string) => app.inject({ url, headers: { authorization } })
  for (const path of ['/api/tutorials/paid/content', '/api/sessions/one/checkpoint'])
    for (const [query, expected] of [
      ['', 409],
      ['?start=false', 409],
      ['?START=true', 400],
      ['?start=', 400],
    ] as const) {
      expect([path, query, (await read(path + query)).statusCode]).toEqual([path, query, expected])
    }
  const refused = apiError.parse((await read('/api/tutorials/paid/content')).json())
  expect([refused.code, refused.message]).toEqual(['guarantee_open', expect.stringMatching(/Send start=true to start\.$/)])
  expect([await ada.started(), (await ada.context()).guarantee.state]).toEqual([[], 'open'])
  expect((await read('/api/tutorials/free/content')).statusCode).toBe(200)
  expect((await read('/api/tutorials/paid/content?start=true')).statusCode).toBe(200)
  expect([await ada.started(), (await ada.context()).guarantee]).toEqual([['paid'], null])
  expect((await read('/api/tutorials/paid/content')).statusCode).toBe(200)
})

test('LEARN-50 a request that gets no content, and a misspelt start=false, start nothing', async () => {
  const ada = await learner()
  await recordFacts(app.db, ada.id).purchase({ charge_id: 'ch_1' })
  for (const url of ['/api/tutorials/paid/content', '/api/sessions/one/checkpoint']) {
    expect((await app.inject({ method: 'HEAD', url, headers: ada.headers })).statusCode).toBe(409)
    for (const tag of ['*', '"a", *'])
      expect((await app.inject({ url, headers: { ...ada.headers, 'if-none-match': tag } })).statusCode).toBe(409)
    for (const query of ['START=false', 'start[]=false', 'start=false&start=false', 'start%20=false']) {
      const response = await app.inject({ url: `${url}?${query}`, headers: ada.headers })
      expect([query, response.statusCode, apiError.parse(response.json()).code]).toEqual([query, 400, 'invalid_request'])
    }
  }
  expect([await ada.started(), (await ada.context()).guarantee.state]).toEqual([[], 'open'])
})

test('LEARN-50 progress with a paid tutorial starts nothing, because it serves nothing', async () => {
  const ada = await learner()
  await recordFacts(app.db, ada.id).purchase({ charge_id: 'ch_1' })
  for (const response of [await ada.save('paid'), await ada.watch('paid')]) expect(response.statusCode).toBe(200)
  expect(await ada.started()).toEqual([])
  expect(await ada.context()).toMatchObject({ guarantee: { state: 'open' } })
})

test('LEARN-50 while the guarantee is open a search shows title and place of a paid tutorial, and none of its words', async () => {
  const ada = await learner()
  await recordFacts(app.db, ada.id).purchase({ charge_id: 'ch_1' })
  const search = (q: string) => app.inject({ url: `/api/search?q=${encodeURIComponent(q)}`, headers: ada.headers })
  expect((await search('paid words')).body).not.toContain('words')
  expect(await ada.started()).toEqual([])
  await ada.read('paid')
  expect((await search('paid words')).body).toContain('words')
})

test.each([
  ['after the 30 days', { paid_at: daysAgo(31), charge_id: 'ch_1' }],
  ['without a payment', { amount: 0 }],
  ['after a dispute', { charge_id: 'ch_1', dispute_status: 'won' as const, dispute_at: daysAgo(1) }],
])('LEARN-50 %s the course starts without a question, and the start is recorded', async (_, changes) => {
  const ada = await learner()
  await recordFacts(app.db, ada.id).purchase(changes)
  expect((await ada.read('paid', false)).statusCode).toBe(200)
  expect(await ada.started()).toEqual(['paid'])
})

test('LEARN-50 the outline, the lists and the progress of the course start nothing', async () => {
  const ada = await learner()
  await recordFacts(app.db, ada.id).purchase({ charge_id: 'ch_1' })
  for (const path of ['courses/master-course', 'sessions', 'sessions/one', 'sessions/one/tutorials', 'courses/master-course/progress']) {
    const response = await app.inject({ url: `/api/${path}`, headers: ada.headers })
    expect([path, response.statusCode, /(paid|other|vip) words/.test(response.body)]).toEqual([path, 200, false])
  }
  expect(await ada.started()).toEqual([])
})

test('LEARN-50 a VIP tutorial starts the course of a buyer, not of a VIP guest; the admin and visitors start nothing', async () => {
  const [buyer, guest, visitor] = [await learner(), await learner(), await learner()]
  await recordFacts(app.db, buyer.id).purchase()
  await app.inject({
    method: 'POST',
    url: `/api/admin/accounts/${(await guest.context()).account_id}/grants`,
    headers: admin,
    payload: { package: 'vip', reason: 'a guest', expires_at: null },
  })
  expect([await buyer.opens('vip'), await guest.opens('vip'), await visitor.opens('vip')]).toEqual([true, true, false])
  expect([await buyer.started(), await guest.started(), await visitor.started()]).toEqual([['vip'], [], []])
  expect((await app.inject({ url: '/api/tutorials/paid/content', headers: admin })).statusCode).toBe(200)
  expect(await app.sql`select 1 from course_starts s join accounts a using (account_id) where a.email = ${ADMIN}`).toEqual([])
})

test('LEARN-50 requests at the same time record one start', async () => {
  const ada = await learner()
  await recordFacts(app.db, ada.id).purchase()
  const responses = await Promise.all(Array.from({ length: 8 }, (_, i) => ada.read(i % 2 ? 'paid' : 'other')))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
  expect(await ada.started()).toHaveLength(1)
})

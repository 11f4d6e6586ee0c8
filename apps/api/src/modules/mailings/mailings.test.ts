import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'

const { app, signIn } = await buildTestApp()

async function newAccount() {
  const id = randomUUID()
  const headers = await signIn({ id, email: `${id}@example.test` })
  const url = '/api/accounts/mails'
  return {
    id,
    chosen: async () => (await app.inject({ url, headers })).json(),
    choose: (kinds: string[], more: object = {}) =>
      app.inject({ method: 'PUT', url, headers, payload: { kinds, via: 'settings', time_zone: 'Asia/Tokyo', ...more } }),
    consents: () => app.sql`
      select kind, given_via, time_zone, withdrawn_via, withdrawn_at is null as lasts from mail_consents
      where account_id = ${id} order by given_at, kind`,
  }
}

const of = (kind: string, more: object = {}) => ({
  kind,
  given_via: 'settings',
  time_zone: 'Asia/Tokyo',
  withdrawn_via: null,
  lasts: true,
  ...more,
})

test('MAIL-11 each kind of mails is off until chosen, and each consent is stored with its end', async () => {
  const ada = await newAccount()
  expect(await ada.chosen()).toEqual({ kinds: [], ask: false })
  const saved = await ada.choose(['stopped', 'new_prompts'])
  expect(saved.statusCode).toBe(200)
  expect(await ada.chosen()).toEqual({ kinds: ['new_prompts', 'stopped'], ask: false })
  expect(await ada.consents()).toEqual([of('new_prompts'), of('stopped')])
  await ada.choose(['new_prompts'])
  expect(await ada.consents()).toEqual([of('new_prompts'), of('stopped', { withdrawn_via: 'settings', lasts: false })])
  await ada.choose(['stopped', 'stopped', 'new_prompts'], { time_zone: 'Europe/Berlin' })
  expect(await ada.consents()).toEqual([
    of('new_prompts', { time_zone: 'Europe/Berlin' }),
    of('stopped', { withdrawn_via: 'settings', lasts: false }),
    of('stopped', { time_zone: 'Europe/Berlin' }),
  ])
  await ada.choose([])
  expect((await ada.consents()).filter(({ lasts }) => lasts)).toEqual([])
  expect(await (await newAccount()).chosen()).toEqual({ kinds: [], ask: false })
})

test('MAIL-11 concurrent choices leave one consent of a kind', async () => {
  const ada = await newAccount()
  const saved = await Promise.all(Array.from({ length: 8 }, () => ada.choose(['stopped'])))
  expect(saved.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
  expect(await ada.consents()).toHaveLength(1)
})

test('MAIL-12 a buyer is asked with the first purchase, unless mails were chosen before', async () => {
  const [ada, bob] = [await newAccount(), await newAccount()]
  for (const { id } of [ada, bob]) await recordFacts(app.db, id).checkout('paid')
  expect((await ada.chosen()).ask).toBe(true)
  await ada.choose(['stopped'], { via: 'purchase' })
  expect((await ada.consents()).map(({ given_via }) => given_via)).toEqual(['purchase'])
  await ada.choose([])
  expect((await ada.chosen()).ask).toBe(false)
  await recordFacts(app.db, bob.id).checkout('paid')
  expect((await bob.chosen()).ask).toBe(false)
})

test.each([
  [{ kinds: ['stopped', 'all'] }, 'kinds.1'],
  [{ kinds: 'stopped' }, 'kinds'],
  [{ kinds: Array(4).fill('stopped') }, 'kinds'],
  [{ via: 'link' }, 'via'],
  [{ time_zone: 'x'.repeat(65) }, 'time_zone'],
  [{ account_id: randomUUID() }, 'account_id'],
])('MAIL-11 refuses %j with its field', async (change, field) => {
  const ada = await newAccount()
  const refused = await ada.choose(['stopped'], change)
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]])
  expect(await ada.consents()).toEqual([])
})

test.each(['Mars/Olympus', '', undefined])('MAIL-11 accepts the time zone %j, and stores none', async (time_zone) => {
  const ada = await newAccount()
  expect((await ada.choose(['stopped'], { time_zone })).statusCode).toBe(200)
  expect(await ada.consents()).toEqual([of('stopped', { time_zone: null })])
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { saveChosen } from './consents.store.ts'
import { unsubscribeLinks } from './unsubscribe-links.ts'

const { app, config } = await buildTestApp()
const { urlOf } = unsubscribeLinks(config.fileSigningKey, '')

/** An account that chose two kinds and got a mail of the first. */
async function newReader() {
  const account_id = randomUUID()
  const choose = () =>
    saveChosen(app.db, { account_id, kinds: ['stopped', 'new_prompts'], given_via: 'settings', time_zone: null, now: new Date() })
  await choose()
  const [mailing] = await app.sql<{ id: string }[]>`
    insert into mailings (account_id, kind, occasion, queued_at) values (${account_id}, 'stopped', '7 days', now()) returning id`
  const lasting = async () =>
    (await app.sql`select kind from mail_consents where account_id = ${account_id} and withdrawn_at is null order by kind`).map(
      ({ kind }) => kind,
    )
  const ways = async () =>
    (await app.sql`select withdrawn_via from mail_consents where account_id = ${account_id} and kind = 'stopped' order by given_at`).map(
      (row) => row.withdrawn_via,
    )
  return { account_id, choose, lasting, ways, url: urlOf({ kind: 'stopped', id: mailing?.id ?? '' }) }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const oneClick = (url: string) => app.inject({ method: 'POST', url, headers: FORM, payload: 'List-Unsubscribe=One-Click' })

test('MAIL-13 opening the link of a mail changes nothing, and shows a page with one button', async () => {
  const ada = await newReader()
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) await app.inject({ method, url: ada.url })
  const page = await app.inject({ url: ada.url })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("form-action 'self'")
  expect(page.body.match(/<button/g)).toHaveLength(1)
  expect(page.body).toContain('<form method="post"')
  expect(page.body).toContain('“Where I stopped”')
  expect(await ada.lasting()).toEqual(['new_prompts', 'stopped'])
})

test.each([
  ['the form of a mailbox', FORM, 'List-Unsubscribe=One-Click', 'one_click'],
  [
    'a multipart form of a mailbox',
    { 'content-type': 'multipart/form-data; boundary=abc' },
    '--abc\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--abc--\r\n',
    'one_click',
  ],
  ['the button of the page', FORM, '', 'link'],
])('MAIL-13 %s ends the mails of the kind without a sign-in, once', async (_name, headers, payload, via) => {
  const ada = await newReader()
  for (let count = 0; count < 2; count += 1) {
    const done = await app.inject({ method: 'POST', url: ada.url, headers, payload })
    expect([done.statusCode, done.body.includes('These emails have stopped')]).toEqual([200, true])
  }
  expect([await ada.lasting(), await ada.ways()]).toEqual([['new_prompts'], [via]])
})

test('MAIL-13 an old mail ends a newer consent, and consents of other accounts stay', async () => {
  const [ada, bob] = [await newReader(), await newReader()]
  await oneClick(ada.url)
  await ada.choose()
  expect(await ada.lasting()).toEqual(['new_prompts', 'stopped'])
  await oneClick(ada.url)
  expect(await ada.ways()).toEqual(['one_click', 'one_click'])
  expect(await bob.lasting()).toEqual(['new_prompts', 'stopped'])
})

test('MAIL-13 a link that the academy did not sign ends nothing', async () => {
  const [ada, bob] = [await newReader(), await newReader()]
  const [kind, , signature] = bob.url.split('token=')[1]?.split('.') ?? []
  const id = ada.url.split('.')[1]
  const forged = [
    ada.url.slice(0, -1),
    ada.url.replace('stopped', 'new_prompts'),
    `${ada.url.split('?')[0]}?token=${kind}.${id}.${signature}`,
    ada.url.split('?')[0] ?? '',
    `${ada.url}&token=x`,
  ]
  for (const url of forged) {
    const refused = await oneClick(url)
    expect([url, refused.statusCode, (await app.inject({ url })).statusCode]).toEqual([url, 404, 404])
  }
  expect(await ada.lasting()).toEqual(['new_prompts', 'stopped'])
})

test('MAIL-13 the link of an erased account says that its mails have stopped', async () => {
  const ada = await newReader()
  await app.sql`delete from mailings where account_id = ${ada.account_id}`
  await app.sql`delete from mail_consents where account_id = ${ada.account_id}`
  expect((await oneClick(ada.url)).statusCode).toBe(200)
})

import { createTransport } from 'nodemailer'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setFault, startTestStandins } from '../testing/standins.ts'
import { type ReceivedMail, readMails } from './read-mails.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())
beforeEach(async () => {
  await fetch(`${standins.url}/mailbox/empty`, { method: 'POST' })
})

const send = async (mail: { to: string; subject: string; text?: string; html?: string }): Promise<void> => {
  const transport = createTransport({ host: '127.0.0.1', port: standins.smtpPort, ignoreTLS: true })
  await transport.sendMail({ from: 'Grüße <hello@academy.test>', ...mail })
  transport.close()
}

const all = async () => (await (await fetch(`${standins.url}/mailbox/api/messages`)).json()) as ReceivedMail[]
const page = async (path = '/mailbox') => (await fetch(`${standins.url}${path}`)).text()

test('stores complete mails with their links, newest first', async () => {
  await send({ to: 'one@academy.test', subject: 'First', text: 'See https://academy.test/a?b=1&c=2 soon' })
  await send({
    to: 'TWO@academy.test',
    subject: 'Zweite — übermorgen',
    text: 'x',
    html: '<p><a href="https://academy.test/?a=1&amp;b=2">go</a></p>',
  })
  const [second, first] = await all()
  expect(first).toMatchObject({ to: 'one@academy.test', subject: 'First', html: '', links: ['https://academy.test/a?b=1&c=2'] })
  expect(second).toMatchObject({
    from: 'Grüße <hello@academy.test>',
    to: 'two@academy.test',
    subject: 'Zweite — übermorgen',
    links: ['https://academy.test/?a=1&b=2'],
  })
  expect(Number(second?.id)).toBeGreaterThan(Number(first?.id))
  expect((await readMails(standins.url, 'Two@academy.test')).map(({ subject }) => subject)).toEqual(['Zweite — übermorgen'])
})

test('lists mails and shows one in a frame without scripts', async () => {
  expect(await page()).toContain('No mail yet')
  await send({ to: 'one@academy.test', subject: '<b>Bold</b>', text: 'plain', html: '<p>Hi "you"</p><script>alert(1)</script>' })
  const [mail] = await all()
  expect(await page()).toContain('&lt;b&gt;Bold&lt;/b&gt;')
  const shown = await page(`/mailbox/${mail?.id}`)
  expect(shown).not.toContain('<b>Bold</b>')
  expect(shown).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(shown).toContain('&lt;base target=&quot;_blank&quot;&gt;&lt;p&gt;Hi')
  for (const path of ['/mailbox/999999999', '/mailbox/nonsense']) {
    const response = await fetch(`${standins.url}${path}`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('no longer here')
  }
})

test('empties the mailbox, but refuses requests from pages of other sites', async () => {
  await send({ to: 'one@academy.test', subject: 'Mail', text: 'x' })
  const empty = (site: string) =>
    fetch(`${standins.url}/mailbox/empty`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
    })
  expect((await empty('cross-site')).status).toBe(403)
  expect(await all()).toHaveLength(1)
  expect((await empty('same-origin')).headers.get('location')).toBe('/mailbox')
  expect(await all()).toEqual([])
})

test('mail faults affect the sender, and the page keeps working', async () => {
  const attempt = () => send({ to: 'one@academy.test', subject: 'Mail', text: 'x' })
  for (const [kind, code] of [
    ['down', '421'],
    ['error', '554'],
    ['rate_limited', '450'],
  ] as const) {
    await setFault(standins, { service: 'mailbox', kind, times: 1 })
    await expect(attempt()).rejects.toThrow(code)
  }
  await setFault(standins, { service: 'mailbox', kind: 'slow', delay_ms: 200, times: 1 })
  await attempt()
  expect(await all()).toHaveLength(1)
})

test('refuses mails that mail servers refuse', async () => {
  const raw = async (message: string, from = 'hello@academy.test') => {
    const transport = createTransport({ host: '127.0.0.1', port: standins.smtpPort, ignoreTLS: true })
    const sent = transport.sendMail({ envelope: { from, to: 'one@academy.test' }, raw: message })
    return await sent
      .then(
        () => 'taken',
        (error: { responseCode?: number }) => error.responseCode,
      )
      .finally(() => transport.close())
  }
  const head = [
    'From: hello@academy.test',
    'To: one@academy.test',
    'Subject: x',
    'Date: Mon, 23 Nov 2026 02:00:00 +0000',
    'Message-ID: <1@academy.test>',
  ]
  expect(await raw(`${head.join('\r\n')}\r\n\r\nx`)).toBe('taken')
  expect(await raw(`${head.slice(0, 4).join('\r\n')}\r\n\r\nx`), 'without a Message-ID, as GoTrue sends its mails').toBe('taken')
  expect(await raw(`${head.slice(0, 3).join('\r\n')}\r\n\r\nx`)).toBe(554)
  expect(await raw(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(999)}`)).toBe(554)
  expect(await raw(`${head.join('\r\n')}\r\n\r\nx`, 'other@academy.test')).toBe(550)
})

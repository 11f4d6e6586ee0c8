import { createServer, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { MailNotSent, mailer, UnknownAddress, UnknownDelivery } from './transport.ts'

/** A mail server that says no more than a test wants, and records what it received. */
async function startMailServer(replyTo: (line: string, socket: Socket) => string | undefined) {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 mail.example.test\r\n')
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        received.push(line)
        const reply = replyTo(line, socket)
        if (reply !== undefined && !socket.destroyed) socket.write(`${reply}\r\n`)
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => new Promise((closed) => server.close(() => closed())))
  return { received, port: (server.address() as { port: number }).port }
}

async function openMailer(port: number, more: Record<string, string> = {}) {
  const config = readConfig({
    DATABASE_URL: 'postgres://unused@127.0.0.1:9/unused',
    WEB_ORIGIN: 'http://localhost:3000',
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_of-the-test-mailer',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    SMTP_FROM: 'hello@academy.test',
    ...more,
  })
  const app = Fastify()
  app.decorate('config', config)
  await app.register(mailer)
  onTestFinished(() => app.close())
  await app.ready()
  if (!app.mailer) throw new Error('there is no mailer')
  return app.mailer
}

const mail = { id: 'welcome.1', to: 'ada@example.test', subject: 'Hi', text: 'Hi', html: '<p>Hi</p>' }

const reply = (line: string): string | undefined => {
  if (/^(EHLO|HELO|MAIL|RCPT|RSET|QUIT)/.test(line)) return '250 OK'
  return line === 'DATA' ? '354 Go on' : undefined
}

test('BUY-02 a connection that breaks before the mail is handed over is retried, one during it is not', async () => {
  const refusing = await startMailServer((line) => (line.startsWith('RCPT') ? '450 4.2.1 <ada@example.test> is busy' : reply(line)))
  const refused = (await openMailer(refusing.port)).send(mail)
  await expect(refused).rejects.toThrow(MailNotSent)
  await expect(refused).rejects.toThrow(/450/)
  await expect(refused).rejects.not.toThrow(/ada@/)

  const { port } = await startMailServer((_line, socket) => void socket.destroy())
  await expect((await openMailer(port)).send(mail)).rejects.toThrow(MailNotSent)

  const lost = await startMailServer((line, socket) => (line === '.' ? void socket.destroy() : reply(line)))
  await expect((await openMailer(lost.port)).send(mail)).rejects.toThrow(UnknownDelivery)
  expect(lost.received).toContain('.')
})

test('SELLER-32 one connection serves several mails, and a mail that the server refuses does not close it', async () => {
  let connections = 0
  const server = await startMailServer((line) => {
    if (line.startsWith('EHLO')) connections += 1
    if (line === '.') return '250 Queued'
    return line.startsWith('RCPT') && line.includes('eve@') ? '550 5.1.1 unknown' : reply(line)
  })
  const { send } = await openMailer(server.port)
  await send(mail)
  await expect(send({ ...mail, to: 'eve@example.test' })).rejects.toThrow(MailNotSent)
  await send({ ...mail, id: 'welcome.2' })
  expect([connections, server.received.filter((line) => line === '.').length]).toEqual([1, 2])
})

test('BUY-03 the password is never sent without TLS', async () => {
  const plain = await startMailServer((line) => {
    if (line.startsWith('EHLO')) return '250-mail.example.test\r\n250 AUTH PLAIN LOGIN'
    return line === 'STARTTLS' ? '502 5.5.1 not implemented' : reply(line)
  })
  const send = (await openMailer(plain.port, { SMTP_USER: 'academy', SMTP_PASS: 'a-secret-password' })).send(mail)
  await expect(send).rejects.toThrow(MailNotSent)
  expect(plain.received.join('\n')).not.toMatch(/AUTH|a-secret-password/)
})

test('OPS-04 no mail is sent without TLS to a mail server on the network', async () => {
  const plain = await startMailServer((line) => (line === 'STARTTLS' ? '502 5.5.1 not implemented' : reply(line)))
  // a name of this machine that looks like one on the network
  const send = (await openMailer(plain.port, { SMTP_HOST: '0x7f.1' })).send(mail)
  await expect(send).rejects.toThrow(MailNotSent)
  expect(plain.received.join('\n')).not.toMatch(/MAIL FROM|ada@/)
})

test('MAIL-13 a mail by consent has the headers by which mailboxes unsubscribe with one click, others have none', async () => {
  const server = await startMailServer((line) => (line === '.' ? '250 Queued' : reply(line)))
  const { send } = await openMailer(server.port)
  await send(mail)
  expect(server.received.join('\n')).not.toMatch(/List-Unsubscribe/i)
  const unsubscribeUrl = `https://academy.example.com/api/mails/unsubscribe?token=stopped.${'a'.repeat(80)}`
  await send({ ...mail, id: 'stopped.1', unsubscribeUrl })
  const headers = server.received.join('\n').replace(/\n[ \t]+/g, ' ')
  expect(headers).toMatch(`List-Unsubscribe: <${unsubscribeUrl}>`)
  expect(headers).toMatch('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test.each([
  ['550 5.1.1 <ada@example.test> is unknown', true],
  ['551 5.1.6 <ada@example.test> has moved', true],
  ['550 5.2.1 The mailbox is disabled', true],
  ['550 5.7.1 Relaying denied', false],
  ['550 You are blocked', false],
  ['552 5.2.2 The mailbox is full', false],
  ['450 4.1.1 Try again later', false],
])('MAIL-15 the answer %j to a recipient says that the address is unknown: %j', async (answer, isUnknown) => {
  const server = await startMailServer((line) => (line.startsWith('RCPT') ? answer : reply(line)))
  const refused = (await openMailer(server.port)).send(mail)
  await expect(refused).rejects.toThrow(MailNotSent)
  if (isUnknown) await expect(refused).rejects.toThrow(UnknownAddress)
  else await expect(refused).rejects.not.toThrow(UnknownAddress)
  await expect(refused).rejects.not.toThrow(/ada@/)
})

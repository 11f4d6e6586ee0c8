import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { createTables } from '../database.ts'
import { listen } from '../listening-server.ts'
import type { Fault, ServiceOptions } from '../service.ts'
import { addMessage, ddl, type NewMessage } from './messages.ts'

const refusal = (code: number, message: string): Error => Object.assign(new Error(message), { responseCode: code })

/** Applies a fault of a mail server: down, slow or refusing. */
const applyFault = async (fault: Fault | undefined): Promise<void> => {
  if (fault === undefined) return
  if (fault.kind === 'slow') await sleep(fault.delay_ms ?? 3000)
  else if (fault.kind === 'down') throw refusal(421, 'Service not available')
  else if (fault.kind === 'rate_limited') throw refusal(450, 'Too many messages, try again later')
  else throw refusal(554, 'Transaction failed')
}

/** Returns an address with its domain as it was sent: smtp-server decodes Punycode. */
const asSent = (address: string): string =>
  address.replace(/[^@]+$/, (domain) => (/\P{ASCII}/u.test(domain) ? domainToASCII(domain) : domain))

const senderOf = ({ envelope: { mailFrom } }: SMTPServerSession): string => (mailFrom === false ? '' : asSent(mailFrom.address))

// The auth service sends no Message-ID; mail servers add one.
const REQUIRED_HEADERS = ['From', 'To', 'Subject', 'Date']
const MAX_LINE_LENGTH = 998

/** Refuses what mail servers refuse or mark as spam: missing headers, overlong lines, and a sender that differs from the envelope's. */
const requireValidMessage = (raw: Buffer, session: SMTPServerSession): void => {
  const text = raw.toString('latin1')
  if (text.split('\r\n').some((line) => line.length > MAX_LINE_LENGTH))
    throw refusal(554, `5.6.0 A line has more than ${MAX_LINE_LENGTH} characters`)
  const [head = ''] = text.split('\r\n\r\n', 1)
  const missing = REQUIRED_HEADERS.filter((name) => !new RegExp(`^${name}:`, 'im').test(head))
  if (missing.length > 0) throw refusal(554, `5.6.0 Missing headers: ${missing.join(', ')}`)
  const sender = senderOf(session)
  const from = /^From:((?:.*)(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? ''
  if (!from.includes(sender)) throw refusal(550, '5.7.1 The sender differs from the header From')
}

const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Omit<NewMessage, 'created_at'>> => {
  const raw = await buffer(stream)
  requireValidMessage(raw, session)
  const parsed = await PostalMime.parse(raw)
  const sender = senderOf(session)
  const name = parsed.from?.name ?? ''
  return {
    from: name === '' ? sender : `${name} <${sender}>`,
    to: session.envelope.rcptTo.map(({ address }) => asSent(address).toLowerCase()),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
  }
}

type Options = Pick<ServiceOptions, 'sql' | 'clock' | 'faults'>

/**
 * Starts a mail server (port 0: any free port) that accepts mail to every address and stores it. No mail leaves this machine. Faults affect the
 * mail server, but not the mailbox page, so that developers can still read mail.
 */
export const openInbox = async ({ sql, clock, faults }: Options, port: number): Promise<{ port: number; close(): Promise<void> }> => {
  await createTables(sql, ddl)
  const failOr = (callback: (error?: Error) => void) => applyFault(faults.take('mailbox')).then(() => callback(), callback)
  /** The ids of the connections that have begun a mail. */
  const connections = new Set<string>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: 10 * 1024 * 1024,
    disableReverseLookup: true,
    closeTimeout: 500,
    onConnect: (_session, callback) => void failOr(callback),
    // A fault also applies to the later mails of an open connection.
    onMailFrom: (_address, session, callback) => {
      if (connections.has(session.id)) return void failOr(callback)
      connections.add(session.id)
      callback()
    },
    onClose: ({ id }) => void connections.delete(id),
    onData: (stream, session, callback) => {
      receive(stream, session)
        .then((message) => addMessage(sql, { ...message, created_at: clock.now('mailbox') }))
        .then(() => callback(), callback)
    },
  })
  // a client that disconnects must not stop the server
  server.on('error', () => undefined)
  return {
    port: await listen(server.server, port, 'the mailbox (SMTP)'),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

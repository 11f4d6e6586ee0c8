import type { Readable } from 'node:stream'
import { isLocalHost } from '@academy/contract/local-hosts'
import fp from 'fastify-plugin'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  /** An event for the calendar of the recipient, in iCalendar. */
  event?: { method: 'request' | 'cancel'; content: string }
  /** The message id without brackets and domain. Each attempt has the same, so that mailboxes recognize a repeated mail. */
  id: string
  /** The URL that ends mails of this kind: its page for readers, and for mailboxes the POST of RFC 8058. */
  unsubscribeUrl?: string
}

/** The mail was not sent, so it may be sent again. */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
}

/** The mail server knows no mailbox of this address, or it is closed: no mail will ever arrive. */
export class UnknownAddress extends MailNotSent {
  override name = 'UnknownAddress'
}

/** The response of the mail server was lost: the mail may have been sent. */
export class UnknownDelivery extends Error {
  override name = 'UnknownDelivery'
}

export type Mailer = Pick<ReturnType<typeof openMailer>, 'send'>

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the academy's own mails; undefined without a mail server in the configuration. */
    mailer: Mailer | undefined
  }
}

/** The time limit, in milliseconds, of each step of a mail. */
const RESPONSE_TIMEOUT_MS = 10_000

/** The port with TLS from the beginning of a connection; other ports use STARTTLS. */
const TLS_PORT = 465

type SmtpError = { code?: unknown; responseCode?: unknown; command?: unknown; response?: unknown }

/** Returns what failed, without the server's text, which may name the address. */
const explain = (error: unknown): string => {
  const { code, responseCode, command } = error as SmtpError
  return [code, responseCode, command].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ')
}

/** Returns whether the mail server refused the mail, so that it was certainly not sent. */
const isRefused = (error: unknown): boolean => Number((error as SmtpError).responseCode) >= 400

/**
 * Returns whether the mail server refused the recipient for ever because of the address (RFC 3463: 5.1 bad address, 5.2.1 closed mailbox). Other
 * refusals may be about the sender, or a full mailbox.
 */
const isUnknownAddress = (error: unknown): boolean =>
  (error as SmtpError).command === 'RCPT TO' && /^5\d\d[ -]5\.(1\.(0|1|2|3|6|10)|2\.1)\b/.test(String((error as SmtpError).response))

/** The headers by which a mailbox offers to unsubscribe with one click (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({ 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })

/** Opens a mailer, which connects when it sends the first mail. */
export function openMailer({ mail, academyName }: { mail: NonNullable<Config['mail']>; academyName: string }) {
  const transport = createTransport({
    // One connection serves the mails that follow each other.
    pool: true,
    maxConnections: 1,
    // Repeats a mail of which nothing was sent, because the server had closed the idle connection.
    maxRequeues: 1,
    host: mail.host,
    port: mail.port,
    secure: mail.port === TLS_PORT,
    // Passwords, addresses and links never travel in plain text over a network.
    requireTLS: mail.user !== undefined || !isLocalHost(mail.host),
    ...(mail.user !== undefined && mail.password !== undefined && { auth: { user: mail.user, pass: mail.password } }),
    connectionTimeout: RESPONSE_TIMEOUT_MS,
    greetingTimeout: RESPONSE_TIMEOUT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  /** The streams of the mails by their message ids: the connection reads from one only when the server accepts the message. */
  const streams = new Map<string, Readable[]>()
  transport.use('stream', ({ message }, done) => {
    const create = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const stream = create(options)
      streams.get(message.messageId())?.push(stream)
      return stream
    }
    done()
  })
  return {
    /** @throws MailNotSent, UnknownAddress, UnknownDelivery. Their messages name no address, because logs hold none. */
    send: async ({ to, subject, text, html, event, id, unsubscribeUrl }: OutgoingMail): Promise<void> => {
      const messageId = `<${id}@${mail.from.split('@')[1]}>`
      const attempts: Readable[] = []
      streams.set(messageId, attempts)
      try {
        await transport.sendMail({
          from: { name: academyName, address: mail.from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(event && { icalEvent: event }),
          messageId,
          ...(unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(unsubscribeUrl) }),
        })
      } catch (error) {
        if (isUnknownAddress(error)) throw new UnknownAddress(`The mail server does not know the address (${explain(error)}).`)
        if (isRefused(error)) throw new MailNotSent(`The mail server refused the mail (${explain(error)}).`)
        if (!attempts.some(({ readableDidRead }) => readableDidRead))
          throw new MailNotSent(`The mail server cannot be reached (${explain(error)}).`)
        throw new UnknownDelivery(`The mail server did not respond (${explain(error)}).`)
      } finally {
        streams.delete(messageId)
      }
    },
    /** Connects and signs in without sending a mail. Rejects with the error of the connection, or of the mail server. */
    verify: () => transport.verify(),
    close: () => transport.close(),
  }
}

export const mailer = fp(
  async (app) => {
    const { mail, academyName } = app.config
    const opened = mail && openMailer({ mail, academyName })
    app.decorate('mailer', opened)
    app.addHook('onClose', async () => opened?.close())
  },
  { name: 'mailer' },
)

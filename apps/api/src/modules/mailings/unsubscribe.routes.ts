import { mailHtml } from '@academy/contract/mail-layout'
import { MAILING_NAMES } from '@academy/contract/mailing-kinds'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { withdrawByMailing } from './consents.store.ts'

import { UNSUBSCRIBE_PATH, unsubscribeLinks } from './unsubscribe-links.ts'

/** Lets the page have its own styles and send its form to its own address, and nothing else. */
const PAGE_POLICY = "default-src 'none';style-src 'unsafe-inline';base-uri 'none';form-action 'self';frame-ancestors 'none'"

/** More than mailboxes send. */
const BODY_LIMIT = 4 * 1024

type Page = Parameters<typeof mailHtml>[0]

const EXPIRED = {
  heading: 'This link is not complete',
  paragraphs: ['Copy the whole address out of the email, or choose your emails in Settings.'],
}

/**
 * Ends the mails of a kind without a sign-in, by the token of a mail. Not in the contract, because the callers are mailboxes (RFC 8058) and the
 * form of the page. GET changes nothing, because scanners of mails open links.
 */
export async function unsubscribeRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const { webOrigin, academyName, fileSigningKey } = config
  const links = unsubscribeLinks(fileSigningKey, '')
  // Mailboxes send a form of either type, and the button of the page an empty one.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body))

  const send = (reply: FastifyReply, status: number, page: Omit<Page, 'academyName'>) =>
    reply
      .code(status)
      .headers({ 'content-security-policy': PAGE_POLICY })
      .type('text/html; charset=utf-8')
      .send(mailHtml({ notes: [{ text: 'Choose your emails in Settings', href: `${webOrigin}/settings` }], academyName, ...page }))
  const tokenOf = ({ query }: FastifyRequest) => links.read((query as { token?: unknown }).token)
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    await app.limit.publicRoutes(request)
    return send(reply, 404, EXPIRED)
  }

  app.get(UNSUBSCRIBE_PATH, async (request, reply) => {
    const mailing = tokenOf(request)
    if (mailing === undefined) return refuse(request, reply)
    return send(reply, 200, {
      heading: 'Stop these emails?',
      paragraphs: [`You will get no more emails of the kind “${MAILING_NAMES[mailing.kind]}”. Other kinds stay as you chose them.`],
      form: 'Stop these emails',
    })
  })
  app.post(UNSUBSCRIBE_PATH, async (request, reply) => {
    const mailing = tokenOf(request)
    if (mailing === undefined) return refuse(request, reply)
    const via = /List-Unsubscribe[\s\S]*One-Click/.test(String(request.body)) ? 'one_click' : 'link'
    await withdrawByMailing(app.db, mailing.id, via, new Date())
    return send(reply, 200, {
      heading: 'These emails have stopped',
      paragraphs: [`You get no more emails of the kind “${MAILING_NAMES[mailing.kind]}”.`],
    })
  })
}

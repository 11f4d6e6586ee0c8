import { MAILING_NAMES } from '@academy/contract/mailing-kinds'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type MailPage, mailPages } from '../../mail/mail-pages.ts'
import { withdrawByMailing } from './consents.store.ts'

import { UNSUBSCRIBE_PATH, unsubscribeLinks } from './unsubscribe-links.ts'

const EXPIRED = {
  heading: 'This link is not complete',
  paragraphs: ['Copy the whole address out of the email, or choose your emails in Settings.'],
}

/** Ends the mails of a kind without a sign-in, by the token of a mail (RFC 8058). */
export async function unsubscribeRoutes(app: FastifyInstance): Promise<void> {
  const { webOrigin, academyName, fileSigningKey } = app.config
  const links = unsubscribeLinks(fileSigningKey, '')
  const sendPage = mailPages(app, academyName)

  const send = (reply: FastifyReply, status: number, page: MailPage) =>
    sendPage(reply, status, { notes: [{ text: 'Choose your emails in Settings', href: `${webOrigin}/settings` }], ...page })
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

import { mailHtml } from '@academy/contract/mail-layout'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Lets the page have its own styles and send its form to its own address, and nothing else. */
const PAGE_POLICY = "default-src 'none';style-src 'unsafe-inline';base-uri 'none';form-action 'self';frame-ancestors 'none'"

/** More than mailboxes send. */
const BODY_LIMIT = 4 * 1024

export type MailPage = Omit<Parameters<typeof mailHtml>[0], 'academyName'>

/**
 * Lets the routes of a scope serve the pages behind links of mails, and returns the function that sends one. Such routes are not in the contract,
 * because mailboxes and the forms of the pages call them. GET must change nothing, because scanners of mails open links.
 */
export function mailPages(scope: FastifyInstance, academyName: string) {
  // Mailboxes send a form of either type, and the button of a page an empty one.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body))
  return (reply: FastifyReply, status: number, page: MailPage) =>
    reply
      .code(status)
      .headers({ 'content-security-policy': PAGE_POLICY })
      .type('text/html; charset=utf-8')
      .send(mailHtml({ academyName, ...page }))
}

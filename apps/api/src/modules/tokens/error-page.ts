import { mailHtml } from '@academy/contract/mail-layout'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { HttpError } from '../../http/errors.ts'

/** Lets the page have its own styles, and nothing else. */
export const PAGE_POLICY = "default-src 'none';style-src 'unsafe-inline';base-uri 'none';form-action 'none';frame-ancestors 'none'"

/** Returns the page for requests of browsers that cannot lead back to the program. It looks like the academy's mails, which stand alone as well. */
export const errorPage = ({ academyName }: Config, reason: string): string =>
  mailHtml({
    heading: 'The program could not be connected',
    paragraphs: [reason],
    academyName,
  })

/** Returns a handler that shows refusals to the user as that page. Other errors stay what they are. */
export const showRefusals = (config: Config) => (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
  if (!(error instanceof HttpError)) throw error
  return reply
    .code(error.status)
    .headers({ 'cache-control': 'no-store', ...error.headers, 'content-security-policy': PAGE_POLICY })
    .type('text/html; charset=utf-8')
    .send(errorPage(config, error.message))
}

import { verifyWebhookSignature } from '@notionhq/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { HttpError } from '../../../http/errors.ts'

export const NOTION_WEBHOOK_PATH = '/api/content/notion-webhook'

const handshake = z.object({ verification_token: z.string().regex(/^[\w-]{10,200}$/) })
const event = z.object({ type: z.string() })

/** The types of events after which a page may be deleted, or a property lost, which only a full run detects for sure. */
const mayDelete = /^page\.(?:deleted|undeleted|moved|locked|unlocked)$|^(?:database|data_source)\./

/** Parses a body, which is undefined without a content type. Returns undefined for one that is not JSON. */
const parseJson = (body: Buffer | undefined): unknown => {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}

/**
 * Receives Notion's webhooks. An event only triggers a sync; its content is not used. Not in the contract, because Notion is the only
 * caller and signs the raw bytes.
 */
export async function notionWebhook(app: FastifyInstance): Promise<void> {
  const token = app.config.notionWebhookToken

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const isSigned = async (request: FastifyRequest<{ Body: Buffer }>, verificationToken: string): Promise<boolean> => {
    const signature = request.headers['x-notion-signature']
    return typeof signature === 'string' && (await verifyWebhookSignature({ body: request.body, signature, verificationToken }))
  }

  const notSigned = () => new HttpError(401, 'unauthenticated', 'This is not signed by the Notion workspace of the academy.')

  // Reads the JSON only after the limit or the signature was checked, because anyone can send a large one.
  app.post<{ Body: Buffer }>(NOTION_WEBHOOK_PATH, async (request) => {
    if (token === undefined) {
      // Notion sends the token only in this first request, which is not signed. The operator copies it from the log to Notion and into the
      // settings. A token of another sender does no harm, because Notion accepts only its own.
      await app.limit.publicRoutes(request)
      const verification_token = handshake.safeParse(parseJson(request.body)).data?.verification_token
      if (verification_token === undefined) throw notSigned()
      request.log.warn(
        { verification_token },
        'received a Notion webhook verification: if you set it up, paste this token in Notion, then set NOTION_WEBHOOK_TOKEN to it',
      )
      return { success: true }
    }
    if (!Buffer.isBuffer(request.body) || !(await isSigned(request, token))) {
      await app.limit.publicRoutes(request)
      throw notSigned()
    }
    const type = event.safeParse(parseJson(request.body)).data?.type
    if (type !== undefined) app.contentEdited(mayDelete.test(type) ? 'full' : 'incremental')
    return { success: true }
  })
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { NotionContext } from './context.ts'
import { toId } from './ids.ts'

const query = z.object({ expires: z.coerce.number(), signature: z.string() })

const errorXml = (code: string, message: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`

/** Serves file contents by signed URLs that expire, without a token, as Notion's object store does. */
export function fileRoutes(app: FastifyInstance, { sql, links, now }: NotionContext) {
  app.get<{ Params: { id: string } }>('/files/:id/:name', async (request, reply) => {
    const id = toId(request.params.id)
    const given = query.safeParse(request.query)
    const verdict = id !== undefined && given.success ? links.check(id, given.data.expires, given.data.signature, now()) : 'forged'
    if (id === undefined || verdict !== 'valid') {
      const body =
        verdict === 'expired'
          ? errorXml('AccessDenied', 'Request has expired')
          : errorXml('SignatureDoesNotMatch', 'The request signature does not match the one calculated here.')
      return reply.code(403).type('application/xml').send(body)
    }
    const [file] = await sql<{ content: Buffer; content_type: string }[]>`
      select content, content_type from notion.file_uploads where id = ${id} and content is not null`
    if (file === undefined) return reply.code(404).type('application/xml').send(errorXml('NoSuchKey', 'The specified key does not exist.'))
    // an SVG that is opened as a page may contain scripts
    return reply
      .type(file.content_type)
      .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
      .send(file.content)
  })
}

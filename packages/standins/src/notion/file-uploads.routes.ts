import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Tx } from '../database.ts'
import { type NotionContext, write } from './context.ts'
import { uploadType } from './file-types.ts'
import { uploadExpiry } from './files.ts'
import { MAX_UPLOAD_BYTES } from './identity.ts'
import { pathId } from './ids.ts'
import { invalid, notFound } from './notion-error.ts'
import { check, validationError } from './validation.ts'

const createBody = z.strictObject({
  mode: z.literal('single_part').optional(),
  filename: z.string().min(1).max(900).optional(),
  content_type: z.string().min(1).optional(),
})

type UploadRow = { filename: string | null; content_type: string | null; status: 'pending' | 'uploaded'; created_time: Date }

async function requireUpload(tx: Tx, id: string): Promise<UploadRow> {
  const [row] = await tx<UploadRow[]>`select filename, content_type, status, created_time from notion.file_uploads where id = ${id}`
  if (row === undefined) throw notFound('file upload', id)
  return row
}

async function loadResponse(tx: Tx, id: string) {
  const { status, filename, content_type } = await requireUpload(tx, id)
  return { object: 'file_upload', id, status, filename, content_type }
}

/** Returns the form part with the file. */
async function fileOf(body: Buffer, contentType: string): Promise<File> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData().catch(() => undefined)
  if (form === undefined) throw invalid('body failed validation: body should be a valid multipart form.')
  const file = form.get('file')
  if (!(file instanceof File)) throw validationError('body', 'body.file should be defined.')
  return file
}

export function fileUploadRoutes(app: FastifyInstance, context: NotionContext) {
  const { now } = context

  app.post('/file_uploads', (request) => {
    const body = check(createBody, request.body ?? {})
    const contentType = uploadType(body.filename ?? null, body.content_type ?? null)
    return write(context, async (tx) => {
      const id = randomUUID()
      await tx`
        insert into notion.file_uploads (id, filename, content_type, status, created_time, last_edited_time)
        values (${id}, ${body.filename ?? null}, ${contentType}, 'pending', ${now()}, ${now()})`
      return loadResponse(tx, id)
    })
  })

  app.post('/file_uploads/:file_upload_id/send', async (request) => {
    const id = pathId(request.params, 'file_upload_id')
    if (!(request.body instanceof Buffer)) throw invalid('Content-Type should be multipart/form-data.')
    const file = await fileOf(request.body, request.headers['content-type'] ?? '')
    if (file.size > MAX_UPLOAD_BYTES) throw invalid(`The file is too large: at most ${MAX_UPLOAD_BYTES} bytes in one part.`)
    const content = Buffer.from(await file.arrayBuffer())
    return write(context, async (tx) => {
      await tx`select id from notion.file_uploads where id = ${id} for update`
      const row = await requireUpload(tx, id)
      if (row.status !== 'pending') throw invalid(`File upload ${id} is not in the \`pending\` status: it is \`${row.status}\`.`)
      if (uploadExpiry(row) <= now()) throw invalid(`File upload ${id} has expired.`)
      // the type that forms declare for unknown files
      const sent = file.type === 'application/octet-stream' ? '' : (file.type.split(';')[0] ?? '')
      const type = row.content_type ?? uploadType(row.filename ?? file.name, sent)
      if (sent !== '' && sent !== type) {
        throw invalid(`The content type of the file (${sent}) does not match the file upload's content type (${type}).`)
      }
      await tx`
        update notion.file_uploads
        set content = ${content}, content_type = ${type || 'application/octet-stream'}, filename = coalesce(filename, ${file.name}),
            status = 'uploaded', last_edited_time = ${now()}
        where id = ${id}`
      return loadResponse(tx, id)
    })
  })
}

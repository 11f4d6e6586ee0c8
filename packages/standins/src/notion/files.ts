import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { notionId } from './ids.ts'
import { richText, url } from './rich-text.ts'

/** File links of Notion expire after an hour. */
const FILE_URL_SECONDS = 3600

/** An upload that no block shows within an hour expires. */
const UPLOAD_SECONDS = 3600
export const uploadExpiry = (upload: { created_time: Date }) => new Date(upload.created_time.getTime() + UPLOAD_SECONDS * 1000)

const external = z.strictObject({ url })
const upload = z.strictObject({ id: notionId })

// stored as the upload's id; each read signs a new URL
const hostedFile = (fileUpload: { id: string }) => ({ type: 'file', file: { upload_id: fileUpload.id } }) as const
const externalFile = (file: { url: string }) => ({ type: 'external', external: file }) as const

/** The picture, video or file of a block: an external URL, or an uploaded file. */
export const mediaSource = {
  type: z.enum(['external', 'file_upload']).optional(),
  external: external.optional(),
  file_upload: upload.optional(),
}

type Source = { external?: { url: string } | undefined; file_upload?: { id: string } | undefined }
export const toSource = ({ external: link, file_upload }: Source) =>
  link ? externalFile(link) : file_upload ? hostedFile(file_upload) : undefined

export const caption = { caption: richText.optional() }

/** Value of a files property. */
export const fileItem = z
  .union([
    z.strictObject({ type: z.literal('external').optional(), external, name: z.string().max(100) }),
    z.strictObject({ type: z.literal('file_upload').optional(), file_upload: upload, name: z.string().max(100).optional() }),
  ])
  .transform((item) => ({ name: item.name ?? '', ...('external' in item ? externalFile(item.external) : hostedFile(item.file_upload)) }))

export type FileLinks = ReturnType<typeof createFileLinks>

/** Signs and verifies file URLs. `key` is stored in the database, so that URLs survive a restart. */
export function createFileLinks({ key, baseUrl }: { key: string; baseUrl: string }) {
  const sign = (id: string, expires: number) => createHmac('sha256', key).update(`${id}.${expires}`).digest('base64url')
  return {
    create(id: string, name: string, now: Date) {
      const expires = Math.floor(now.getTime() / 1000) + FILE_URL_SECONDS
      const unsigned = `${baseUrl}/${id}/${encodeURIComponent(name || 'file')}`
      return { url: `${unsigned}?expires=${expires}&signature=${sign(id, expires)}`, expiry_time: new Date(expires * 1000).toISOString() }
    },
    check(id: string, expires: number, signature: string, now: Date): 'valid' | 'expired' | 'forged' {
      if (sign(id, expires) !== signature) return 'forged'
      return expires * 1000 > now.getTime() ? 'valid' : 'expired'
    },
  }
}

const isHosted = (value: object): value is { file: { upload_id: string } } => {
  const file: unknown = Reflect.get(value, 'file')
  return typeof file === 'object' && file !== null && 'upload_id' in file
}

/** Returns the ids of all uploads in a stored value, at any depth. */
export function uploadIdsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = isHosted(value) ? [value.file.upload_id] : []
  return [...own, ...Object.values(value).flatMap(uploadIdsIn)]
}

type Link = { url: string; expiry_time: string; filename: string }

/** Replaces each upload in a stored value by a newly signed URL. A file without its own name gets the upload's. */
export function withFileLinks(value: unknown, link: (uploadId: string) => Link): unknown {
  if (Array.isArray(value)) return value.map((item) => withFileLinks(item, link))
  if (typeof value !== 'object' || value === null) return value
  const linkedValue: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withFileLinks(inner, link)]),
  )
  if (!isHosted(value)) return linkedValue
  const { filename, ...file } = link(value.file.upload_id)
  return { ...linkedValue, ...(linkedValue.name === '' && { name: filename }), file }
}

import { invalid } from './notion-error.ts'

/** The content types that Notion's file upload accepts, with their file extensions. The first type of an extension is its default. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'video/mp4': 'm4v mp4',
  'video/mpeg': 'mpeg',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-flv': 'flv',
  'video/x-matroska': 'mkv',
  'video/x-ms-asf': 'wmv',
  'video/x-msvideo': 'avi',
  'audio/aac': 'aac adts',
  'audio/midi': 'mid midi',
  'audio/mp4': 'm4a m4b mp4',
  'audio/mpeg': 'mp3 mpga',
  'audio/ogg': 'oga ogg',
  'audio/wav': 'wav',
  'audio/x-ms-wma': 'wma',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/jpeg': 'jpeg jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif tiff',
  'image/vnd.microsoft.icon': 'ico',
  'image/webp': 'webp',
  'application/json': 'json',
  'application/mp4': 'mp4',
  'application/msword': 'doc',
  'application/pdf': 'pdf',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/plain': 'txt',
}

const typesOf = (filename: string | null) => {
  const extension = /\.([^./\\]+)$/.exec(filename ?? '')?.[1]?.toLowerCase()
  if (extension === undefined) return undefined
  const types = Object.keys(EXTENSIONS).filter((type) => EXTENSIONS[type]?.split(' ').includes(extension))
  if (types.length === 0) throw invalid('Provided `filename` has an extension that is not supported for the File Upload API.')
  return types
}

/** Returns the content type of an upload, as given or by its file extension; null if both are unknown. Throws for types that Notion refuses. */
export function uploadType(filename: string | null, given: string | null): string | null {
  const byName = typesOf(filename)
  const type = given?.split(';')[0]?.trim().toLowerCase() || null
  if (type === null) return byName?.[0] ?? null
  if (!Object.hasOwn(EXTENSIONS, type)) throw invalid(`Provided \`content_type\` is not supported for the File Upload API: ${type}.`)
  if (byName && !byName.includes(type))
    throw invalid(`Provided \`content_type\` (${type}) does not match the extension of \`filename\` (${filename}).`)
  return type
}

const FITTING: Readonly<Record<string, RegExp>> = {
  image: /^image\//,
  video: /^video\/|^application\/mp4$/,
  audio: /^audio\//,
  pdf: /^application\/pdf$/,
}

/** Throws unless a block type accepts a content type. File blocks accept all; icons and covers are pictures. */
export function assertFits(use: string, uploadId: string, contentType: string | null) {
  const fitting = Object.hasOwn(FITTING, use) ? FITTING[use] : undefined
  if (fitting && !fitting.test(contentType ?? ''))
    throw invalid(`File upload ${uploadId} has the content type ${contentType}, which is not supported for ${use} blocks.`)
}

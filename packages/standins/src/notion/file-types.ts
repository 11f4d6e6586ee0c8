import { invalid } from './notion-error.ts'

/**
 * The content types that Notion's file upload accepts, with their file extensions. If several types have the same
 * extension, the first is its default.
 */
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

/** Returns the content types of a file name's extension; undefined without one. Throws for extensions that Notion refuses. */
const typesByExtension = (filename: string | null) => {
  const extension = /\.([^./\\]+)$/.exec(filename ?? '')?.[1]?.toLowerCase()
  if (extension === undefined) return undefined
  const types = Object.keys(EXTENSIONS).filter((type) => EXTENSIONS[type]?.split(' ').includes(extension))
  if (types.length === 0) throw invalid('Provided `filename` has an extension that is not supported for the File Upload API.')
  return types
}

/** Returns the content type of an upload, as declared or by its file extension; null without both. Throws for types that Notion refuses. */
export function uploadType(filename: string | null, declared: string | null): string | null {
  const byExtension = typesByExtension(filename)
  const type = declared?.split(';')[0]?.trim().toLowerCase() || null
  if (type === null) return byExtension?.[0] ?? null
  if (!Object.hasOwn(EXTENSIONS, type)) throw invalid(`Provided \`content_type\` is not supported for the File Upload API: ${type}.`)
  if (byExtension && !byExtension.includes(type))
    throw invalid(`Provided \`content_type\` (${type}) does not match the extension of \`filename\` (${filename}).`)
  return type
}

/** The content types that a block type accepts. */
const ACCEPTED_TYPES: Readonly<Record<string, RegExp>> = {
  image: /^image\//,
  video: /^video\/|^application\/mp4$/,
  audio: /^audio\//,
  pdf: /^application\/pdf$/,
}

/** Throws unless a block type accepts a content type. File blocks accept all. */
export function requireAcceptedType(blockType: string, uploadId: string, contentType: string | null) {
  const accepted = Object.hasOwn(ACCEPTED_TYPES, blockType) ? ACCEPTED_TYPES[blockType] : undefined
  if (accepted && !accepted.test(contentType ?? ''))
    throw invalid(`File upload ${uploadId} has the content type ${contentType}, which is not supported for ${blockType} blocks.`)
}

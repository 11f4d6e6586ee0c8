import { invalid } from './notion-error.ts'

/** The content types that Notion's file upload accepts, by extension. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  // audio
  aac: ['audio/aac'],
  adts: ['audio/aac'],
  mid: ['audio/midi'],
  midi: ['audio/midi'],
  mp3: ['audio/mpeg'],
  mpga: ['audio/mpeg'],
  m4a: ['audio/mp4'],
  m4b: ['audio/mp4'],
  oga: ['audio/ogg'],
  ogg: ['audio/ogg'],
  wav: ['audio/wav'],
  wma: ['audio/x-ms-wma'],
  // documents
  pdf: ['application/pdf'],
  txt: ['text/plain'],
  json: ['application/json'],
  doc: ['application/msword'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  xls: ['application/vnd.ms-excel'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ppt: ['application/vnd.ms-powerpoint'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  // pictures
  gif: ['image/gif'],
  heic: ['image/heic'],
  ico: ['image/vnd.microsoft.icon'],
  jpeg: ['image/jpeg'],
  jpg: ['image/jpeg'],
  png: ['image/png'],
  svg: ['image/svg+xml'],
  tif: ['image/tiff'],
  tiff: ['image/tiff'],
  webp: ['image/webp'],
  // videos
  avi: ['video/x-msvideo'],
  flv: ['video/x-flv'],
  m4v: ['video/mp4'],
  mkv: ['video/x-matroska'],
  mov: ['video/quicktime'],
  mp4: ['video/mp4', 'application/mp4', 'audio/mp4'],
  mpeg: ['video/mpeg'],
  webm: ['video/webm'],
  wmv: ['video/x-ms-asf'],
}
const extensions = new Set(Object.values(TYPES).flat())

const typesOf = (filename: string | null) => {
  const extension = /\.([^./\\]+)$/.exec(filename ?? '')?.[1]?.toLowerCase()
  if (extension === undefined) return undefined
  const types = Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined
  if (types === undefined) throw invalid('Provided `filename` has an extension that is not supported for the File Upload API.')
  return types
}

/** Returns the content type of an upload, as given or by its file extension; null if both are unknown. Throws for types that Notion refuses. */
export function uploadType(filename: string | null, given: string | null): string | null {
  const byName = typesOf(filename)
  const type = given?.split(';')[0]?.trim().toLowerCase() || null
  if (type === null) return byName?.[0] ?? null
  if (!extensions.has(type)) throw invalid(`Provided \`content_type\` is not supported for the File Upload API: ${type}.`)
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

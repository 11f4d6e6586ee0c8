import { buffer } from 'node:stream/consumers'
import { PageRefused } from '../mirror/page-refused.ts'
import { convertPicture, type PictureSize } from './convert-picture.ts'
import { type FetchFileOptions, fetchFile } from './fetch-file.ts'
import { type DownloadType, documentType, downloadType, pictureType, soundType, videoType } from './file-type.ts'
import type { FileChunks, SaveFile } from './save-file.ts'
import { svgSize } from './svg-size.ts'

/** How a block or property shows the file: `download` offers it for saving. */
export type FileKind = 'picture' | 'video' | 'sound' | 'pdf' | 'download'
export type FileType = DownloadType | 'image/svg+xml' | 'text/vtt'
/** `size` is that of a picture, if it is known. */
export type SavedFile = { hash: string; type: FileType; bytes: number; size?: PictureSize | undefined }

export type CopyOptions = Omit<FetchFileOptions, 'maxBytes'> & {
  cleanSvg: (source: string) => Promise<string | undefined>
  saveFile: SaveFile
}

const MEGABYTE = 1024 * 1024
const MAX_PICTURE_BYTES = 10 * MEGABYTE
const MAX_SVG_BYTES = 2 * MEGABYTE
/** For clips, short sounds and documents. Longer films belong on a video host, which adapts to the connection. */
const MAX_UPLOAD_BYTES = 25 * MEGABYTE

/** The number of bytes that identify a file type. */
const HEAD_BYTES = 4096

const uploadTypes = {
  video: { typeOf: videoType, wrong: 'It is neither MP4 nor WebM.' },
  sound: { typeOf: soundType, wrong: 'It is none of MP3, M4A, AAC, Ogg or WAV.' },
  pdf: { typeOf: documentType, wrong: 'It is not a PDF.' },
  download: {
    typeOf: downloadType,
    wrong: 'It is neither PDF, sound, video nor picture. Upload it somewhere else, and link to it.',
  },
} satisfies Record<Exclude<FileKind, 'picture'>, { typeOf: (bytes: Buffer) => DownloadType | undefined; wrong: string }>

/**
 * Checks a picture and converts it to a small, harmless one.
 * @throws PageRefused with the problem.
 */
export async function pictureFrom(fetched: Buffer, cleanSvg: CopyOptions['cleanSvg']) {
  const type = pictureType(fetched)
  if (!type) throw new PageRefused('file_type', 'It is none of PNG, JPEG, GIF, WebP, AVIF or SVG.')
  if (type !== 'image/svg+xml') return await convertPicture(type, fetched)
  if (fetched.length > MAX_SVG_BYTES) throw new PageRefused('file_too_large', 'It is an SVG of more than 2 MB. Upload it as a PNG.')
  const clean = await cleanSvg(fetched.toString('utf8'))
  if (clean === undefined) throw new PageRefused('file_type', 'It is an SVG without a picture in it.')
  return { type, bytes: Buffer.from(clean, 'utf8'), size: svgSize(clean) }
}

async function copyPicture(url: string, { cleanSvg, saveFile, ...options }: CopyOptions): Promise<SavedFile> {
  const fetched = await buffer(fetchFile(url, { ...options, maxBytes: MAX_PICTURE_BYTES }))
  const { type, bytes, size } = await pictureFrom(fetched, cleanSvg)
  return { type, size, ...(await saveFile(type, [bytes])) }
}

/** The first bytes of a file, and all of it again. */
async function peek(chunks: AsyncGenerator<Buffer>): Promise<{ head: Buffer; whole: FileChunks }> {
  const first: Buffer[] = []
  for (let length = 0; length < HEAD_BYTES; ) {
    const { value, done } = await chunks.next()
    if (done) break
    first.push(value)
    length += value.length
  }
  const head = Buffer.concat(first)
  const whole = async function* () {
    yield head
    yield* chunks
  }
  return { head, whole: whole() }
}

/**
 * Fetches a file, checks by its bytes what it is, and saves it.
 * @throws PageRefused saying what is wrong with it.
 */
export async function copyFile(kind: FileKind, url: string, options: CopyOptions): Promise<SavedFile> {
  if (kind === 'picture') return await copyPicture(url, options)
  const chunks = fetchFile(url, { ...options, maxBytes: MAX_UPLOAD_BYTES })
  try {
    const { head, whole } = await peek(chunks)
    const { typeOf, wrong } = uploadTypes[kind]
    const type = typeOf(head)
    if (!type) throw new PageRefused('file_type', wrong)
    return { type, ...(await options.saveFile(type, whole)) }
  } finally {
    await chunks.return(undefined)
  }
}

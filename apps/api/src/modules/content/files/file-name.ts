import { cleanText } from '../render/escape.ts'
import type { FileType } from './copy-file.ts'

/** The allowed file extensions by type. A name without one of them gets the first. */
const extensions: Record<FileType, readonly string[]> = {
  'application/pdf': ['pdf'],
  'audio/mpeg': ['mp3', 'mpga'],
  'audio/mp4': ['m4a', 'm4b'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'audio/aac': ['aac', 'adts'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/svg+xml': ['svg'],
  'text/vtt': ['vtt'],
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the last part of a URL, where Notion puts the name of an upload. */
export const fileNameFromUrl = (url: string): string => decoded(URL.parse(url)?.pathname.split('/').at(-1) ?? '')

/** Returns a safe file name: the author's, without characters that file systems refuse, and with the extension of its type. */
export function downloadName(name: string, type: FileType): string {
  const plain = cleanText(name)
    .replace(/[\s\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .replace(/[<>:"/\\|?*]/g, '-')
    .replace(/^[\s.-]+/, '')
    .slice(0, 100)
    .trim()
  const [extension] = extensions[type]
  const has = extensions[type].some((extension) => plain.toLowerCase().endsWith(`.${extension}`))
  return has ? plain : `${plain || 'file'}.${extension}`
}

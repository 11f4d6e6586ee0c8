import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ContentError } from './content-error.ts'
import type { ContentFile } from './sample-content.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
}

/** Reads the file at a relative address in `folder`. `file` is the Markdown file that refers to it, for messages. Throws a ContentError. */
export function readContentFile(folder: string, file: string, address: string): ContentFile {
  const contentType = contentTypes[path.extname(address).toLowerCase()]
  if (contentType === undefined)
    throw new ContentError(file, `"${address}" should be a file of one of these types: ${Object.keys(contentTypes).join(', ')}`)
  const location = path.resolve(folder, address)
  if (!location.startsWith(folder + path.sep)) throw new ContentError(file, `"${address}" lies outside the folder of the file`)
  if (!existsSync(location)) throw new ContentError(file, `"${address}" does not exist`)
  return { name: path.basename(location), contentType, bytes: readFileSync(location) }
}

const images = /!\[[^\]]*\]\(([^)\s]+)[^)]*\)/g
const codeFences = /^(```|~~~)[\s\S]*?^\1/gm

/** Reads the pictures and videos that Markdown embeds with a relative address. Returns them by that address. Ignores code blocks. */
export function readEmbeddedFiles(folder: string, file: string, markdown: string): Record<string, ContentFile> {
  const addresses = [...markdown.replace(codeFences, '').matchAll(images)].map((match) => match[1] ?? '')
  const local = [...new Set(addresses)].filter((address) => !URL.canParse(address))
  return Object.fromEntries(local.map((address) => [address, readContentFile(folder, file, address)]))
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }

/** Returns the `<desc>` of an SVG as plain text; null for other files, and without one. */
export function svgDescription({ contentType, bytes }: ContentFile): string | null {
  if (contentType !== 'image/svg+xml') return null
  const [, text = ''] = /<desc[^>]*>([\s\S]*?)<\/desc>/.exec(new TextDecoder().decode(bytes)) ?? []
  return (
    text
      .replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity)
      .replace(/\s+/g, ' ')
      .trim() || null
  )
}

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

/** A file named in `file` (a path in messages only), looked up in `folder`. */
export function readContentFile(folder: string, file: string, address: string): ContentFile {
  const contentType = contentTypes[path.extname(address).toLowerCase()]
  if (contentType === undefined)
    throw new ContentError(file, `"${address}" is of a kind that is not known (${Object.keys(contentTypes).join(', ')})`)
  const place = path.resolve(folder, address)
  if (!place.startsWith(folder + path.sep)) throw new ContentError(file, `"${address}" lies outside the folder of the file`)
  if (!existsSync(place)) throw new ContentError(file, `"${address}" does not exist`)
  return { name: path.basename(place), contentType, bytes: readFileSync(place) }
}

const shown = /!\[[^\]]*\]\(([^)\s]+)[^)]*\)/g
const codeFences = /^(```|~~~)[\s\S]*?^\1/gm

/** Every file that Markdown shows by a relative address, by that address; what stands in code is an example, not a file. */
export function readShownFiles(folder: string, file: string, markdown: string): Record<string, ContentFile> {
  const addresses = [...markdown.replace(codeFences, '').matchAll(shown)].map((match) => match[1] ?? '')
  const local = [...new Set(addresses)].filter((address) => !URL.canParse(address))
  return Object.fromEntries(local.map((address) => [address, readContentFile(folder, file, address)]))
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }

/** Returns what an SVG says that it shows (its `<desc>`); null for other pictures, and without one. */
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

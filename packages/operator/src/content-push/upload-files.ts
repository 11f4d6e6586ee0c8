import type { ContentFile } from '@academy/sample-content'
import type { Client } from '@notionhq/client'
import type { Block } from './markdown-blocks.ts'

/** Sends a file to Notion and answers the id by which a page may show it within the next hour. */
export async function uploadFile(notion: Client, { name, contentType, bytes }: ContentFile): Promise<string> {
  const upload = await notion.fileUploads.create({ mode: 'single_part', filename: name, content_type: contentType })
  const data = new Blob([new Uint8Array(bytes)], { type: contentType })
  await notion.fileUploads.send({ file_upload_id: upload.id, file: { filename: name, data } })
  return upload.id
}

/** The blocks with every file sent and named by its upload. */
export async function withUploads(
  notion: Client,
  blocks: readonly Block[],
  files: Readonly<Record<string, ContentFile>>,
): Promise<Block[]> {
  const ready: Block[] = []
  for (const block of blocks) {
    const children = await withUploads(notion, block.children, files)
    if (block.file === undefined) {
      ready.push({ ...block, children })
      continue
    }
    const { file: address, ...rest } = block
    const file = files[address]
    if (file === undefined) throw new Error(`The content has no file "${address}"`)
    const source = { type: 'file_upload', file_upload: { id: await uploadFile(notion, file) } }
    ready.push({ ...rest, content: { ...rest.content, ...source }, children })
  }
  return ready
}

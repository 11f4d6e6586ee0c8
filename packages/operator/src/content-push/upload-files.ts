import type { ContentFile } from '@academy/sample-content'
import type { Client } from '@notionhq/client'
import type { Block } from './markdown-blocks.ts'

/** Uploads a file to Notion and returns its id, which a page must use within an hour. */
export async function uploadFile(notion: Client, { name, contentType, bytes }: ContentFile): Promise<string> {
  const upload = await notion.fileUploads.create({ mode: 'single_part', filename: name, content_type: contentType })
  const data = new Blob([new Uint8Array(bytes)], { type: contentType })
  await notion.fileUploads.send({ file_upload_id: upload.id, file: { filename: name, data } })
  return upload.id
}

/** Uploads the files that blocks name, and returns the blocks with upload ids instead. Throws if `files` lacks one of them. */
export async function uploadBlockFiles(
  notion: Client,
  blocks: readonly Block[],
  files: Readonly<Record<string, ContentFile>>,
): Promise<Block[]> {
  const ready: Block[] = []
  for (const block of blocks) {
    const children = await uploadBlockFiles(notion, block.children, files)
    if (block.file === undefined) {
      ready.push({ ...block, children })
      continue
    }
    const { file: name, ...rest } = block
    const file = files[name]
    if (file === undefined) throw new Error(`The content has no file "${name}"`)
    const source = { type: 'file_upload', file_upload: { id: await uploadFile(notion, file) } }
    ready.push({ ...rest, content: { ...rest.content, ...source }, children })
  }
  return ready
}

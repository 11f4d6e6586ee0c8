import { createHash } from 'node:crypto'
import type { ContentFile } from '@academy/sample-content'
import type { Client } from '@notionhq/client'
import type { ExistingPage } from './existing-pages.ts'
import { plainText } from './inline-text.ts'
import { type Block, markdownToBlocks } from './markdown-blocks.ts'
import type { Properties } from './page-properties.ts'
import { SOURCE_HASH } from './schema.ts'
import { uploadFile, withUploads } from './upload-files.ts'
import { appendBlocks, asOneRequest } from './write-blocks.ts'

/** Everything that one page is made from. */
export type PageSource = {
  /** Where it was written, for messages. */
  file: string
  slug: string
  properties: Properties
  /** The relation to the page above, and that page. */
  parent?: { column: string; pageId: string }
  body: string
  files: Readonly<Record<string, ContentFile>>
  /** Absent where the database has no such column. */
  diagram?: ContentFile | null
}

export type Outcome = 'created' | 'updated' | 'unchanged'

function convert({ body, file }: PageSource): Block[] {
  try {
    return markdownToBlocks(body)
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
  }
}

const digest = (file: ContentFile) => createHash('sha256').update(file.bytes).digest('hex')

/** Fingerprint of what will be written, so that a better conversion also reaches pages whose Markdown stayed the same. */
function hashOf(source: PageSource, blocks: Block[]): string {
  const files = Object.entries(source.files).map(([address, file]) => [address, digest(file)])
  const diagram = source.diagram ? [source.diagram.name, digest(source.diagram)] : null
  const written = JSON.stringify([source.properties, blocks, files, diagram])
  return createHash('sha256').update(written).digest('hex').slice(0, 32)
}

const hashProperty = (hash: string): Properties => ({ [SOURCE_HASH]: { rich_text: plainText(hash) } })

const relationOf = ({ parent }: PageSource): Properties => (parent ? { [parent.column]: { relation: [{ id: parent.pageId }] } } : {})

async function diagramOf(notion: Client, { diagram }: PageSource): Promise<Properties> {
  if (diagram === undefined) return {}
  if (diagram === null) return { Diagram: { files: [] } }
  return { Diagram: { files: [{ name: diagram.name, type: 'file_upload', file_upload: { id: await uploadFile(notion, diagram) } }] } }
}

/**
 * Creates or rewrites one page, unless its fingerprint and parent agree already.
 * The fingerprint is written last: a page without one is unfinished and will be written again.
 */
export async function pushPage(
  notion: Client,
  dataSourceId: string,
  source: PageSource,
  existing: ExistingPage | undefined,
): Promise<{ id: string; outcome: Outcome }> {
  const draft = convert(source)
  const hash = hashOf(source, draft)
  const inPlace = source.parent === undefined || (existing?.parentIds.length === 1 && existing.parentIds[0] === source.parent.pageId)
  if (existing?.hash === hash && inPlace) return { id: existing.id, outcome: 'unchanged' }

  // everything slow comes before the page changes
  const blocks = await withUploads(notion, draft, source.files)
  const properties = { ...source.properties, ...relationOf(source), ...(await diagramOf(notion, source)) }
  const whole = asOneRequest(blocks)

  if (existing === undefined) {
    const finished = { ...properties, ...(whole && hashProperty(hash)) }
    const page = await notion.pages.create({
      parent: { data_source_id: dataSourceId },
      properties: finished,
      ...(whole && { children: whole }),
    })
    if (whole === undefined) await finish(notion, page.id, blocks, hash)
    return { id: page.id, outcome: 'created' }
  }
  await notion.pages.update({
    page_id: existing.id,
    properties: { ...properties, ...hashProperty('') },
    ...(draft.length > 0 && { erase_content: true }),
  })
  await finish(notion, existing.id, blocks, hash)
  return { id: existing.id, outcome: 'updated' }
}

async function finish(notion: Client, pageId: string, blocks: Block[], hash: string) {
  await appendBlocks(notion, pageId, blocks)
  await notion.pages.update({ page_id: pageId, properties: hashProperty(hash) })
}

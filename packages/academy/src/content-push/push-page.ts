import { createHash } from 'node:crypto'
import type { ContentFile } from '@academy/sample-content'
import type { Client } from '@notionhq/client'
import type { ExistingPage } from './existing-pages.ts'
import { plainText } from './inline-text.ts'
import { type Block, markdownToBlocks } from './markdown-blocks.ts'
import { linksOf, markOf, type Related, relationOf, writtenFrom } from './page-mark.ts'
import type { Properties } from './page-properties.ts'
import { SOURCE_HASH } from './schema.ts'
import { uploadFile, withUploads } from './upload-files.ts'
import { appendBlocks, asOneRequest } from './write-blocks.ts'

/** Everything that one page is made from. */
export type PageSource = {
  /** Where it was written, for messages. */
  file: string
  slug: string
  /** May look at what will stand on the page. */
  properties: Properties | ((blocks: readonly Block[]) => Properties)
  /** The relation to the page above, and that page. */
  parent?: { column: string; pageId: string }
  /** The relation to other pages of the same database. */
  related?: Related
  body: string
  files: Readonly<Record<string, ContentFile>>
  /** Absent where the database has no such column. */
  diagram?: ContentFile | null
}

export type Outcome = 'created' | 'updated' | 'unchanged'
/** `mark` without its second half: the page has yet to be joined to pages that do not exist. */
export type Pushed = { id: string; outcome: Outcome; mark: string }

function convert({ body, file }: PageSource): Block[] {
  try {
    return markdownToBlocks(body)
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
  }
}

const digest = (file: ContentFile) => createHash('sha256').update(file.bytes).digest('hex')

/** Fingerprint of what will be written, so that a better conversion also reaches pages whose Markdown stayed the same. */
function hashOf(source: PageSource, properties: Properties, blocks: Block[]): string {
  const files = Object.entries(source.files).map(([address, file]) => [address, digest(file)])
  const diagram = source.diagram ? [source.diagram.name, digest(source.diagram)] : null
  const written = JSON.stringify([properties, blocks, files, diagram])
  return createHash('sha256').update(written).digest('hex').slice(0, 32)
}

const markProperty = (mark: string): Properties => ({ [SOURCE_HASH]: { rich_text: plainText(mark) } })

async function diagramOf(notion: Client, { diagram }: PageSource): Promise<Properties> {
  if (diagram === undefined) return {}
  if (diagram === null) return { Diagram: { files: [] } }
  return { Diagram: { files: [{ name: diagram.name, type: 'file_upload', file_upload: { id: await uploadFile(notion, diagram) } }] } }
}

const parentOf = ({ parent }: PageSource): Properties => (parent ? { [parent.column]: { relation: [{ id: parent.pageId }] } } : {})

const isInPlace = ({ parent }: PageSource, existing: ExistingPage) =>
  parent === undefined || (existing.parentIds.length === 1 && existing.parentIds[0] === parent.pageId)

/**
 * Creates or rewrites one page, unless its mark and parent agree already; where its text is right and only stands in the wrong place or
 * leads elsewhere, its text is left as it is. The mark is written last: a page without one is unfinished and will be written again.
 * `idOf` finds related pages, as far as they exist.
 */
export async function pushPage(
  notion: Client,
  dataSourceId: string,
  source: PageSource,
  existing: ExistingPage | undefined,
  idOf: (slug: string) => string | undefined,
): Promise<Pushed> {
  const draft = convert(source)
  const own = typeof source.properties === 'function' ? source.properties(draft) : source.properties
  const content = hashOf(source, own, draft)
  const links = linksOf(source.related, idOf)
  const mark = markOf(content, links)
  const relations = { ...parentOf(source), ...relationOf(links) }
  if (existing && writtenFrom(existing.mark) === content) {
    const inPlace = isInPlace(source, existing)
    if (inPlace && existing.mark === mark) return { id: existing.id, outcome: 'unchanged', mark }
    // where it only waits for related pages there is nothing to write yet
    if (!inPlace || links?.ids) await notion.pages.update({ page_id: existing.id, properties: { ...relations, ...markProperty(mark) } })
    return { id: existing.id, outcome: 'updated', mark }
  }

  // everything slow comes before the page changes
  const blocks = await withUploads(notion, draft, source.files)
  const properties = { ...own, ...relations, ...(await diagramOf(notion, source)) }
  const whole = asOneRequest(blocks)

  if (existing === undefined) {
    const finished = { ...properties, ...(whole && markProperty(mark)) }
    const page = await notion.pages.create({
      parent: { data_source_id: dataSourceId },
      properties: finished,
      ...(whole && { children: whole }),
    })
    if (whole === undefined) await finish(notion, page.id, blocks, mark)
    return { id: page.id, outcome: 'created', mark }
  }
  await notion.pages.update({
    page_id: existing.id,
    properties: { ...properties, ...markProperty('') },
    ...(draft.length > 0 && { erase_content: true }),
  })
  await finish(notion, existing.id, blocks, mark)
  return { id: existing.id, outcome: 'updated', mark }
}

async function finish(notion: Client, pageId: string, blocks: Block[], mark: string) {
  await appendBlocks(notion, pageId, blocks)
  await notion.pages.update({ page_id: pageId, properties: markProperty(mark) })
}

/** The second pass: joins a page to related pages that did not exist when it was written. Throws if one still does not. */
export async function joinRelated(notion: Client, source: PageSource, pushed: Pushed, idOf: (slug: string) => string | undefined) {
  const links = linksOf(source.related, idOf)
  if (source.related && links?.ids === undefined)
    throw new Error(`${source.file}: relates to a page that does not exist (${source.related.slugs.join(', ')})`)
  const mark = markOf(writtenFrom(pushed.mark), links)
  if (pushed.mark === mark) return
  await notion.pages.update({ page_id: pushed.id, properties: { ...relationOf(links), ...markProperty(mark) } })
}

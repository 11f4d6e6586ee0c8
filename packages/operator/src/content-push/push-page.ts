import type { Client } from '@notionhq/client'
import type { ExistingPage } from './existing-pages.ts'
import { plainText } from './inline-text.ts'
import type { Block } from './markdown-blocks.ts'
import type { Properties } from './page-properties.ts'
import type { PreparedPage } from './prepare-content.ts'
import { SOURCE_HASH } from './schema.ts'
import { linksOf, relationOf, sourceHashOf, textHashOf } from './source-hash.ts'
import { uploadBlockFiles, uploadFile } from './upload-files.ts'
import { appendBlocks, asOneRequest } from './write-blocks.ts'

/** The relation to the parent page. */
export type Parent = { column: string; pageId: string }

export type Outcome = 'created' | 'updated' | 'unchanged'
/** The pushed page. Its source hash lacks the relations if a related page does not exist yet. */
export type Pushed = { id: string; outcome: Outcome; sourceHash: string }

const sourceHashProperty = (sourceHash: string): Properties => ({ [SOURCE_HASH]: { rich_text: plainText(sourceHash) } })

async function diagramOf(notion: Client, { diagram }: PreparedPage): Promise<Properties> {
  if (diagram === undefined) return {}
  if (diagram === null) return { Diagram: { files: [] } }
  return { Diagram: { files: [{ name: diagram.name, type: 'file_upload', file_upload: { id: await uploadFile(notion, diagram) } }] } }
}

const parentOf = (parent: Parent | undefined): Properties => (parent ? { [parent.column]: { relation: [{ id: parent.pageId }] } } : {})

const isInPlace = (parent: Parent | undefined, existing: ExistingPage) =>
  parent === undefined || (existing.parentIds.length === 1 && existing.parentIds[0] === parent.pageId)

/** Returns whether the text of a page is missing or outdated. */
export const needsWrite = ({ hash }: PreparedPage, existing: ExistingPage | undefined): boolean =>
  existing === undefined || textHashOf(existing.sourceHash) !== hash

type PushOptions = {
  dataSourceId: string
  page: PreparedPage
  parent: Parent | undefined
  existing: ExistingPage | undefined
  /** The property that hides a new page. */
  asDraft: Properties
  /** Returns the related pages that exist. */
  idOf: (slug: string) => string | undefined
}

/**
 * Creates or rewrites one page, unless its source hash and parent are current. Keeps the text if only the parent or relations are outdated.
 * Writes the source hash last, so that the next push rewrites a page whose push was interrupted.
 */
export async function pushPage(notion: Client, { dataSourceId, page, parent, existing, asDraft, idOf }: PushOptions): Promise<Pushed> {
  const links = linksOf(page.related, idOf)
  const sourceHash = sourceHashOf(page.hash, links)
  const relations = { ...parentOf(parent), ...relationOf(links) }
  if (existing && !needsWrite(page, existing)) {
    const inPlace = isInPlace(parent, existing)
    if (inPlace && existing.sourceHash === sourceHash) return { id: existing.id, outcome: 'unchanged', sourceHash }
    // only relations to later pages are missing
    if (!inPlace || links?.ids)
      await notion.pages.update({ page_id: existing.id, properties: { ...relations, ...sourceHashProperty(sourceHash) } })
    return { id: existing.id, outcome: 'updated', sourceHash }
  }

  // slow work first, so that readers see the page change at once
  const blocks = await uploadBlockFiles(notion, page.blocks, page.files)
  const properties = { ...page.properties, ...relations, ...(await diagramOf(notion, page)) }
  const whole = asOneRequest(blocks)

  if (existing === undefined) {
    const finished = { ...properties, ...(page.draft && asDraft), ...(whole && sourceHashProperty(sourceHash)) }
    const created = await notion.pages.create({
      parent: { data_source_id: dataSourceId },
      properties: finished,
      ...(whole && { children: whole }),
    })
    if (whole === undefined) await finish(notion, created.id, blocks, sourceHash)
    return { id: created.id, outcome: 'created', sourceHash }
  }
  await notion.pages.update({
    page_id: existing.id,
    properties: { ...properties, ...sourceHashProperty('') },
    ...(page.blocks.length > 0 && { erase_content: true }),
  })
  await finish(notion, existing.id, blocks, sourceHash)
  return { id: existing.id, outcome: 'updated', sourceHash }
}

async function finish(notion: Client, pageId: string, blocks: Block[], sourceHash: string) {
  await appendBlocks(notion, pageId, blocks)
  await notion.pages.update({ page_id: pageId, properties: sourceHashProperty(sourceHash) })
}

/** Sets relations to pages that did not exist in the first pass. Throws if one still does not exist. */
export async function joinRelated(notion: Client, page: PreparedPage, pushed: Pushed, idOf: (slug: string) => string | undefined) {
  const links = linksOf(page.related, idOf)
  if (page.related && links?.ids === undefined)
    throw new Error(`${page.file}: relates to a page that does not exist (${page.related.slugs.join(', ')})`)
  const sourceHash = sourceHashOf(textHashOf(pushed.sourceHash), links)
  if (pushed.sourceHash === sourceHash) return
  await notion.pages.update({ page_id: pushed.id, properties: { ...relationOf(links), ...sourceHashProperty(sourceHash) } })
}

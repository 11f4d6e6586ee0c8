import { randomUUID } from 'node:crypto'
import { json, type Tx } from '../database.ts'
import type { NewBlock } from './block-requests.ts'
import { requireAcceptedType } from './file-types.ts'
import { uploadExpiry, uploadIdsIn } from './files.ts'
import { invalid, notFound } from './notion-error.ts'
import { badCursor, type PageRequest } from './pagination.ts'

export type BlockRow = {
  id: string
  parent_type: 'workspace' | 'page_id' | 'block_id' | 'database_id' | 'data_source_id'
  parent_id: string | null
  page_id: string | null
  type: string
  content: Record<string, unknown>
  in_trash: boolean
  created_time: Date
  last_edited_time: Date
  has_children: boolean
  /** Title of the page or database that this block represents. */
  title: unknown
  data_source_id: string | null
}

const columns = (tx: Tx) => tx`
  b.id, b.parent_type, b.parent_id, b.page_id, b.type, b.content, b.in_trash, b.created_time, b.last_edited_time,
  coalesce(p.properties->'title'->'title', d.title) as title, p.data_source_id,
  exists (
    select 1 from notion.blocks c
    where c.parent_id = b.id and not c.in_trash and c.parent_type in ('page_id', 'block_id')
  ) as has_children`

const joinTables = (tx: Tx) => tx`
  notion.blocks b left join notion.pages p on p.id = b.id left join notion.databases d on d.id = b.id`

export async function findBlock(tx: Tx, id: string): Promise<BlockRow | undefined> {
  const [row] = await tx<BlockRow[]>`select ${columns(tx)} from ${joinTables(tx)} where b.id = ${id}`
  return row
}

export async function requireBlock(tx: Tx, id: string): Promise<BlockRow> {
  const row = await findBlock(tx, id)
  if (row === undefined) throw notFound('block', id)
  return row
}

/** Lists the blocks directly below a page or block, in order. */
export async function listChildren(tx: Tx, parentId: string, { size, cursor }: PageRequest) {
  const [first] =
    cursor === undefined
      ? [{ position: 0 }]
      : await tx<{ position: number }[]>`
    select position from notion.blocks where id = ${cursor} and parent_id = ${parentId} and not in_trash`
  if (first === undefined) throw badCursor(cursor ?? '')
  const rows = await tx<BlockRow[]>`
    select ${columns(tx)} from ${joinTables(tx)}
    where b.parent_id = ${parentId} and b.parent_type in ('page_id', 'block_id') and not b.in_trash and b.position >= ${first.position}
    order by b.position limit ${size + 1}`
  return { rows: rows.slice(0, size), next: rows[size]?.id ?? null }
}

/** Throws if a block is in the trash, itself or through a page or database above it. */
export async function assertNotInTrash(tx: Tx, id: string) {
  const [trashed] = await tx`
    with recursive above as (
      select id, parent_id, in_trash from notion.blocks where id = ${id}
      union all
      select b.id, b.parent_id, b.in_trash from notion.blocks b join above a on b.id = a.parent_id
    )
    select id from above where in_trash limit 1`
  if (trashed) throw invalid("Can't edit block that is archived. You must unarchive the block before editing.")
}

/** Sets a page's time of last edit. The row lock makes writers of one page wait for each other. */
export async function touchPage(tx: Tx, pageId: string, now: Date) {
  await tx`update notion.blocks set last_edited_time = ${now} where id = ${pageId}`
}

/** Returns the id of the page that contains a block; for a page its own id. */
export const pageOf = (block: BlockRow): string => (block.type === 'child_page' ? block.id : (block.page_id ?? block.id))

/**
 * Throws unless the files were uploaded, and within the last hour if no block shows them yet.
 * `use` is the type of the block that shows them; `file` accepts all.
 */
export async function attachUploads(tx: Tx, content: unknown, now: Date, use = 'file') {
  const ids = uploadIdsIn(content)
  if (ids.length === 0) return
  type Upload = { id: string; status: string; attached: boolean; created_time: Date; content_type: string | null }
  const uploads = await tx<
    Upload[]
  >`select id, status, attached, created_time, content_type from notion.file_uploads where id in ${tx(ids)}`
  for (const id of ids) {
    const upload = uploads.find((row) => row.id === id)
    if (upload === undefined) throw notFound('file upload', id)
    const status = !upload.attached && uploadExpiry(upload) <= now ? 'expired' : upload.status
    if (status !== 'uploaded') throw invalid(`File upload ${id} is not in the \`uploaded\` status: it is \`${status}\`.`)
    requireAcceptedType(use, id, upload.content_type)
  }
  await tx`update notion.file_uploads set attached = true where id in ${tx(ids)}`
}

type Place = { parentType: 'page_id' | 'block_id'; parentId: string; pageId: string }

/** Returns the position after the last block of a page or block. */
async function nextPosition(tx: Tx, parentId: string): Promise<number> {
  const [last] = await tx<[{ position: number }]>`
    select coalesce(max(position), 0) as position from notion.blocks where parent_id = ${parentId} and parent_type in ('page_id', 'block_id')`
  return last.position + 1
}

/** Appends blocks with their children. Returns the ids of the top-level blocks in order. */
export async function insertBlocks(tx: Tx, place: Place, blocks: NewBlock[], now: Date): Promise<string[]> {
  if (blocks.length === 0) return []
  // first, so that concurrent writers of a page wait and two blocks never get the same position
  await touchPage(tx, place.pageId, now)
  const attach = async (all: NewBlock[]): Promise<void> => {
    for (const { type, content, children } of all) {
      await attachUploads(tx, content, now, type)
      await attach(children)
    }
  }
  await attach(blocks)
  const first = await nextPosition(tx, place.parentId)
  const rows: Record<string, unknown>[] = []
  const add = (block: NewBlock, { parentType, parentId }: Omit<Place, 'pageId'>, at: number): string => {
    const id = randomUUID()
    rows.push({
      id,
      parent_type: parentType,
      parent_id: parentId,
      page_id: place.pageId,
      position: at,
      type: block.type,
      content: json(tx, block.content),
      created_time: now,
      last_edited_time: now,
    })
    for (const [index, child] of block.children.entries()) add(child, { parentType: 'block_id', parentId: id }, index + 1)
    return id
  }
  const ids = blocks.map((block, index) => add(block, place, first + index))
  await tx`insert into notion.blocks ${tx(rows)}`
  return ids
}

/** Inserts the block of a page or database at the end of its parent page. */
export async function insertNode(
  tx: Tx,
  node: { id: string; type: 'child_page' | 'child_database'; parentType: BlockRow['parent_type']; parentId: string },
  now: Date,
) {
  const inPage = node.parentType === 'page_id'
  if (inPage) await touchPage(tx, node.parentId, now)
  const position = inPage ? await nextPosition(tx, node.parentId) : 0
  await tx`
    insert into notion.blocks (id, parent_type, parent_id, page_id, position, type, created_time, last_edited_time)
    values (${node.id}, ${node.parentType}, ${node.parentId}, ${inPage ? node.parentId : null}, ${position}, ${node.type}, ${now}, ${now})`
}

/** Moves all blocks of a page to the trash. Child pages and databases stay. */
export async function eraseContent(tx: Tx, pageId: string, now: Date) {
  await tx`
    update notion.blocks set in_trash = true, last_edited_time = ${now}
    where page_id = ${pageId} and not in_trash and type not in ('child_page', 'child_database')`
  await touchPage(tx, pageId, now)
}

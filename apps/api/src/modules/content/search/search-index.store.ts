import { eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../database/open-database.ts'
import { contentFiles, contentResources, contentSessions, contentTutorials, pageTables } from '../mirror/content.table.ts'
import { documentsOf, INDEXER_VERSION, type IndexedPage } from './search-documents.ts'
import { searchPages } from './search-index.table.ts'

type IndexedKind = IndexedPage['kind']
type PublishedPage = IndexedPage & { notion_page_id: string; digest: string }

/** Pages that one transaction indexes: few enough for a publish that waits for it. */
const BATCH_SIZE = 50

/** Returns the captions of an uploaded video, which a player loads from our copy. */
async function captionsOf(tx: Tx, video: string | null): Promise<string[]> {
  const hashes = [...(video ?? '').matchAll(/<track src="\/api\/files\/([0-9a-f]{64})" kind="captions"/g)].map(([, hash = '']) => hash)
  const captions: string[] = []
  for (const hash of hashes) {
    const [file] = await tx.select({ bytes: contentFiles.bytes }).from(contentFiles).where(eq(contentFiles.hash, hash))
    if (file) captions.push(file.bytes.toString('utf8'))
  }
  return captions
}

/** Reads published pages. They cannot change until the transaction ends. */
async function lockPages(tx: Tx, kind: IndexedKind, ids: string[]): Promise<PublishedPage[]> {
  // In one order everywhere, so that two transactions never wait for each other.
  switch (kind) {
    case 'session': {
      const { notion_page_id } = contentSessions
      const rows = await tx.select().from(contentSessions).where(inArray(notion_page_id, ids)).orderBy(notion_page_id).for('update')
      return rows.map((row) => ({ ...row, kind }))
    }
    case 'tutorial': {
      const { notion_page_id } = contentTutorials
      const rows = await tx.select().from(contentTutorials).where(inArray(notion_page_id, ids)).orderBy(notion_page_id).for('update')
      return await Promise.all(rows.map(async (row) => ({ ...row, kind, captions: await captionsOf(tx, row.parts.video) })))
    }
    case 'resource': {
      const { notion_page_id } = contentResources
      const rows = await tx.select().from(contentResources).where(inArray(notion_page_id, ids)).orderBy(notion_page_id).for('update')
      return rows.map((row) => ({ ...row, kind }))
    }
  }
}

/** Removes pages from the search index. */
export async function removeFromIndex(tx: Tx, ids: string[]): Promise<void> {
  await tx.delete(searchPages).where(inArray(searchPages.notion_page_id, ids))
}

/** Replaces published pages in the search index, in the transaction that publishes them. */
export async function indexPages(tx: Tx, kind: IndexedKind, ids: string[]): Promise<void> {
  const pages = await lockPages(tx, kind, ids)
  await removeFromIndex(tx, ids)
  if (pages.length === 0) return
  const stored = await tx
    .insert(searchPages)
    .values(pages.map(({ notion_page_id, digest }) => ({ notion_page_id, kind, digest, indexer: INDEXER_VERSION })))
    .returning({ id: searchPages.id, notion_page_id: searchPages.notion_page_id })
  const pageIds = new Map(stored.map(({ id, notion_page_id }) => [notion_page_id, id]))

  const documents = pages.flatMap((page) =>
    documentsOf(page).map((document, part) => ({ ...document, page_id: pageIds.get(page.notion_page_id), part })),
  )
  const rows = documents.map(({ page_id, part, kind, body, cues }) => ({ page_id, part, kind, body, cues }))
  const postings = documents.flatMap(({ page_id, part, kind, weights }) =>
    weights.map(([word, weight]) => ({ word, page_id, part, title_only: kind === 'title', weight })),
  )
  await tx.execute(sql`
    insert into search_documents (page_id, part, kind, body, cues)
    select page_id, part, kind, body, nullif(cues, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(page_id int, part int, kind text, body text, cues jsonb)`)
  // In one order everywhere. Words without a stem are stop words.
  await tx.execute(sql`
    insert into search_words (word, stem)
    select word, (ts_lexize('pg_catalog.english_stem', word))[1] from jsonb_array_elements_text(${JSON.stringify([...new Set(postings.map(({ word }) => word))])}::jsonb) as given(word)
    where ts_lexize('pg_catalog.english_stem', word) <> '{}' and not exists (select from search_words known where known.word = given.word)
    order by word on conflict do nothing`)
  await tx.execute(sql`
    insert into search_postings (word_id, page_id, part, title_only, weight)
    select search_words.id, page_id, part, title_only, weight
    from jsonb_to_recordset(${JSON.stringify(postings)}::jsonb) as given(word text, page_id int, part int, title_only boolean, weight real)
    join search_words using (word)`)
}

/**
 * Indexes what was published without the index: by an older version, before an older backup was restored, or before a crash of the server
 * emptied it. Also removes pages that an older version unpublished. Stops after the current batch once `signal` is aborted. Returns the number of
 * indexed pages.
 */
export async function indexMissingPages(db: Db, signal: AbortSignal): Promise<number> {
  let indexed = 0
  for (const kind of ['session', 'tutorial', 'resource'] as const) {
    const table = pageTables[kind]
    const missing = await db
      .select({ notion_page_id: table.notion_page_id })
      .from(table)
      .leftJoin(searchPages, eq(searchPages.notion_page_id, table.notion_page_id))
      .where(sql`(${searchPages.digest}, ${searchPages.indexer}) is distinct from (${table.digest}, ${INDEXER_VERSION})`)
    for (let start = 0; start < missing.length; start += BATCH_SIZE) {
      if (signal.aborted) return indexed
      const batch = missing.slice(start, start + BATCH_SIZE).map(({ notion_page_id }) => notion_page_id)
      await db.transaction((tx) => indexPages(tx, kind, batch))
      indexed += batch.length
    }
    await db
      .delete(searchPages)
      .where(
        sql`${searchPages.kind} = ${kind} and not exists (select from ${table} where ${table.notion_page_id} = ${searchPages.notion_page_id})`,
      )
  }
  return indexed
}

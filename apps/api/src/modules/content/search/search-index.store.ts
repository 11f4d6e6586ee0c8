import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../database/open-database.ts'
import { contentFiles, contentResources, contentSessions, contentTutorials, pageTables } from '../mirror/content.table.ts'
import { documentsOf, INDEXER_VERSION, type IndexedPage } from './search-documents.ts'
import { searchPages } from './search-index.table.ts'

type IndexedKind = IndexedPage['kind']

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

/** Reads a published page and its digest. The page cannot change until the transaction ends. */
async function lockPage(tx: Tx, kind: IndexedKind, notion_page_id: string): Promise<{ page: IndexedPage; digest: string } | undefined> {
  switch (kind) {
    case 'session': {
      const [row] = await tx.select().from(contentSessions).where(eq(contentSessions.notion_page_id, notion_page_id)).for('update')
      return row && { page: { ...row, kind }, digest: row.digest }
    }
    case 'tutorial': {
      const [row] = await tx.select().from(contentTutorials).where(eq(contentTutorials.notion_page_id, notion_page_id)).for('update')
      return row && { page: { ...row, kind, captions: await captionsOf(tx, row.parts.video) }, digest: row.digest }
    }
    case 'resource': {
      const [row] = await tx.select().from(contentResources).where(eq(contentResources.notion_page_id, notion_page_id)).for('update')
      return row && { page: { ...row, kind }, digest: row.digest }
    }
  }
}

/** Removes a page from the search index. */
export async function removeFromIndex(tx: Tx, notion_page_id: string): Promise<void> {
  await tx.delete(searchPages).where(eq(searchPages.notion_page_id, notion_page_id))
}

/** Replaces a published page in the search index, in the transaction that publishes it. */
export async function indexPage(tx: Tx, kind: IndexedKind, notion_page_id: string): Promise<void> {
  const published = await lockPage(tx, kind, notion_page_id)
  await removeFromIndex(tx, notion_page_id)
  if (!published) return
  const documents = documentsOf(published.page)
  const [stored] = await tx
    .insert(searchPages)
    .values({ notion_page_id, kind, digest: published.digest, indexer: INDEXER_VERSION })
    .returning({ id: searchPages.id })
  if (stored === undefined) throw new Error('an insert returned no row')

  const rows = documents.map(({ kind, body, cues }, part) => ({ part, kind, body, cues }))
  const postings = documents.flatMap(({ kind, weights }, part) =>
    weights.map(([word, weight]) => ({ word, part, title_only: kind === 'title', weight })),
  )
  await tx.execute(sql`
    insert into search_documents (page_id, part, kind, body, cues)
    select ${stored.id}, part, kind, body, nullif(cues, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(part int, kind text, body text, cues jsonb)`)
  // In one order everywhere, so that two transactions never wait for each other. Words without a stem are stop words.
  await tx.execute(sql`
    insert into search_words (word, stem)
    select word, (ts_lexize('pg_catalog.english_stem', word))[1] from jsonb_array_elements_text(${JSON.stringify([...new Set(postings.map(({ word }) => word))])}::jsonb) as given(word)
    where ts_lexize('pg_catalog.english_stem', word) <> '{}' and not exists (select from search_words known where known.word = given.word)
    order by word on conflict do nothing`)
  await tx.execute(sql`
    insert into search_postings (word_id, page_id, part, title_only, weight)
    select search_words.id, ${stored.id}, part, title_only, weight
    from jsonb_to_recordset(${JSON.stringify(postings)}::jsonb) as given(word text, part int, title_only boolean, weight real)
    join search_words using (word)`)
}

/**
 * Indexes what was published without the index: by an older version, before an older backup was restored, or before a crash of the server
 * emptied it. Also removes pages that an older version unpublished. Stops after the current page once `signal` is aborted. Returns the number of
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
    for (const { notion_page_id } of missing) {
      if (signal.aborted) return indexed
      await db.transaction((tx) => indexPage(tx, kind, notion_page_id))
      indexed += 1
    }
    await db
      .delete(searchPages)
      .where(
        sql`${searchPages.kind} = ${kind} and not exists (select from ${table} where ${table.notion_page_id} = ${searchPages.notion_page_id})`,
      )
  }
  return indexed
}

import postgres from 'postgres'

/**
 * Copies the sample resources in the mirror's tables until there are `count`. The copies count as indexed, so that the API does not index
 * them during a measurement; a search finds them only if `searchable`.
 */
export async function enlargeLibrary(databaseUrl: string, count: number, { searchable = false } = {}): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 })
  await sql`
    insert into content_resources
    select (jsonb_populate_record(one, jsonb_build_object(
      'notion_page_id', md5(${count}::text || one.public_id || n), 'public_id', one.public_id || '-' || ${count}::text || '-' || n, 'name', one.name || ' ' || n))).*
    from content_resources one, generate_series(1, ${count}::int) n
    limit ${count}::int - (select count(*) from content_resources)`
  await sql`
    create temp table copies as
    select original.id as original, copy.notion_page_id from content_resources copy
    join content_resources one on one.public_id = regexp_replace(copy.public_id, '-\\d+-\\d+$', '') and one.public_id <> copy.public_id
    join search_pages original on original.notion_page_id = one.notion_page_id
    where not exists (select from search_pages where search_pages.notion_page_id = copy.notion_page_id)`
  await sql`
    insert into search_pages (notion_page_id, kind, digest, indexer)
    select copies.notion_page_id, kind, digest, indexer from copies join search_pages on search_pages.id = original`
  if (searchable) {
    await sql`
      insert into search_documents (page_id, part, kind, body, cues)
      select search_pages.id, part, document.kind, body, cues from copies join search_pages using (notion_page_id)
      join search_documents document on document.page_id = original`
    await sql`
      insert into search_postings (word_id, page_id, part, title_only, weight)
      select word_id, search_pages.id, part, title_only, weight from copies join search_pages using (notion_page_id)
      join search_postings posting on posting.page_id = original`
  }
  // as autovacuum does within a minute
  await sql`vacuum analyze`
  await sql.end()
}

/** Removes the copies of `enlargeLibrary`, because a sync that would withdraw so many pages waits for an admin (SYNC-05). */
export async function shrinkLibrary(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 })
  await sql`delete from content_resources where public_id ~ '-\\d+-\\d+$'`
  await sql`delete from search_pages where kind = 'resource' and notion_page_id not in (select notion_page_id from content_resources)`
  await sql.end()
}

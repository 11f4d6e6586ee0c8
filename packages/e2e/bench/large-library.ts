import postgres from 'postgres'

/** Multiplies the resources of the sample until there are so many, straight in the mirror. */
export async function enlargeLibrary(databaseUrl: string, count: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 })
  await sql`
    insert into content_resources
    select (jsonb_populate_record(one, jsonb_build_object(
      'notion_page_id', md5(${count}::text || one.public_id || n), 'public_id', one.public_id || '-' || ${count}::text || '-' || n, 'name', one.name || ' ' || n))).*
    from content_resources one, generate_series(1, ${count}::int) n
    limit ${count}::int - (select count(*) from content_resources)`
  await sql.end()
}

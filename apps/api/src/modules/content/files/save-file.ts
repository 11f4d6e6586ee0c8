import { createHash } from 'node:crypto'
import type postgres from 'postgres'

/** The bytes of a file, in the order in which they arrive. */
export type FileChunks = AsyncIterable<Buffer> | Iterable<Buffer>

/** Saves a file. `hash` is the SHA-256 of its bytes, in hex; `bytes` is their number. */
export type SaveFile = (type: string, chunks: FileChunks) => Promise<{ hash: string; bytes: number }>

/** Bytes per statement. */
const PART_BYTES = 256 * 1024

/** Gathers small chunks, as they come from a network, into larger parts. */
async function* partsOf(chunks: FileChunks): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += PART_BYTES) {
      const piece = chunk.subarray(from, from + PART_BYTES)
      gathered.push(piece)
      length += piece.length
      if (length < PART_BYTES) continue
      yield Buffer.concat(gathered)
      gathered = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(gathered)
}

/** Passes each part to `write` with the offset of its first byte. */
async function measure(chunks: FileChunks, write: (part: Buffer, offset: number) => Promise<unknown>) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of partsOf(chunks)) {
    hash.update(part)
    await write(part, bytes)
    bytes += part.length
  }
  return { hash: hash.digest('hex'), bytes }
}

/** Reads a file to its end and stores nothing, for content:check. */
export const measureFile: SaveFile = async (_type, chunks) => await measure(chunks, async () => {})

/**
 * Saves files part by part as they arrive, so that no whole file is in memory. An existing file is kept. An unused file is deleted after a
 * day.
 */
export const saveFileTo =
  (sql: postgres.Sql): SaveFile =>
  async (type, chunks) =>
    // The hash is known only after the last part. Until then the parts are in a large object, which a rollback removes.
    await sql.begin(async (tx) => {
      const [object] = await tx<{ id: number }[]>`select lo_create(0) as id`
      if (!object) throw new Error('Postgres created no large object')
      const file = await measure(chunks, (part, offset) => tx`select lo_put(${object.id}::oid, ${offset}::bigint, ${part})`)
      await tx`
        insert into content_files (hash, type, bytes) select ${file.hash}, ${type}, lo_get(${object.id}::oid) on conflict do nothing`
      await tx`select lo_unlink(${object.id}::oid)`
      return file
    })

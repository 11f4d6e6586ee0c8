/** Each message begins with its type (one byte) and its length (four bytes, which count themselves). */
const HEAD_BYTES = 5

/**
 * Counts the messages of given types in a stream of Postgres' protocol, whose chunks may end anywhere:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class PostgresMessages {
  readonly #types: ReadonlySet<number>
  /** The number of bytes of the current message that later chunks contain. */
  #missingBytes = 0
  /** The beginning of a head whose end a later chunk contains. */
  #cutHead: Buffer = Buffer.alloc(0)

  /** @param types the types to count, one character each, e.g. 'SQ'. */
  constructor(types: string) {
    this.#types = new Set(Buffer.from(types, 'latin1'))
  }

  /** Returns the number of messages that begin in this chunk. */
  count(chunk: Buffer): number {
    const bytes = this.#cutHead.length === 0 ? chunk : Buffer.concat([this.#cutHead, chunk])
    let count = 0
    let at = this.#missingBytes
    for (; at + HEAD_BYTES <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) if (this.#types.has(bytes[at] ?? 0)) count += 1
    this.#missingBytes = Math.max(0, at - bytes.length)
    this.#cutHead = bytes.subarray(at)
    return count
  }
}

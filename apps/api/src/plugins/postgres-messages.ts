/** Before each message stand its type, a byte, and its length, four bytes that count themselves. */
const HEAD_BYTES = 5

/**
 * Counts the messages of some types in a stream of Postgres's protocol, which arrives cut anywhere:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class PostgresMessages {
  readonly #types: ReadonlySet<number>
  /** What is still to come of the message that was begun. */
  #left = 0
  #cutHead: Buffer = Buffer.alloc(0)

  /** @param types such as 'SQ': one character each. */
  constructor(types: string) {
    this.#types = new Set(Buffer.from(types, 'latin1'))
  }

  /** @returns how many of them begin in this piece. */
  count(piece: Buffer): number {
    const bytes = this.#cutHead.length === 0 ? piece : Buffer.concat([this.#cutHead, piece])
    let found = 0
    let at = this.#left
    for (; at + HEAD_BYTES <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) if (this.#types.has(bytes[at] ?? 0)) found += 1
    this.#left = Math.max(0, at - bytes.length)
    this.#cutHead = bytes.subarray(at)
    return found
  }
}

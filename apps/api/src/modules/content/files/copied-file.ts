import { createHash } from 'node:crypto'

/** A file as the mirror keeps it. `hash` is the SHA-256 of exactly these bytes, in hex. */
export type CopiedFile<Type extends string = string> = { hash: string; type: Type; bytes: Buffer }

export const copiedFile = <Type extends string>(type: Type, bytes: Buffer): CopiedFile<Type> => ({
  hash: createHash('sha256').update(bytes).digest('hex'),
  type,
  bytes,
})

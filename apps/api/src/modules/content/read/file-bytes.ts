import { Readable } from 'node:stream'
import PQueue from 'p-queue'
import { LoadingCache } from '../../../loading-cache.ts'
import type { ByteRange } from './byte-range.ts'

/** Bytes per statement. The driver decodes bytes on the main thread, so larger parts would delay all other requests. */
const PART_BYTES = 256 * 1024
/** Files of one part are kept apart from parts of larger ones, so that videos do not evict the pictures. */
const SMALL_FILES_BYTES = 32 * 1024 * 1024
const PARTS_BYTES = 32 * 1024 * 1024
/** Concurrent statements, to leave connections for shorter requests. */
const CONCURRENCY = 2

const sizeCalculation = ({ length }: Buffer): number => Math.max(1, length)

type Read = (hash: string, from: number, length: number) => Promise<Buffer | undefined>

/**
 * Reads files in parts, and only the requested ones. Caches parts: they never change, because their key is a hash.
 * Returns the bytes of a range: directly if they are in one part, otherwise as a stream with back-pressure; undefined for an unknown file.
 */
export function fileBytes(read: Read) {
  const smallFiles = new LoadingCache<Buffer>({ maxSize: SMALL_FILES_BYTES, sizeCalculation })
  const parts = new LoadingCache<Buffer>({ maxSize: PARTS_BYTES, sizeCalculation })
  const reading = new PQueue({ concurrency: CONCURRENCY })

  return async ({ hash, size }: { hash: string; size: number }, { from, to }: ByteRange): Promise<Buffer | Readable | undefined> => {
    const cache = size <= PART_BYTES ? smallFiles : parts
    const part = (number: number): Buffer | Promise<Buffer | undefined> =>
      cache.get(`${hash}:${number}`, () => reading.add(() => read(hash, number * PART_BYTES, PART_BYTES)))
    const [firstPart, lastPart] = [Math.floor(from / PART_BYTES), Math.floor(to / PART_BYTES)]
    const first = await part(firstPart)
    if (first === undefined) return undefined
    const offset = firstPart * PART_BYTES
    if (firstPart === lastPart) return first.subarray(from - offset, to + 1 - offset)

    async function* all(start: Buffer) {
      yield start
      for (let number = firstPart + 1; number <= lastPart; number += 1) {
        const next = await part(number)
        if (next === undefined) throw new Error('a file was deleted while it was being sent')
        yield number === lastPart ? next.subarray(0, to + 1 - number * PART_BYTES) : next
      }
    }
    return Readable.from(all(first.subarray(from - offset)), { objectMode: false, highWaterMark: 1 })
  }
}

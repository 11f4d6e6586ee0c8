export type ByteRange = { from: number; to: number }

/**
 * Returns the single byte range of a `Range` header, or 'beyond' if it is outside the file. Undefined if the response may be the whole file:
 * without a header, for several ranges, other units and invalid ones.
 */
export function byteRange(header: string | undefined, length: number): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  // `-500` means the last 500 bytes.
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return from >= length ? 'beyond' : { from, to }
}

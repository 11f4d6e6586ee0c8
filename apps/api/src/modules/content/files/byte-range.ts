export type ByteRange = { from: number; to: number }

/**
 * The one range of bytes that a `Range` header asks for; undefined for none, and for all that may be answered with the whole file:
 * several ranges, other units, nonsense. 'beyond' when nothing of the file lies in it.
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

import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 16
const LENGTH = 16 + 6 + MAC_BYTES

const macOf = (head: Buffer, sessionId: string, secret: string): Buffer => {
  const sessionKey = createHmac('sha256', secret).update(`refresh token of ${sessionId}`).digest()
  return createHmac('sha256', sessionKey).update(head).digest().subarray(0, MAC_BYTES)
}

/** The refresh token that a session has after so many refreshes. It is computed, never stored. */
export const encodeRefreshToken = (sessionId: string, counter: number, secret: string): string => {
  const head = Buffer.alloc(22)
  Buffer.from(sessionId.replaceAll('-', ''), 'hex').copy(head)
  head.writeUIntBE(counter, 16, 6)
  return Buffer.concat([head, macOf(head, sessionId, secret)]).toString('base64url')
}

/** Undefined for whatever we did not issue. */
export const decodeRefreshToken = (token: string, secret: string): { sessionId: string; counter: number } | undefined => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== LENGTH) return undefined
  const sessionId = bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const head = bytes.subarray(0, 22)
  if (!timingSafeEqual(bytes.subarray(22), macOf(head, sessionId, secret))) return undefined
  return { sessionId, counter: head.readUIntBE(16, 6) }
}

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text that is made when the server starts, as it is sent: compressed already, and with a name for this state of it. */
export type ReadyText = { type: string; etag: string; plain: Buffer; br: Buffer; gzip: Buffer }

export async function readyText(text: string, type: string): Promise<ReadyText> {
  const plain = Buffer.from(text)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain, { level: 9 })])
  return { type, etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`, plain, br, gzip: gz }
}

/** Sends it, or 304 to who has it. The browser keeps it, and asks each time. */
export function sendReady(request: FastifyRequest, reply: FastifyReply, { type, etag, ...bodies }: ReadyText): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' })
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim())
  if (known?.includes(etag)) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b(?!;q=0(?:\\.0*)?(?:,|$))`).test(accepted))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(bodies[encoding ?? 'plain'])
}

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { BaseWebhookPayload } from '@notionhq/client'

export type Received = { headers: IncomingHttpHeaders; raw: string; body: Payload }
type Payload = BaseWebhookPayload & { verification_token?: string; type: string; entity: { id: string; type: string } }

/** Starts a server that records webhooks and responds with `reply.status` (0: never). */
export async function startReceiver() {
  const received: Received[] = []
  const reply = { status: 200 }
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    received.push({ headers: request.headers, raw, body: JSON.parse(raw) as Payload })
    if (reply.status !== 0) response.writeHead(reply.status, reply.status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, reply, stop }
}

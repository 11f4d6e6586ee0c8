import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Options = {
  headers?: Record<string, string>
  body?: string
  /** Only the first request for this path is answered by the proxy; others are answered by the upstream. */
  path?: string
  upstream?: string
}

/** Starts a proxy that answers with a page of its own, by default HTML, until the test ends. Returns its URL. */
export async function startProxyPage(
  status: number,
  { headers = {}, body: page = '<p>', path, upstream = '' }: Options = {},
): Promise<string> {
  let hasAnswered = false
  const proxy = createServer(async (request, response) => {
    const { method = 'GET', url } = request
    if (path === undefined || (path === url && !hasAnswered)) {
      hasAnswered = true
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(page)
      return
    }
    const received = Object.fromEntries(['authorization', 'content-type'].flatMap((name) => [[name, `${request.headers[name] ?? ''}`]]))
    const body = method === 'GET' ? null : await text(request)
    const answer = await fetch(`${upstream}${url}`, { method, headers: received, body })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(await answer.text())
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

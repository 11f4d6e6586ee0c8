import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isReady } from '../api-process.ts'
import { eventually } from '../eventually.ts'

const CHECK_INTERVAL_MS = 250

/**
 * Starts a minimal load balancer: round robin over the ready instances, which it checks at intervals. Sends a request whose connection
 * was refused to the next instance. If the connection breaks after the request was sent, the API may have executed it: then only a GET goes to
 * the next instance, and others get a 502 (RFC 9110, 9.2.2; the default of nginx, `proxy_next_upstream`).
 */
export async function startBalancer(upstreams: readonly string[]) {
  const agents = new Map(upstreams.map((url) => [url, new Agent({ keepAlive: true })]))
  let ready: readonly string[] = upstreams
  const checkReadiness = async () => {
    const states = await Promise.all(upstreams.map(isReady))
    ready = upstreams.filter((_, index) => states[index])
  }
  let checked = Promise.resolve()
  /** Checks the instances after the check that is running. */
  const checkNext = (): Promise<void> => {
    checked = checked.then(checkReadiness)
    return checked
  }
  let timer: NodeJS.Timeout
  const checkAtIntervals = (): void => {
    timer = setTimeout(() => void checkNext().then(checkAtIntervals), CHECK_INTERVAL_MS)
  }
  checkAtIntervals()

  let broken = 0
  let turn = 0
  /** Sends a request to the next ready instance that was not tried, until one accepts the connection. */
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tried: readonly string[] = []): void => {
    const untried = ready.filter((url) => !tried.includes(url))
    const url = untried[turn % untried.length]
    turn += 1
    if (url === undefined) return void outgoing.writeHead(503, { 'retry-after': '1' }).end()
    const { hostname, port } = new URL(url)
    const upstream = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers, agent: agents.get(url) },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
        response.on('error', () => outgoing.destroy())
      },
    )
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      const isRefused = error.code === 'ECONNREFUSED'
      if (!isRefused) broken += 1
      if (outgoing.headersSent) outgoing.destroy()
      else if (isRefused || incoming.method === 'GET') forward(incoming, outgoing, body, [...tried, url])
      else outgoing.writeHead(502).end()
    })
    upstream.end(body)
  }

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => forward(incoming, outgoing, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the number of requests whose connection to an instance broke before the response. */
    brokenRequests: () => broken,
    /** Waits until a check that begins now, or a later one, finds all instances ready. */
    untilAllReady: () =>
      eventually(async () => {
        await checkNext()
        return ready.length === upstreams.length
      }),
    stop: async () => {
      clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CountingProxy = {
  url: string
  /** How many requests went through to paths that begin like this. */
  count: (path: string) => number
  stop: () => Promise<void>
}

/** Passes everything on to `target`, and counts it. */
export async function countingProxy(target: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(target)
  const paths: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { method, url: path = '/', headers } = incoming
    paths.push(path)
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: (path) => paths.filter((each) => each.startsWith(path)).length,
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

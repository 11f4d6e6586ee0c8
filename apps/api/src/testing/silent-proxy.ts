import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { selfSigned } from '@academy/standins/testing/self-signed'
import { onTestFinished } from 'vitest'

/**
 * A proxy before the database that simulates a lost network: after `goSilent`, open connections pass nothing and stay open; new ones work.
 * Stops after the test.
 */
export async function silentProxy(databaseUrl: string, { tls = false }: { tls?: boolean } = {}) {
  const { hostname, port, pathname } = new URL(databaseUrl)
  const certificate = tls ? selfSigned() : undefined
  const open = new Set<{ silent: boolean; sockets: Socket[] }>()

  const secured = async (client: Socket): Promise<Socket> => {
    if (!certificate) return client
    await once(client, 'data')
    client.write('S')
    return new TLSSocket(client, { isServer: true, ...certificate })
  }
  const server = createServer({ allowHalfOpen: true }, async (client) => {
    const near = await secured(client)
    const far = connect(Number(port), hostname)
    const link = { silent: false, sockets: [client, near, far] }
    open.add(link)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => !link.silent && to.write(bytes))
      from.on('error', () => {})
      from.on('end', () => !link.silent && to.end())
      from.on('close', () => {
        open.delete(link)
        if (!link.silent) to.destroy()
      })
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    for (const { sockets } of open) for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  return {
    url: `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    /** The proxy's certificate for `localhost`. */
    cert: certificate?.cert,
    goSilent: (): number => {
      for (const link of open) link.silent = true
      return open.size
    },
  }
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { selfSigned } from '@academy/standins/testing/self-signed'
import { onTestFinished } from 'vitest'

type Options = {
  /** Returns what to send instead of what the client sent. */
  rewrite?: (data: Buffer, client: Socket) => Buffer
  /** Whether the proxy accepts TLS, with a certificate of its own. */
  tls?: boolean
}

/**
 * A proxy before the database that can be down, or simulate a lost network: after `goSilent`, open connections pass nothing and stay open; new ones
 * work. Stops after the test.
 */
export async function databaseProxy(databaseUrl: string, { rewrite = (data) => data, tls = false }: Options = {}) {
  const { hostname, port, pathname } = new URL(databaseUrl)
  const certificate = tls ? selfSigned() : undefined
  const links = new Set<{ silent: boolean; sockets: Socket[] }>()

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
    links.add(link)
    const pass = (from: Socket, to: Socket, change: (data: Buffer) => Buffer) => {
      from.on('data', (data) => !link.silent && to.write(change(data as Buffer)))
      from.on('error', () => {})
      from.on('end', () => !link.silent && to.end())
      from.on('close', () => {
        links.delete(link)
        if (!link.silent) to.destroy()
      })
    }
    pass(near, far, (data) => rewrite(data, near))
    pass(far, near, (data) => data)
  })
  const start = async (at: number) => void (await once(server.listen(at, '127.0.0.1'), 'listening'))
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const { sockets } of links) for (const socket of sockets) socket.destroy()
    await closed
  }
  await start(0)
  const address = server.address() as AddressInfo
  onTestFinished(async () => void (server.listening && (await stop())))
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}${pathname}`,
    /** The proxy's certificate for `localhost`. */
    cert: certificate?.cert,
    goSilent: (): number => {
      for (const link of links) link.silent = true
      return links.size
    },
    stop,
    restart: () => start(address.port),
  }
}

/** The message with which clients ask for TLS. */
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex')

/** A proxy that makes the database refuse TLS, as a server without a certificate does. Stops after the test. */
export const databaseWithoutTls = (databaseUrl: string) =>
  databaseProxy(databaseUrl, {
    rewrite: (data, client) => {
      if (!data.equals(SSL_REQUEST)) return data
      client.write('N')
      return Buffer.alloc(0)
    },
  })

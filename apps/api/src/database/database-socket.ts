import { once } from 'node:events'
import { connect, isIP, Socket } from 'node:net'
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls'
import postgres from 'postgres'
import { type SessionSettings, setAfterConnecting } from './session-settings.ts'
import { endSilentConnections } from './silent-connections.ts'

/** The addresses that the driver passes; several if the URL has several hosts. */
type Place = { host: string[]; port: number[]; path?: string | false }

type Security = { ssl?: boolean | 'require' | 'allow' | 'prefer' | 'verify-full' | ConnectionOptions; sslnegotiation?: string | null }

const CONNECT_TIMEOUT_MS = 5_000

/** The message that asks Postgres whether it supports TLS. The response is S or N. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const SUPPORTS_TLS = 'S'.charCodeAt(0)

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

/**
 * Replaces a socket that could not be opened, and fails with the reason at the driver's first write. Without a socket, the driver's pool would
 * lose the connection forever.
 */
class FailedSocket extends Socket {
  readonly #reason: Error
  constructor(reason: Error) {
    super()
    this.#reason = reason
  }
  override write(): boolean {
    this.destroy(this.#reason)
    return false
  }
}

/** Returns the TLS options that the driver uses for its modes: only `verify-full` and custom options check the certificate. */
function tlsOptions({ ssl, sslnegotiation }: Security, host: string): ConnectionOptions {
  return {
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ...(sslnegotiation === 'direct' ? { ALPNProtocols: ['postgresql'] } : {}),
    ...(ssl === 'require' || ssl === 'allow' || ssl === 'prefer' ? { rejectUnauthorized: false } : {}),
    ...(typeof ssl === 'object' ? ssl : {}),
  }
}

async function open(raw: Socket, security: Security, host: string, signal: AbortSignal): Promise<Socket> {
  await once(raw, 'connect', { signal })
  if (!security.ssl) return raw
  if (security.sslnegotiation !== 'direct') {
    raw.write(SSL_REQUEST)
    const [response] = (await once(raw, 'data', { signal })) as [Buffer]
    if (response[0] !== SUPPORTS_TLS) {
      if (security.ssl === 'prefer') return raw
      throw coded('ECONNREFUSED', 'the database does not speak TLS')
    }
  }
  const secure = connectSecurely({ ...tlsOptions(security, host), socket: raw })
  await once(secure, 'secureConnect', { signal })
  return secure
}

export type SocketOptions = {
  /** Settings for SET on each new connection. */
  settings?: SessionSettings | undefined
  /** Closes connections on which a statement gets no response for `ms`, which must be longer than the statement_timeout. */
  silence?: { ms: number; onEnd: (connections: number) => void } | undefined
}

/**
 * Returns driver options that open sockets to `databaseUrl`. Statements on a silent connection fail with CONNECTION_CLOSED, which counts as an
 * outage, and the pool opens another connection.
 */
export function databaseSockets(databaseUrl: string, { settings = {}, silence }: SocketOptions) {
  const security = postgres(databaseUrl, { max: 1 }).options as Security
  const watch = silence && endSilentConnections(silence.ms, silence.onEnd)
  let attempts = 0

  const socket = async ({ host: hosts, port: ports, path }: Place): Promise<Socket> => {
    const host = hosts[attempts % hosts.length] ?? 'localhost'
    const port = ports[attempts % ports.length] ?? 5432
    attempts += 1
    const raw = path ? connect(path) : connect({ host, port })
    // `once` below rejects on errors; without this listener, an error between two of them would end the process
    raw.on('error', () => {})
    const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
    try {
      const opened = await open(raw, security, host, signal)
      watch?.(opened)
      setAfterConnecting(opened, settings)
      // for the driver's error messages
      return Object.assign(opened, { host, port })
    } catch (error) {
      raw.destroy()
      return new FailedSocket(signal.aborted ? coded('CONNECT_TIMEOUT', 'connecting to the database took too long') : (error as Error))
    }
  }
  // the type of the driver's options lacks `socket`
  return { ssl: false, socket } as { ssl: false }
}

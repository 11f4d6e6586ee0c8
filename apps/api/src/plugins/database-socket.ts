import { once } from 'node:events'
import { connect, isIP, Socket } from 'node:net'
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls'
import postgres from 'postgres'
import { endSilentConnections } from './silent-connections.ts'

/** What the driver tells of where to connect to; more than one host if the url names several. */
type Place = { host: string[]; port: number[]; path?: string | false }

type Security = { ssl?: boolean | 'require' | 'allow' | 'prefer' | 'verify-full' | ConnectionOptions; sslnegotiation?: string | null }

const CONNECT_TIMEOUT_MS = 5_000

/** Asks Postgres whether it speaks TLS; it answers S or N. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const SPEAKS_TLS = 'S'.charCodeAt(0)

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

/** A socket that never came to be. The driver would lose a connection of its pool for good if it got none, and hears why as soon as it writes. */
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

/** As the driver does it, whose modes say what they mean there: only `verify-full` and settings of one's own look at the certificate. */
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
    const [answer] = (await once(raw, 'data', { signal })) as [Buffer]
    if (answer[0] !== SPEAKS_TLS) {
      if (security.ssl === 'prefer') return raw
      throw coded('ECONNREFUSED', 'the database does not speak TLS')
    }
  }
  const secure = connectSecurely({ ...tlsOptions(security, host), socket: raw })
  await once(secure, 'secureConnect', { signal })
  return secure
}

/**
 * Options with which the driver connects by itself no more: its connections to `databaseUrl` end when a statement gets no answer for
 * `silentMs`, which must be longer than the statement_timeout. What waited fails with CONNECTION_CLOSED, an outage, and the pool connects
 * anew.
 */
export function databaseSockets(databaseUrl: string, silentMs: number, onSilent: (connections: number) => void) {
  const security = postgres(databaseUrl, { max: 1 }).options as Security
  const watch = endSilentConnections(silentMs, onSilent)
  let attempts = 0

  const socket = async ({ host: hosts, port: ports, path }: Place): Promise<Socket> => {
    const host = hosts[attempts % hosts.length] ?? 'localhost'
    const port = ports[attempts % ports.length] ?? 5432
    attempts += 1
    const raw = path ? connect(path) : connect({ host, port })
    // Whoever waits for the next event hears of it; so that none is nobody's.
    raw.on('error', () => {})
    const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
    try {
      const opened = await open(raw, security, host, signal)
      watch(opened)
      // The driver names them when it fails.
      return Object.assign(opened, { host, port })
    } catch (error) {
      raw.destroy()
      return new FailedSocket(signal.aborted ? coded('CONNECT_TIMEOUT', 'connecting to the database took too long') : (error as Error))
    }
  }
  // The type of the driver's options does not know `socket`.
  return { ssl: false, socket } as { ssl: false }
}

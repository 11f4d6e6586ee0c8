import type { Socket } from 'node:net'
import { PostgresMessages } from './postgres-messages.ts'

/** Measures from the messages in both directions how long a statement has waited for a response on a connection. */
class Connection {
  readonly #socket: Socket
  // Postgres responds with ReadyForQuery to each Sync, to each simple query, and to the start of the connection.
  readonly #requests = new PostgresMessages('SQ')
  readonly #responses = new PostgresMessages('Z')
  // The start of the connection counts as the first request.
  #pending = 1
  #hasStarted = false
  #isWaiting = true
  #sentAt = performance.now()
  #receivedAt = this.#sentAt

  constructor(socket: Socket) {
    this.#socket = socket
    const write = socket.write.bind(socket)
    socket.write = ((bytes: Buffer, ...more: []) => {
      this.#recordSent(bytes)
      return write(bytes, ...more)
    }) as Socket['write']
    socket.on('data', (bytes: Buffer) => this.#recordReceived(bytes))
  }

  /** Returns the milliseconds since the last message from Postgres. */
  silentMs(): number {
    return performance.now() - this.#receivedAt
  }

  /** Returns the milliseconds that the current statement has waited for a response; 0 without a statement. */
  waitedMs(): number {
    return this.#isWaiting ? performance.now() - Math.max(this.#sentAt, this.#receivedAt) : 0
  }

  /** Closes the socket without an error. With an error, the driver would lose statements that it sends until the socket has closed. */
  end(): void {
    this.#socket.destroy()
  }

  #recordSent(bytes: Buffer): void {
    if (!this.#isWaiting) this.#sentAt = performance.now()
    this.#isWaiting = true
    // the start-up message has no type byte
    if (this.#hasStarted) this.#pending += this.#requests.count(bytes)
    this.#hasStarted = true
  }

  #recordReceived(bytes: Buffer): void {
    this.#receivedAt = performance.now()
    const ready = this.#responses.count(bytes)
    this.#pending -= ready
    if (ready > 0 && this.#pending <= 0) this.#isWaiting = false
  }
}

/**
 * Closes connections on which a statement waits longer than `timeoutMs` for a response: TCP takes a quarter of an hour to notice that the host
 * has disappeared. All other connections that were silent for as long are closed with it, because they are most likely dead as well. Then
 * calls `onEnd` with the number of closed connections.
 * Returns a function that watches a socket. Call it before anything is written to the socket.
 */
export function endSilentConnections(timeoutMs: number, onEnd: (connections: number) => void): (socket: Socket) => void {
  const connections = new Set<Connection>()
  let timer: NodeJS.Timeout | undefined

  const closeSilent = (): void => {
    if (![...connections].some((one) => one.waitedMs() > timeoutMs)) return
    const silent = [...connections].filter((one) => one.silentMs() > timeoutMs)
    for (const one of silent) one.end()
    onEnd(silent.length)
  }

  return (socket) => {
    const connection = new Connection(socket)
    connections.add(connection)
    timer ??= setInterval(closeSilent, timeoutMs / 20).unref()
    socket.once('close', () => {
      connections.delete(connection)
      if (connections.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  }
}

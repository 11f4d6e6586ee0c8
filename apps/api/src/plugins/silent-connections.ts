import type { Socket } from 'node:net'
import { PostgresMessages } from './postgres-messages.ts'

/** Tells from what passes on a connection to Postgres whether somebody waits for an answer on it, and for how long. */
class Connection {
  readonly #socket: Socket
  // Each Sync and each simple query is answered with ReadyForQuery, and so is the start of the connection.
  readonly #asked = new PostgresMessages('SQ')
  readonly #answered = new PostgresMessages('Z')
  #unanswered = 1
  #hasStarted = false
  #isWaiting = true
  #askedAt = performance.now()
  #heardAt = this.#askedAt

  constructor(socket: Socket) {
    this.#socket = socket
    const write = socket.write.bind(socket)
    socket.write = ((bytes: Buffer, ...more: []) => {
      this.#sends(bytes)
      return write(bytes, ...more)
    }) as Socket['write']
    socket.on('data', (bytes: Buffer) => this.#hears(bytes))
  }

  silentMs(): number {
    return performance.now() - this.#heardAt
  }

  waitedMs(): number {
    return this.#isWaiting ? performance.now() - Math.max(this.#askedAt, this.#heardAt) : 0
  }

  /** Without an error: the driver would lose what is asked on it until it has closed. */
  end(): void {
    this.#socket.destroy()
  }

  #sends(bytes: Buffer): void {
    if (!this.#isWaiting) this.#askedAt = performance.now()
    this.#isWaiting = true
    // The first message is of another form.
    if (this.#hasStarted) this.#unanswered += this.#asked.count(bytes)
    this.#hasStarted = true
  }

  #hears(bytes: Buffer): void {
    this.#heardAt = performance.now()
    const ready = this.#answered.count(bytes)
    this.#unanswered -= ready
    if (ready > 0 && this.#unanswered <= 0) this.#isWaiting = false
  }
}

/**
 * Ends connections on which an answer is waited for longer than `mostMs`, as TCP by itself takes a quarter of an hour to notice that nobody
 * is there any more. With the first go all others that were silent for as long, also those on which nobody waits: most likely they are
 * dead as well, and whoever tried one after the other would wait for each.
 * @returns what takes a connection to watch, before anything is written on it.
 */
export function endSilentConnections(mostMs: number, onEnd: (connections: number) => void): (socket: Socket) => void {
  const connections = new Set<Connection>()
  let timer: NodeJS.Timeout | undefined

  const look = (): void => {
    if (![...connections].some((one) => one.waitedMs() > mostMs)) return
    const silent = [...connections].filter((one) => one.silentMs() > mostMs)
    for (const one of silent) one.end()
    onEnd(silent.length)
  }

  return (socket) => {
    const connection = new Connection(socket)
    connections.add(connection)
    timer ??= setInterval(look, mostMs / 20).unref()
    socket.once('close', () => {
      connections.delete(connection)
      if (connections.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  }
}

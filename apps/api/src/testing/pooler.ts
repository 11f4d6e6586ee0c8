import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Parameters of the start-up message that PgBouncer takes without further settings; it refuses all others. */
const KNOWN_PARAMETERS = ['user', 'database', 'client_encoding', 'datestyle', 'timezone', 'standard_conforming_strings', 'application_name']

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102

type Message = { type: string; bytes: Buffer }

/** Cuts a stream into messages; a start-up message has no type. */
class Cutter {
  #rest: Buffer = Buffer.alloc(0)
  #isStarting: boolean
  constructor(beginsWithStartUp: boolean) {
    this.#isStarting = beginsWithStartUp
  }
  take(bytes: Buffer): Message[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const messages: Message[] = []
    for (;;) {
      const head = this.#isStarting ? 0 : 1
      if (this.#rest.length < head + 4) return messages
      const end = head + this.#rest.readUInt32BE(head)
      if (this.#rest.length < end) return messages
      const message = this.#rest.subarray(0, end)
      this.#rest = this.#rest.subarray(end)
      messages.push({ type: head === 0 ? '' : message.toString('latin1', 0, 1), bytes: message })
      if (head === 0 && message.readUInt32BE(4) !== SSL_REQUEST) this.#isStarting = false
    }
  }
}

const messageOf = (type: string, ...fields: (string | Buffer)[]): Buffer => {
  const body = Buffer.concat(fields.map((field) => (typeof field === 'string' ? Buffer.from(`${field}\0`) : field)))
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const AUTHENTICATED = messageOf('R', Buffer.from([0, 0, 0, 0]))
const KEY = messageOf('K', Buffer.alloc(8))
const READY = messageOf('Z', Buffer.from('I'))
const errorOf = (code: string, text: string): Buffer =>
  messageOf('E', ...['SFATAL', 'VFATAL', `C${code}`, `M${text}`].map((field) => Buffer.from(`${field}\0`)), Buffer.from([0]))

type Server = {
  socket: Socket
  client: Client | undefined
  isReady: boolean
  /** Messages that the server answers with "ready" and has not answered yet. */
  unanswered: number
  /** Whether the client has begun a statement that it has not ended by Sync. */
  isInStatement: boolean
}
type Client = { socket: Socket; startUp: Buffer; waiting: Message[]; server: Server | undefined }

/** The name of a statement that a Parse message prepares; empty for the unnamed one. */
const nameIn = (parse: Buffer): string => parse.toString('latin1', 5, parse.indexOf(0, 5))

/**
 * A connection pooler before the database, as strict as PgBouncer with its defaults: it refuses unknown start-up parameters. In transaction
 * mode each transaction runs on the server connection that has been idle for longest, and named prepared statements are refused, as they would
 * be missing on the next one. As in PgBouncer since 1.21, a client that has begun its next statement keeps its server connection; with
 * `isOld` it loses the answer, as before 1.21. Expects the server to sign in clients without a password. Stops after the test.
 */
export async function startPooler(
  databaseUrl: string,
  { mode, size = 3, isOld = false }: { mode: 'session' | 'transaction'; size?: number; isOld?: boolean },
) {
  const { hostname, port, pathname, username } = new URL(databaseUrl)
  const servers: Server[] = []
  const queue: Client[] = []
  const refused: string[] = []

  const openServer = (startUp: Buffer): void => {
    const server: Server = {
      socket: connect({ port: Number(port), host: hostname, noDelay: true }),
      client: undefined,
      isReady: false,
      unanswered: 0,
      isInStatement: false,
    }
    const cutter = new Cutter(false)
    server.socket.on('error', () => {})
    server.socket.on('close', () => {
      servers.splice(servers.indexOf(server), 1)
      server.client?.socket.destroy()
      if (queue[0]) openServer(queue[0].startUp)
    })
    server.socket.write(startUp)
    server.socket.on('data', (bytes: Buffer) => {
      for (const message of cutter.take(bytes)) fromServer(server, message)
    })
    servers.push(server)
  }

  const fromServer = (server: Server, { type, bytes }: Message): void => {
    if (!server.isReady) {
      if (type === 'E') queue.shift()?.socket.end(bytes)
      if (type !== 'Z') return
      server.isReady = true
      assign(server)
      return
    }
    server.client?.socket.write(bytes)
    if (type !== 'Z') return
    server.unanswered -= 1
    const isInTransaction = bytes[5] !== 'I'.charCodeAt(0)
    if (mode === 'session' || isInTransaction || server.unanswered > 0 || server.isInStatement) return
    if (server.client) server.client.server = undefined
    server.client = undefined
    // The one that has been idle for longest comes first.
    servers.push(...servers.splice(servers.indexOf(server), 1))
    assign(server)
  }
  const flush = (client: Client, server: Server): void => {
    for (const { type, bytes } of client.waiting.splice(0)) {
      server.isInStatement = !isOld && type !== 'S' && type !== 'Q'
      if (type === 'S' || type === 'Q') server.unanswered += 1
      server.socket.write(bytes)
    }
  }
  const assign = (server: Server): void => {
    const client = queue.shift()
    if (!client) return
    server.client = client
    client.server = server
    flush(client, server)
  }
  const fromClient = (client: Client, message: Message): void => {
    const { type, bytes } = message
    if (type === 'X') return void client.socket.end()
    if (mode === 'transaction' && type === 'P' && nameIn(bytes) !== '') {
      refused.push('named prepared statement')
      client.socket.end(errorOf('26000', 'prepared statement does not exist'))
      return
    }
    client.waiting.push(message)
    if (client.server) flush(client, client.server)
    if (client.server || queue.includes(client)) return
    queue.push(client)
    const idle = servers.find((server) => server.client === undefined && server.isReady)
    if (idle) assign(idle)
    else if (servers.length < size) openServer(client.startUp)
  }

  const sockets = new Set<Socket>()
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    const cutter = new Cutter(true)
    let client: Client | undefined
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      if (client && queue.includes(client)) queue.splice(queue.indexOf(client), 1)
      client?.server?.socket.destroy()
    })
    const start = (bytes: Buffer): void => {
      const code = bytes.readUInt32BE(4)
      if (code === SSL_REQUEST) return void socket.write('N')
      if (code === CANCEL_REQUEST) return void socket.end()
      const texts = bytes.toString('utf8', 8).split('\0')
      const unknown = texts.find((text, index) => index % 2 === 0 && text !== '' && !KNOWN_PARAMETERS.includes(text.toLowerCase()))
      if (unknown !== undefined) {
        refused.push(unknown)
        return void socket.end(errorOf('08P01', `unsupported startup parameter: ${unknown}`))
      }
      client = { socket, startUp: bytes, waiting: [], server: undefined }
      socket.write(Buffer.concat([AUTHENTICATED, KEY, READY]))
    }
    socket.on('data', (bytes: Buffer) => {
      for (const message of cutter.take(bytes)) {
        if (client === undefined) start(message.bytes)
        else fromClient(client, message)
      }
    })
  })
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    for (const socket of [...sockets, ...servers.map((server) => server.socket)]) socket.destroy()
    await new Promise((closed) => listener.close(closed))
  })
  return {
    url: `postgres://${username}@127.0.0.1:${(listener.address() as AddressInfo).port}${pathname}`,
    /** What was refused, in order. */
    refused,
    /** Server connections that are open. */
    get serverConnections() {
      return servers.length
    },
  }
}

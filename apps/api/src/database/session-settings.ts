import type { Socket } from 'node:net'

/** Each message begins with its type (one byte) and its length (four bytes, which count themselves). */
const TYPE_AND_LENGTH = 5

const READY_FOR_QUERY = 'Z'.charCodeAt(0)
const COMMAND_COMPLETE = 'C'.charCodeAt(0)
const ERROR_RESPONSE = 'E'.charCodeAt(0)

/** Settings of a session by name, for example `statement_timeout` in milliseconds. */
export type SessionSettings = Readonly<Record<string, string | number>>

function setStatements(settings: SessionSettings): Buffer {
  const text = Object.entries(settings).map(([name, value]) => `set ${name} to '${String(value).replaceAll("'", "''")}'`)
  const body = Buffer.from(`${text.join('; ')}\0`)
  const head = Buffer.alloc(TYPE_AND_LENGTH)
  head.write('Q')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/**
 * Sends settings on each new connection before the driver's first statement. Connection poolers refuse most settings in the start-up
 * message, and the driver has no hook for a new connection: this one holds back the server's first "ready", sends SET, and then hands the
 * stream over to the driver.
 * @param socket a connected socket that the driver does not have yet.
 */
export function setAfterConnecting(socket: Socket, settings: SessionSettings): void {
  if (Object.keys(settings).length === 0) return
  const on = socket.on.bind(socket)

  const startWith = (deliver: (bytes: Buffer) => void): void => {
    let rest: Buffer = Buffer.alloc(0)
    let isSetting = false
    let hasFailed = false

    /** Delivers a message to the driver. Returns whether the server has accepted or rejected the settings. */
    const read = (message: Buffer): boolean => {
      const type = message[0]
      if (type === READY_FOR_QUERY && !isSetting) {
        isSetting = true
        socket.write(setStatements(settings))
        return false
      }
      if (isSetting && type === ERROR_RESPONSE) hasFailed = true
      if (!isSetting || type !== COMMAND_COMPLETE) deliver(message)
      return type === READY_FOR_QUERY
    }
    const filter = (bytes: Buffer): void => {
      rest = Buffer.concat([rest, bytes])
      while (rest.length >= TYPE_AND_LENGTH) {
        const end = 1 + rest.readUInt32BE(1)
        if (rest.length < end) return
        const message = rest.subarray(0, end)
        rest = rest.subarray(end)
        if (!read(message)) continue
        socket.off('data', filter)
        on('data', deliver)
        if (rest.length > 0) deliver(rest)
        // the driver has received the error; a connection without its limits must not be used
        if (hasFailed) socket.destroy()
        return
      }
    }
    on('data', filter)
  }

  socket.on = ((event: string, listener: (...values: never[]) => void) => {
    if (event !== 'data') return on(event, listener as () => void)
    socket.on = on
    startWith(listener as (bytes: Buffer) => void)
    return socket
  }) as Socket['on']
}

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Counts, repeatConcurrently } from '../../counts.ts'
import { eventually } from '../../eventually.ts'
import { sendRequest } from '../../send-request.ts'
import type { FaultScenario } from '../fixture/fixture.ts'

const EACH = 200
/** How long the API waits for a slow client, in seconds. */
const LIMIT_S = 45
/** How long the API waits for a client that does not read, in seconds. Such a client may have paused a video. */
const STALL_LIMIT_S = 90
/** The maximum memory for each slow client, including that of the other load. */
const MAX_MEMORY_MB = 0.5

/** `received` is the beginning of the response; `seconds` resolves when the server disconnects, or to undefined if it does not. */
type SlowClient = { received: string; seconds: Promise<number | undefined>; stop: () => void }

/** Sends `beginning`, and then `drip` every second until the server disconnects. */
function connectSlowly(port: number, beginning: string, drip: string | undefined, isReading: boolean): SlowClient {
  const startedAt = performance.now()
  const socket: Socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const client: SlowClient = { received: '', seconds: promise, stop: () => socket.destroy() }
  socket.on('connect', () => socket.write(beginning))
  if (isReading) {
    socket.on('data', (chunk) => {
      client.received += chunk.toString('latin1').slice(0, 300)
    })
  } else socket.pause()
  const timer = drip === undefined ? undefined : setInterval(() => socket.write(drip), 1_000)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    resolve((performance.now() - startedAt) / 1000)
  })
  setTimeout(() => resolve(undefined), (STALL_LIMIT_S + 15) * 1000).unref()
  return client
}

export const slowClients: FaultScenario = {
  name: 'slow-clients',
  fault: `${EACH} clients send headers, ${EACH} a body, one character a second; ${EACH / 4} never read the response`,
  expected: `Slow senders get 408 and are disconnected within ${LIMIT_S} s, clients that do not read within ${STALL_LIMIT_S} s; others are served as usual`,
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const { headers } = await fixture.createUser(api, ['studio', 'master_course'])
    const port = Number(new URL(api.url).port)
    const alone = new Counts()
    for (let turn = 0; turn < 100; turn += 1) alone.add(await sendRequest(`${api.url}/api/accounts/context`, { headers }))
    const before = await api.memory()
    const sockets = await api.sockets()
    const startedAt = performance.now()

    const signed = `host: academy\r\nauthorization: ${headers.authorization}\r\n`
    const post = `POST /api/prompts HTTP/1.1\r\n${signed}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{"title":"`
    // requests many responses on one connection without reading them
    const many = `GET /api/library HTTP/1.1\r\n${signed}\r\n`.repeat(500)
    const repeat = (count: number, open: () => SlowClient) => Array.from({ length: count }, open)
    const groups = {
      headers: repeat(EACH, () => connectSlowly(port, `GET /api/accounts/context HTTP/1.1\r\n${signed}x-slow: `, 'a', true)),
      bodies: repeat(EACH, () => connectSlowly(port, post, 'a', true)),
      readers: repeat(EACH / 4, () => connectSlowly(port, many, undefined, false)),
    }
    const others = new Counts()
    const neighbors = repeatConcurrently(4, async () => others.add(await sendRequest(`${api.url}/api/accounts/context`, { headers })))
    let maxMemory = before
    const watch = repeatConcurrently(1, async () => {
      maxMemory = Math.max(maxMemory, await api.memory())
      await sleep(500)
    })
    try {
      for (const [name, all] of Object.entries({ headers: groups.headers, bodies: groups.bodies })) {
        const seconds = (await Promise.all(all.map((client) => client.seconds))).filter((value) => value !== undefined)
        const longest = Math.max(0, ...seconds)
        const outcome = `${seconds.length} of ${all.length}, after at most ${longest.toFixed(0)} s`
        findings.record(`disconnected with slow ${name}`, outcome)
        findings.expect(seconds.length === all.length && longest <= LIMIT_S, `disconnected with slow ${name}: ${outcome}`)
        const with408 = all.filter(({ received }) => received.startsWith('HTTP/1.1 408') && received.includes('"success":false'))
        const first = all[0]?.received.slice(0, 200)
        findings.expect(with408.length === all.length, `slow ${name}: ${with408.length} of ${all.length} get 408: ${first}`)
      }
      // a client that reads nothing does not notice the disconnect either, so the scenario counts the API's sockets
      const seconds = await eventually(async () => (await api.sockets()) < sockets + EACH / 8, STALL_LIMIT_S, 500)
      const stalled = (performance.now() - startedAt) / 1000
      findings.record('clients that do not read disconnected', seconds === undefined ? 'never' : `after ${stalled.toFixed(0)} s`)
      findings.expect(
        seconds !== undefined && stalled <= STALL_LIMIT_S,
        `clients that do not read are not disconnected within ${STALL_LIMIT_S} s`,
      )
    } finally {
      for (const client of Object.values(groups).flat()) client.stop()
      await Promise.all([neighbors.stop(), watch.stop()])
    }
    findings.record('other users', String(others))
    findings.record('other users p99, ms (before)', `${others.within(99).toFixed(0)} (${alone.within(99).toFixed(0)})`)
    findings.record('memory before, at most, MB', `${before.toFixed(0)}, ${maxMemory.toFixed(0)}`)
    findings.expect(others.of(200) === others.total, `others: ${others} ${others.problems}`)
    const each = (maxMemory - before) / Object.values(groups).flat().length
    findings.record('memory for each slow client, kB', each * 1024)
    findings.expect(each < MAX_MEMORY_MB, `each slow client takes ${each.toFixed(2)} MB`)
  },
}

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../fixture/answer.ts'
import { Counts, repeatConcurrently } from '../fixture/counts.ts'
import { eventually } from '../fixture/eventually.ts'
import type { Scenario } from '../scenario.ts'

const EACH = 200
/** How long the API waits for a slow client. */
const LIMIT_S = 45
/** How long the API waits for a client that does not read; it may have paused a video. */
const STALL_LIMIT_S = 90
/** Maximum memory for each slow client, including that of the other load. */
const MOST_MEMORY_MB = 0.5

type Slow = { heard: string; seconds: Promise<number | undefined>; stop: () => void }

/** Sends a part of the request, and then a few bytes every second until the server disconnects. */
function dawdle(port: number, beginning: string, drip: string | undefined, isReading: boolean): Slow {
  const begun = performance.now()
  const socket: Socket = connect(port, '127.0.0.1')
  const slow: Slow = { heard: '', seconds: Promise.resolve(undefined), stop: () => socket.destroy() }
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  slow.seconds = promise
  socket.on('connect', () => socket.write(beginning))
  if (isReading) {
    socket.on('data', (chunk) => {
      slow.heard += chunk.toString('latin1').slice(0, 300)
    })
  } else socket.pause()
  const timer = drip === undefined ? undefined : setInterval(() => socket.write(drip), 1_000)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    resolve((performance.now() - begun) / 1000)
  })
  setTimeout(() => resolve(undefined), (STALL_LIMIT_S + 15) * 1000).unref()
  return slow
}

export const slowClients: Scenario = {
  name: 'slow-clients',
  what: `${EACH} clients send headers, ${EACH} a body, a letter a second; ${EACH / 4} never read their answer`,
  design: `They are cut off within ${LIMIT_S} s, with 408, and those who do not read within ${STALL_LIMIT_S} s; others are served as usual`,
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const { headers } = await fixture.createUser(api, ['studio', 'master_course'])
    const port = Number(new URL(api.url).port)
    const alone = new Counts()
    for (let turn = 0; turn < 100; turn += 1) alone.add(await ask(`${api.url}/api/accounts/context`, { headers }))
    const before = await api.memory()
    const sockets = await api.sockets()
    const begun = performance.now()

    const signed = `host: academy\r\nauthorization: ${headers.authorization}\r\n`
    const post = `POST /api/prompts HTTP/1.1\r\n${signed}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{"title":"`
    // requests many responses on one connection without reading them
    const many = `GET /api/library HTTP/1.1\r\n${signed}\r\n`.repeat(500)
    const of = (count: number, make: () => Slow) => Array.from({ length: count }, make)
    const groups = {
      headers: of(EACH, () => dawdle(port, `GET /api/accounts/context HTTP/1.1\r\n${signed}x-slow: `, 'a', true)),
      bodies: of(EACH, () => dawdle(port, post, 'a', true)),
      readers: of(EACH / 4, () => dawdle(port, many, undefined, false)),
    }
    const others = new Counts()
    const neighbours = repeatConcurrently(4, async () => others.add(await ask(`${api.url}/api/accounts/context`, { headers })))
    let most = before
    const watch = repeatConcurrently(1, async () => {
      most = Math.max(most, await api.memory())
      await sleep(500)
    })
    try {
      for (const [name, all] of Object.entries({ headers: groups.headers, bodies: groups.bodies })) {
        const seconds = await Promise.all(all.map((one) => one.seconds))
        const cut = seconds.filter((one) => one !== undefined)
        const longest = Math.max(0, ...cut)
        const outcome = `${cut.length} of ${all.length}, after at most ${longest.toFixed(0)} s`
        findings.tell(`slow ${name} cut off`, outcome)
        findings.expect(cut.length === all.length && longest <= LIMIT_S, `slow ${name} cut off: ${outcome}`)
        const polite = all.filter(({ heard }) => heard.startsWith('HTTP/1.1 408') && heard.includes('"success":false'))
        const first = all[0]?.heard.slice(0, 200)
        findings.expect(polite.length === all.length, `slow ${name}: ${polite.length} of ${all.length} are told 408: ${first}`)
      }
      // A client that reads nothing does not notice the close either, so the scenario counts the API's sockets.
      const seconds = await eventually(async () => (await api.sockets()) < sockets + EACH / 8, STALL_LIMIT_S, 500)
      const stalled = (performance.now() - begun) / 1000
      findings.tell('those who do not read cut off', seconds === undefined ? 'never' : `after ${stalled.toFixed(0)} s`)
      findings.expect(seconds !== undefined && stalled <= STALL_LIMIT_S, `those who do not read are not cut off within ${STALL_LIMIT_S} s`)
    } finally {
      for (const one of Object.values(groups).flat()) one.stop()
      await Promise.all([neighbours.stop(), watch.stop()])
    }
    findings.tell('others', String(others))
    findings.tell('others p99, ms (alone)', `${others.within(99).toFixed(0)} (${alone.within(99).toFixed(0)})`)
    findings.tell('memory before, at most, MB', `${before.toFixed(0)}, ${most.toFixed(0)}`)
    findings.expect(others.of(200) === others.total, `others: ${others} ${others.problems}`)
    const each = (most - before) / Object.values(groups).flat().length
    findings.tell('memory for each of them, kB', each * 1024)
    findings.expect(each < MOST_MEMORY_MB, `each slow client takes ${each.toFixed(2)} MB`)
  },
}

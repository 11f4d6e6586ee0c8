import { setImmediate as nextRound } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fastify from 'fastify'
import { expect, test } from 'vitest'

setFlagsFromString('--expose-gc')
// as in server.ts
setFlagsFromString('--no-allocation-site-pretenuring')
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void

const KILOBYTE = 1024

test('minor garbage collections free the memory of requests within the process (decision 055)', async () => {
  const app = fastify()
  app.get('/', async () => ({ text: 'text '.repeat(4 * KILOBYTE) }))
  const send = async (times: number) => {
    for (let sent = 0; sent < times; sent += 1) {
      await app.inject('/')
      // the response ends in the next round of the event loop
      await nextRound()
    }
    // objects that survive two of these collections become old
    collect({ type: 'minor' })
    collect({ type: 'minor' })
  }
  await send(500)
  collect()
  const before = process.memoryUsage().heapUsed
  await send(200)
  const retained = (process.memoryUsage().heapUsed - before) / 200
  await app.close()
  expect(retained).toBeLessThan(10 * KILOBYTE)
})

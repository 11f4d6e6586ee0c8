import Fastify from 'fastify'
import { createFaults } from '../control/faults.ts'
import { DRAND_PUBLIC_KEY, drandStandin } from '../drand/drand-standin.ts'
import { afterwards } from './test-database.ts'

/** Starts the chain of drand alone, whose clock is the test's. Stops after the test, or after the file when called at its top. */
export async function startDrand() {
  const app = Fastify({ forceCloseConnections: true })
  const faults = createFaults()
  const state = { isDown: false, requests: 0 }
  app.addHook('onRequest', async (_request, reply) => {
    state.requests += 1
    if (state.isDown) return reply.code(503).send({ error: 'down' })
    return undefined
  })
  await app.register(drandStandin, {
    clock: { now: () => new Date(), onMove: () => {} },
    faults,
    prefix: '/drand',
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  afterwards(() => app.close())
  return { url: `${url}/drand`, publicKey: DRAND_PUBLIC_KEY, state }
}

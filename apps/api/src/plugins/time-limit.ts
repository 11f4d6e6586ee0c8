import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { RETRY_SOON, Refusal } from './errors.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Where it stands among those that are under way. */
    place: number
  }
}

const LOOK_EVERY_MS = 500
const NOWHERE = -1

/**
 * Answers 503 to requests that take longer than they may, for example because the database hangs. One look at all of
 * them twice a second: Fastify's own handlerTimeout starts a timer for each, which costs a tenth of the speed.
 */
export const timeLimit = fp<{ config: Config }>(
  async (app, { config }) => {
    const afterMs = config.requestTimeoutSeconds * 1000
    // Not a Set: whenever V8 makes the table of one anew, the old one keeps what it held and leads on to the new one. Requests outlived
    // the young generation by that, and collecting them took a quarter of the processor time under load.
    const underWay: (FastifyReply | undefined)[] = []
    const free: number[] = []
    app.decorateReply('place', NOWHERE)
    app.addHook('onRequest', (_request, reply, done) => {
      reply.place = free.pop() ?? underWay.length
      underWay[reply.place] = reply
      done()
    })
    app.addHook('onResponse', (_request, reply, done) => {
      // Nowhere is who was answered before the hook above.
      if (reply.place !== NOWHERE) {
        underWay[reply.place] = undefined
        free.push(reply.place)
      }
      done()
    })

    const timer = setInterval(() => {
      for (const reply of underWay) {
        if (reply === undefined || reply.elapsedTime < afterMs) continue
        // What is still on its way here is not late through us: the server cuts it off by itself, a little later.
        if (!reply.raw.destroyed && reply.request.raw.complete === false) continue
        underWay[reply.place] = undefined
        // An answer that is on its way may take as long as its reader does.
        if (!reply.sent && !reply.raw.headersSent)
          reply.send(new Refusal(503, 'unavailable', 'This takes too long at the moment. Please try again soon.', RETRY_SOON))
      }
    }, LOOK_EVERY_MS).unref()
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'time-limit' },
)

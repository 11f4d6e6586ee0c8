import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { RETRY_SOON, Refusal } from './errors.ts'

const LOOK_EVERY_MS = 500

/**
 * Answers 503 to requests that take longer than they may, for example because the database hangs. One look at all of
 * them twice a second: Fastify's own handlerTimeout starts a timer for each, which costs a tenth of the speed.
 */
export const timeLimit = fp<{ config: Config }>(
  async (app, { config }) => {
    const afterMs = config.requestTimeoutSeconds * 1000
    /** In the order of their arrival. */
    const underWay = new Set<FastifyReply>()
    app.addHook('onRequest', (_request, reply, done) => {
      underWay.add(reply)
      done()
    })
    app.addHook('onResponse', (_request, reply, done) => {
      underWay.delete(reply)
      done()
    })

    const timer = setInterval(() => {
      for (const reply of underWay) {
        if (reply.elapsedTime < afterMs) break
        // What is still on its way here is not late through us: the server cuts it off by itself, a little later.
        if (!reply.raw.destroyed && reply.request.raw.complete === false) continue
        underWay.delete(reply)
        // An answer that is on its way may take as long as its reader does.
        if (!reply.sent && !reply.raw.headersSent)
          reply.send(new Refusal(503, 'unavailable', 'This takes too long at the moment. Please try again soon.', RETRY_SOON))
      }
    }, LOOK_EVERY_MS).unref()
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'time-limit' },
)

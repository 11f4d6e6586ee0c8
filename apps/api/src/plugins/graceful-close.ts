import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process is about to close, and asks load balancers to look elsewhere: /api/ready responds with 503 then. */
    draining: { now: boolean }
  }
}

const LOOK_EVERY_MS = 100

/**
 * Lets a closing server end as soon as the last answer is sent. Idle connections are closed once when closing begins;
 * one that was busy then stays open afterwards, as its client may send more, and would hold the process for a minute.
 */
export const gracefulClose = fp(
  async (app) => {
    app.decorate('draining', { now: false })
    let timer: NodeJS.Timeout | undefined
    app.addHook('preClose', async () => {
      timer = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS)
    })
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'graceful-close' },
)

import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process is about to close. /api/ready then responds with 503, so that load balancers stop sending requests. */
    isDraining: boolean
  }
}

const CHECK_INTERVAL_MS = 100

/**
 * Lets a closing server end as soon as the last response is sent. Node closes idle connections only once, when closing begins. A connection that
 * was busy then would stay open afterwards, and keep the process running for a minute.
 */
export const gracefulClose = fp(
  async (app) => {
    app.decorate('isDraining', false)
    let timer: NodeJS.Timeout | undefined
    app.addHook('preClose', async () => {
      timer = setInterval(() => app.server.closeIdleConnections(), CHECK_INTERVAL_MS)
    })
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'graceful-close' },
)

import fp from 'fastify-plugin'

const LOOK_EVERY_MS = 100

/**
 * Lets a closing server end as soon as the last answer is sent. Idle connections are closed once when closing begins;
 * one that was busy then stays open afterwards, as its client may send more, and would hold the process for a minute.
 */
export const gracefulClose = fp(
  async (app) => {
    let timer: NodeJS.Timeout | undefined
    app.addHook('preClose', async () => {
      timer = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS)
    })
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'graceful-close' },
)

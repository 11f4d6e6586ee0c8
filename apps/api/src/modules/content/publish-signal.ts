import fp from 'fastify-plugin'
import { PUBLISHED } from './content.store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls `forget` after published content changed on any instance, or may have changed while the connection was lost. */
    onPublished: (forget: () => void) => void
  }
}

/** Subscribes to published changes. Caches of content register here, and are cleared on each change. */
export const publishSignal = fp(
  async (app) => {
    const keepers: (() => void)[] = []
    const forgetAll = (): void => {
      for (const forget of keepers) forget()
    }
    app.decorate('onPublished', (forget) => void keepers.push(forget))
    // Has its own connection. Every reconnect clears the caches, because notifications may have been lost.
    app.directSql
      .listen(PUBLISHED, forgetAll, forgetAll)
      .catch((err: unknown) => app.log.warn({ err }, 'failed to listen for published content'))
  },
  { name: 'publish-signal', dependencies: ['database'] },
)

import fp from 'fastify-plugin'
import { PUBLISHED } from '../pages/content.store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls `listener` after published content changed on any instance, or may have changed while the connection was lost. */
    onPublished: (listener: () => void) => void
  }
}

/** Subscribes to published changes. Caches of content register here, and are cleared on each change. */
export const publishSignal = fp(
  async (app) => {
    const listeners: (() => void)[] = []
    const notify = (): void => {
      for (const listener of listeners) listener()
    }
    app.decorate('onPublished', (listener) => void listeners.push(listener))
    // Has its own connection. Every reconnect clears the caches, because notifications may have been lost.
    app.directSql.listen(PUBLISHED, notify, notify).catch((err: unknown) => app.log.warn({ err }, 'failed to listen for published content'))
  },
  { name: 'publish-signal', dependencies: ['database'] },
)

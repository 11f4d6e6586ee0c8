import fp from 'fastify-plugin'
import { PUBLISHED } from './content.store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls `forget` whenever published content changed, by whichever instance, or might have while no notification could arrive. */
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
    // A connection of its own, made again for as long as the app lives; each time, as signals may have been missed, all is forgotten.
    app.directSql
      .listen(PUBLISHED, forgetAll, forgetAll)
      .catch((err: unknown) => app.log.warn({ err }, 'listening for new content has to wait'))
  },
  { name: 'publish-signal', dependencies: ['database'] },
)

import fp from 'fastify-plugin'
import { indexMissingPages } from './search-index.store.ts'

/** Indexes, after the start, what is published and not in the search index. Later the end of each sync does so. */
export const searchCatchUp = fp(
  async (app) => {
    let running: Promise<void> | undefined
    app.addHook('onReady', async () => {
      // Not awaited, so that the API starts while the database is down.
      running = indexMissingPages(app.db).then(
        (pages) => app.log[pages > 0 ? 'info' : 'debug']({ pages }, 'the search index is complete'),
        (err: unknown) => app.log.warn({ err }, 'failed to complete the search index'),
      )
    })
    app.addHook('preClose', async () => await running)
  },
  { name: 'search-catch-up', dependencies: ['database'] },
)

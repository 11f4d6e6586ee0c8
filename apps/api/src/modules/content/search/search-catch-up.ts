import fp from 'fastify-plugin'
import { indexMissingPages } from './search-index.store.ts'

/** Indexes, after the start, what is published and not in the search index. Later the end of each sync does so. */
export const searchCatchUp = fp(
  async (app) => {
    const closing = new AbortController()
    let running: Promise<void> | undefined
    app.addHook('onReady', async () => {
      // Not awaited, so that the API starts while the database is down.
      running = indexMissingPages(app.db, closing.signal).then(
        (pages) => {
          if (!closing.signal.aborted) app.log[pages > 0 ? 'info' : 'debug']({ pages }, 'the search index is complete')
        },
        (err: unknown) => app.log.warn({ err }, 'failed to complete the search index'),
      )
    })
    app.addHook('preClose', async () => {
      closing.abort(new Error('the API is closing, so indexing ends'))
      await running
    })
  },
  { name: 'search-catch-up', dependencies: ['database'] },
)

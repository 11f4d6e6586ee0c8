import fp from 'fastify-plugin'
import { startPeriodicTask } from '../../periodic-task.ts'
import { deleteAtProvider } from './erase-account.ts'
import { ACCOUNT_ERASED, recentlyErased, unfinishedErasures } from './privacy.store.ts'

const CHECK_INTERVAL_MS = 5 * 60_000

/** Rejects tokens of erased accounts on every instance, and finishes interrupted erasures. */
export const blockErasedAccounts = fp(
  async (app) => {
    const { db, log, authProvider } = app
    const tools = { db, log, payments: undefined, deleteUser: authProvider.deleteUser }

    const { wake } = startPeriodicTask(app, {
      intervalMs: CHECK_INTERVAL_MS,
      task: async () => {
        for (const id of await recentlyErased(db)) app.refuseTokensOf(id)
        for (const id of await unfinishedErasures(db)) await deleteAtProvider(tools, id)
      },
      onError: (err) => log.warn({ err }, 'failed to load erased accounts; retrying'),
    })

    // Checks after each reconnect, because notifications may have been lost before it.
    app.directSql
      .listen(ACCOUNT_ERASED, app.refuseTokensOf, wake)
      .catch((err: unknown) => log.warn({ err }, 'failed to listen for erased accounts'))
  },
  { name: 'erased-accounts', dependencies: ['auth', 'auth-provider', 'database'] },
)

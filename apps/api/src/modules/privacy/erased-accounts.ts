import fp from 'fastify-plugin'
import { deleteAtProvider } from './erase-account.ts'
import { ACCOUNT_ERASED, recentlyErased, unfinishedErasures } from './privacy.store.ts'

const CHECK_INTERVAL_MS = 5 * 60_000

/** Rejects tokens of erased accounts on every instance, and finishes interrupted erasures. */
export const blockErasedAccounts = fp(
  async (app) => {
    const { db, log, authProvider } = app
    const tools = { db, log, payments: undefined, deleteUser: authProvider.deleteUser }
    let running: Promise<void> = Promise.resolve()

    const check = async (): Promise<void> => {
      try {
        for (const id of await recentlyErased(db)) app.refuseTokensOf(id)
        for (const id of await unfinishedErasures(db)) await deleteAtProvider(tools, id)
      } catch (err) {
        log.warn({ err }, 'failed to load erased accounts; retrying')
      }
    }
    const timer = setInterval(() => {
      running = check()
    }, CHECK_INTERVAL_MS).unref()
    app.addHook('preClose', async () => {
      clearInterval(timer)
      await running
    })

    // Notifications may have been lost before a reconnect.
    app.directSql
      .listen(ACCOUNT_ERASED, app.refuseTokensOf, () => {
        running = check()
      })
      .catch((err: unknown) => log.warn({ err }, 'failed to listen for erased accounts'))
  },
  { name: 'erased-accounts', dependencies: ['auth', 'auth-provider', 'database'] },
)

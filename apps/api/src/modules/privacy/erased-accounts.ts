import fp from 'fastify-plugin'
import { finish } from './erase-account.ts'
import { ACCOUNT_ERASED, latelyErased, unfinishedErasures } from './privacy.store.ts'

const LOOK_EVERY_MS = 5 * 60_000

/** Keeps erased accounts out, on every instance and at once, and finishes what an interrupted erasure left undone. */
export const erasedAccountsStayOut = fp(
  async (app) => {
    const { db, log, authProvider } = app
    const tools = { db, log, payments: undefined, deleteUser: authProvider.deleteUser }
    let running: Promise<void> = Promise.resolve()

    const look = async (): Promise<void> => {
      try {
        for (const id of await latelyErased(db)) app.refuseTokensOf(id)
        for (const id of await unfinishedErasures(db)) await finish(tools, id)
      } catch (err) {
        log.warn({ err }, 'erased accounts could not be looked for; the next look is soon')
      }
    }
    const timer = setInterval(() => {
      running = look()
    }, LOOK_EVERY_MS).unref()
    app.addHook('preClose', async () => {
      clearInterval(timer)
      await running
    })

    // Whenever the connection is made anew, signals may have been missed.
    app.directSql
      .listen(ACCOUNT_ERASED, app.refuseTokensOf, () => {
        running = look()
      })
      .catch((err: unknown) => log.warn({ err }, 'listening for erased accounts has to wait'))
  },
  { name: 'erased-accounts', dependencies: ['auth', 'auth-provider', 'database'] },
)

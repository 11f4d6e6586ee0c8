import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { knownTimeZone } from '../../mail/quiet-hours.ts'
import { findChosen, saveChosen } from './consents.store.ts'

/** Serves which mails the caller has chosen. */
export async function mailingRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes(contract.mailings, app, {
    chosen: async ({ request: { user } }) => ({ status: 200, body: await findChosen(app.db, user.id) }),
    choose: async ({ request: { user }, body: { kinds, via, time_zone } }) => {
      const choice = { account_id: user.id, kinds, given_via: via, time_zone: knownTimeZone(time_zone), now: new Date() }
      await saveChosen(app.db, choice)
      return { status: 200, body: { success: true, message: 'Your choice is saved.' } }
    },
  })
}

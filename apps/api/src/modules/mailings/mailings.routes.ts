import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import { contractRoutes } from '../../http/contract-routes.ts'
import { knownTimeZone } from '../../mail/quiet-hours.ts'
import { findChosen, saveChosen } from './consents.store.ts'

const s = initServer()

/** Serves which mails the caller has chosen. */
export async function mailingRoutes({ db, register }: FastifyInstance): Promise<void> {
  const router = s.router(contract.mailings, {
    chosen: async ({ request: { user } }) => ({ status: 200, body: await findChosen(db, user.id) }),
    choose: async ({ request: { user }, body: { kinds, via, time_zone } }) => {
      const choice = { account_id: user.id, kinds, given_via: via, time_zone: knownTimeZone(time_zone), now: new Date() }
      await saveChosen(db, choice)
      return { status: 200, body: { success: true, message: 'Your choice is saved.' } }
    },
  })
  await register(s.plugin(router), contractRoutes)
}

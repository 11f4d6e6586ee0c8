import { type Entitlements, entitlementsFor } from '@academy/catalog'
import { type AccountContext, contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { User } from '../../plugins/auth.ts'
import { contractRoutes } from '../../plugins/contract-routes.ts'
import { errorBody } from '../../plugins/errors.ts'
import type { RecordedFacts } from '../billing/facts.store.ts'
import { type Account, accountFinder, createAccount, saveProfile } from './account.store.ts'
import { isGenuineSignUp } from './sign-up.ts'

const s = initServer()
const { create, ...own } = contract.accounts

/** Nobody can have bought anything yet: there are no payments before billing exists. */
const nothingBought = { subscriptions: [], prices: [] }

/** The invitations that are this person's to have; no `links` at all when there are none (D-71). */
function linksFor(held: Entitlements, { standardUrl, premiumUrl }: Config['slack']): Pick<AccountContext['data'], 'links'> {
  const links = {
    ...(held.slack_standard && standardUrl !== undefined && { slack_standard_url: standardUrl }),
    ...(held.slack_premium && premiumUrl !== undefined && { slack_premium_url: premiumUrl }),
  }
  return Object.keys(links).length > 0 ? { links } : {}
}

function contextOf(account: Account, facts: RecordedFacts, user: User, slack: Config['slack']): AccountContext {
  const { deal, hide_bundle_deal } = account
  const entitlements = entitlementsFor({ ...facts, isAdmin: user.isAdmin, now: new Date() })
  return {
    success: true,
    data: { ...account, email: user.email, is_admin: user.isAdmin, entitlements, ...nothingBought, ...linksFor(entitlements, slack) },
    deal,
    hide_bundle_deal,
    ...nothingBought,
  }
}

/** The own account, for signed-in people. */
export async function accountRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const findAccount = accountFinder(app.db)

  const router = s.router(own, {
    context: async ({ request: { user } }) => {
      const { account, facts } = await findAccount(user)
      // What this answer opens must be open for the next request as well.
      app.forgetFacts(user.id)
      return { status: 200, body: contextOf(account, facts, user, config.slack) }
    },
    updateProfile: async ({ request: { user }, body }) => {
      await saveProfile(app.db, user, body)
      return { status: 200, body: { success: true, message: 'Your profile has been updated.' } }
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}

/** The account record at sign-up, for people whose e-mail is not confirmed yet (D-14). */
export async function signUpRoutes(app: FastifyInstance): Promise<void> {
  const router = s.router(
    { create },
    {
      create: {
        hooks: { onRequest: app.limit.signUp },
        handler: async ({ request, body: { user_id, email } }) => {
          if (request.headers.authorization !== undefined && (await app.authenticate(request)).id !== user_id.toLowerCase()) {
            return { status: 403, body: errorBody(request, 'forbidden', 'This is not the user that you are signed in as.') }
          }
          const known = await app.authProvider.findUser(user_id)
          const made = await createAccount(app.db, { id: user_id, email: known?.email ?? email }, isGenuineSignUp(known, email, new Date()))
          return made
            ? { status: 201, body: { success: true, message: 'Account created' } }
            : { status: 200, body: { success: true, message: 'Account already exists' } }
        },
      },
    },
  )
  await app.register(s.plugin(router), contractRoutes)
}

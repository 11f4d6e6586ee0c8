import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { contractRoutes } from '../../plugins/contract-routes.ts'
import { directRoutes } from '../../plugins/direct-routes.ts'
import { errorBody } from '../../plugins/errors.ts'
import { MadeNow } from '../../plugins/ready-made.ts'
import { accountFinder, createAccount, saveProfile } from './account.store.ts'
import { contextOf } from './context-of.ts'
import { isGenuineSignUp } from './sign-up.ts'

const s = initServer()
const { context, updateProfile, create } = contract.accounts

/** The own account, for signed-in people. */
export async function accountRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const findAccount = accountFinder(app.db)

  await app.register(
    directRoutes(
      { context },
      {
        context: async ({ request: { user } }) => {
          const found = await findAccount(user)
          // Who comes back from a checkout sees what they paid for, also when its webhook is late.
          const isNews = found.facts.has_open_checkout && (await app.settleOpenCheckouts(user.id))
          const { account, facts } = isNews ? await findAccount(user) : found
          // What this answer opens must be open for the next request as well.
          app.forgetFacts(user.id)
          const body = contextOf(account, facts, { user, slack: config.slack, now: new Date() })
          // No column leaks and no drift hides.
          return MadeNow.of(context.responses[200].parse(body))
        },
      },
    ),
  )

  const router = s.router(
    { updateProfile },
    {
      updateProfile: async ({ request: { user }, body }) => {
        await saveProfile(app.db, user, body)
        return { status: 200, body: { success: true, message: 'Your profile has been updated.' } }
      },
    },
  )
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

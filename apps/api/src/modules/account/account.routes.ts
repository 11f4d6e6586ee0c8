import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { HttpError } from '../../http/errors.ts'
import { checkoutSettler } from '../billing/checkout/settle-checkouts.ts'
import { accountFinder, createAccount, saveAccount } from './account.store.ts'
import { contextOf } from './context-of.ts'

const { context, updateProfile, create } = contract.accounts

/** Serves the own account of a signed-in user. */
export async function accountRoutes(app: FastifyInstance): Promise<void> {
  const findAccount = accountFinder(app.db)
  const settleOpenCheckouts = checkoutSettler(app)

  await serveRoutes({ context, updateProfile }, app, {
    context: async ({ request: { user } }) => {
      const owner = { id: user.id, email: user.token === null ? user.email : undefined }
      const found = await findAccount(owner)
      // Shows a user who returns from a checkout the purchase, even if its webhook is late.
      const hasChanged = found.facts.has_open_checkout && (await settleOpenCheckouts(user.id))
      const { account, facts } = hasChanged ? await findAccount(owner) : found
      // The next request must open what this response unlocks.
      app.invalidateFacts(user.id)
      return { status: 200, body: contextOf(account, facts, { user, slack: app.config.slack, now: new Date() }) }
    },
    updateProfile: async ({ request: { user }, body }) => {
      await saveAccount(app.db, user, body)
      return { status: 200, body: { success: true, message: 'Your profile has been updated.' } }
    },
  })
}

const MAX_SIGN_UP_AGE_MS = 24 * 60 * 60 * 1000

/** Returns whether a sign-up is genuine: the provider created the user within the last day, with this address. */
function isGenuineSignUp(providerUser: { email: string; createdAt: Date } | undefined, email: string): boolean {
  if (providerUser === undefined) return false
  return providerUser.email.toLowerCase() === email.toLowerCase() && Date.now() - providerUser.createdAt.getTime() <= MAX_SIGN_UP_AGE_MS
}

/** Creates the account record at sign-up, before the email is confirmed. */
export async function signUpRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes({ create }, app, {
    create: {
      hooks: { onRequest: app.limit.signUp },
      handler: async ({ request, body: { user_id, email } }) => {
        const isSignedIn = request.headers.authorization !== undefined
        if (isSignedIn && (await app.authenticate(request)).id !== user_id.toLowerCase())
          throw new HttpError(403, 'forbidden', 'You are signed in as another user. Sign out and try again.')
        const providerUser = await app.authProvider.findUser(user_id)
        const isCreated = await createAccount(
          app.db,
          { id: user_id, email: providerUser?.email ?? email },
          isGenuineSignUp(providerUser, email),
        )
        // Without a token the response is always the same, so that it does not reveal which addresses have accounts.
        return isCreated && isSignedIn
          ? { status: 201, body: { success: true, message: 'Account created' } }
          : { status: 200, body: { success: true, message: 'Account already exists' } }
      },
    },
  })
}

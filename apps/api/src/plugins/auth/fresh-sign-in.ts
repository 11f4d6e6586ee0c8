import type { FastifyRequest } from 'fastify'
import { HttpError } from '../../http/errors.ts'
import { bearerOf } from './auth.ts'
import type { User } from './session-token-verifier.ts'

/** The maximum age, in milliseconds, of a sign-in that proves that the user owns the account. */
const FRESH_MS = 10 * 60_000

const isFreshSignIn = ({ signedInAt }: User): boolean => Date.now() - signedInAt <= FRESH_MS

/**
 * Requires for an act, such as `delete the account`, that the session of the request began with a sign-in within the last ten minutes, so that an
 * unlocked computer is not enough, and that the auth provider still has it: a session token stays valid for up to an hour after its session ended,
 * and must neither become an access token for a year nor delete the account.
 * @throws HttpError 403 otherwise, 503 when the provider is unreachable.
 */
export async function requireFreshSession(request: FastifyRequest, act: string): Promise<void> {
  if (isFreshSignIn(request.user) && (await request.server.authProvider.isSessionActive(bearerOf(request) ?? ''))) return
  throw new HttpError(403, 'fresh_sign_in_required', `Sign in again, then ${act} within ten minutes.`)
}

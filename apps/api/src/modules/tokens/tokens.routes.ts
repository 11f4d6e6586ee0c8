import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../database/is-uuid.ts'
import { serveRoutes } from '../../http/contract-routes.ts'
import { conflict, HttpError, orNotFound } from '../../http/errors.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { hasFreshSession } from '../../plugins/auth/fresh-sign-in.ts'
import { createToken, TOO_MANY_TOKENS } from './create-token.ts'
import { listTokens, revokeOwnToken, revokeOwnTokens } from './tokens.store.ts'

const SIGN_IN_AGAIN = 'Sign in again, then create the token within ten minutes.'

/** Lists, creates and revokes the personal access tokens of the signed-in user. */
export async function tokenRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes(contract.tokens, app, {
    list: async ({ request: { user } }) => ({ status: 200, body: { tokens: (await listTokens(app.db, user.id)).map(serializeDates) } }),
    create: {
      hooks: { onRequest: app.limit.newTokens },
      handler: async ({ request, body }) => {
        if (!(await hasFreshSession(request))) throw new HttpError(403, 'fresh_sign_in_required', SIGN_IN_AGAIN)
        const created = await createToken(app.db, request.user.id, body)
        if (!created) throw conflict(TOO_MANY_TOKENS)
        return { status: 201, body: created }
      },
    },
    revokeAll: async ({ request: { user } }) => {
      for (const { token_hash } of await revokeOwnTokens(app.db, user.id)) app.dropCachedToken(token_hash)
      return { status: 204, body: undefined }
    },
    revoke: async ({ request: { user }, params: { tokenId } }) => {
      const revoked = isUuid(tokenId) ? await revokeOwnToken(app.db, user.id, tokenId) : undefined
      app.dropCachedToken(orNotFound(revoked, 'Token').token_hash)
      return { status: 204, body: undefined }
    },
  })
}

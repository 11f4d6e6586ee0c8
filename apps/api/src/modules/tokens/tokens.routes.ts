import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../database/is-uuid.ts'
import { serveRoutes } from '../../http/contract-routes.ts'
import { conflict, orNotFound } from '../../http/errors.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { requireFreshSession } from '../../plugins/auth/fresh-sign-in.ts'
import { createToken, TOO_MANY_TOKENS } from './create-token.ts'
import { listTokens, revokeOwnToken, revokeOwnTokens } from './tokens.store.ts'

/** Lists, creates and revokes the personal access tokens of the signed-in user. */
export async function tokenRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes(contract.tokens, app, {
    list: async ({ request: { user } }) => ({ status: 200, body: { tokens: (await listTokens(app.db, user.id)).map(serializeDates) } }),
    create: {
      hooks: { onRequest: app.limit.newTokens },
      handler: async ({ request, body }) => {
        await requireFreshSession(request, 'create the token')
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

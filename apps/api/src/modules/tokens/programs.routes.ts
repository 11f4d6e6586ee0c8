import { randomBytes } from 'node:crypto'
import { contract } from '@academy/contract'
import { requiredLine } from '@academy/contract/text'
import { TOKEN_LIMITS, type TokenScope, tokenScopes } from '@academy/contract/token-scopes'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { conflict, HttpError } from '../../http/errors.ts'
import { requireFreshSession } from '../../plugins/auth/fresh-sign-in.ts'
import { hashToken } from '../../plugins/auth/token-text.ts'
import { GRANT_DAYS, mcpUrlOf, redirectHostOf } from './authorization-server.ts'
import { TOO_MANY_TOKENS } from './create-token.ts'
import { consumeRecord, keepRegistration } from './oauth-records.store.ts'
import { insertToken } from './tokens.store.ts'

const programName = requiredLine('Name', TOKEN_LIMITS.name)
const unknownRequest = () =>
  new HttpError(404, 'not_found', 'This request is unknown, has expired, or was decided already. Connect your program again.')

/** Serves users, who see which program asks for access to the MCP server, and allow or refuse it. */
export async function programRoutes(app: FastifyInstance): Promise<void> {
  const provider = app.authorizationServer
  const mcpUrl = mcpUrlOf(app.config)

  /** Loads an undecided request. @throws HttpError 404 for another one, or if its program is no longer known. */
  const load = async (id: string) => {
    const interaction = await provider.Interaction.find(id)
    if (interaction === undefined || interaction.result !== undefined) throw unknownRequest()
    const { client_id, redirect_uri, scope } = interaction.params as Record<string, string>
    const client = await provider.Client.find(client_id ?? '').catch(() => undefined)
    if (client === undefined) throw unknownRequest()
    const requested = (scope ?? '').split(' ')
    const host = URL.parse(client.clientId)?.host ?? null
    const redirect_host = redirectHostOf(redirect_uri ?? '')
    return {
      interaction,
      client,
      requested,
      program: {
        name: programName.safeParse(client.clientName?.slice(0, TOKEN_LIMITS.name)).data ?? host ?? 'A program without a name',
        host,
        redirect_host,
        scopes: tokenScopes.filter((known) => requested.includes(known)),
        expires_in_days: GRANT_DAYS,
        created_at: new Date(interaction.iat * 1000).toISOString(),
      },
    }
  }

  /** Adds the program to the list of access tokens, and uses up the request. Returns the id in the list. */
  const insertGrant = async (requestId: string, account_id: string, program: { name: string; scopes: TokenScope[]; host: string | null }) =>
    await app.db.transaction(async (tx) => {
      if (!(await consumeRecord(tx, 'Interaction', requestId))) throw unknownRequest()
      const { name, scopes, host } = program
      // Nobody has the token of this hash: the program gets tokens of its own.
      const token_hash = hashToken(randomBytes(32).toString('base64url'))
      const token = await insertToken(tx, { account_id, name, scopes, days: GRANT_DAYS, token_hash, prefix: '', program: host ?? '' })
      if (token === undefined) throw conflict(TOO_MANY_TOKENS)
      return token.id
    })

  app.addHook('onRequest', app.limit.userCodes)
  await serveRoutes(contract.programs, app, {
    get: async ({ params: { requestId } }) => ({ status: 200, body: (await load(requestId)).program }),
    decide: async ({ request, params: { requestId }, body: { approve } }) => {
      if (approve) await requireFreshSession(request, 'allow the program')
      const { interaction, client, requested, program } = await load(requestId)
      const accountId = request.user.id
      const secret = randomBytes(32).toString('base64url')
      const confirmation = hashToken(secret)
      if (approve) {
        const isVerified = program.redirect_host !== null
        const jti = await insertGrant(requestId, accountId, { ...program, host: isVerified ? program.host : null })
        const grant = new provider.Grant({ clientId: client.clientId, accountId })
        grant.jti = jti
        grant.addResourceScope(mcpUrl, program.scopes)
        // Rejected, so that the provider does not ask for them again.
        grant.rejectOIDCScope(requested.filter((scope) => !(program.scopes as string[]).includes(scope)))
        await grant.save()
        await keepRegistration(app.db, client.clientId)
        interaction.result = { login: { accountId, remember: false }, consent: { grantId: jti }, confirmation }
      } else {
        if (!(await consumeRecord(app.db, 'Interaction', requestId))) throw unknownRequest()
        interaction.result = { error: 'access_denied', error_description: 'the user refused', confirmation }
      }
      await interaction.persist()
      return { status: 200, body: { location: `${interaction.returnTo}?confirmation=${secret}` } }
    },
  })
}

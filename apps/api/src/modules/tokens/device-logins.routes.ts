import { contract } from '@academy/contract'
import { tokenScopes } from '@academy/contract/token-scopes'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { conflict, HttpError } from '../../http/errors.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { requireFreshSession } from '../../plugins/auth/fresh-sign-in.ts'
import { hashToken } from '../../plugins/auth/token-text.ts'
import { createToken, TOO_MANY_TOKENS } from './create-token.ts'
import { createDeviceCode, createUserCode, hashUserCode } from './device-codes.ts'
import { consumeDeviceLogin, DEVICE_LOGIN_LIFETIME, decideDeviceLogin, findDeviceLogin, insertDeviceLogin } from './device-logins.store.ts'

/** In seconds, between two polls (RFC 8628, 3.5). */
const POLL_INTERVAL = 5
/** The validity, in days, of a token that a program requested. */
const TOKEN_DAYS = 90
const MAX_USER_AGENT_LENGTH = 200

const unknownCode = () => new HttpError(404, 'not_found', 'This code is unknown, or it has expired. Start the sign-in again.')
const NOT_DECIDED = 'This code is unknown, has expired, or was used already. If your program is not signed in, start the sign-in again.'

/** Serves programs without a browser: they request a token, and poll until a user has decided. */
export async function publicDeviceLoginRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes({ start: contract.deviceLogins.start, poll: contract.deviceLogins.poll }, app, {
    start: {
      hooks: { onRequest: app.limit.deviceLogins },
      handler: async ({ request, body: { name, scopes } }) => {
        const device_code = createDeviceCode()
        const login = {
          device_code_hash: hashToken(device_code),
          name,
          scopes: tokenScopes.filter((scope) => scopes.includes(scope)),
          ip: request.ip,
          user_agent: printable(request.headers['user-agent'] ?? ''),
        }
        let user_code = createUserCode()
        while (!(await insertDeviceLogin(app.db, { ...login, user_code_hash: hashUserCode(user_code) }))) user_code = createUserCode()
        const verification_url = `${app.config.webOrigin}/settings/tokens/confirm?code=${user_code}`
        return {
          status: 201,
          body: { device_code, user_code, verification_url, expires_in: DEVICE_LOGIN_LIFETIME, interval: POLL_INTERVAL },
        }
      },
    },
    // In one transaction, so that an approval is not lost if its token cannot be created.
    poll: async ({ body: { device_code } }) =>
      await app.db.transaction(async (tx) => {
        const login = await consumeDeviceLogin(tx, hashToken(device_code))
        if (login === undefined) throw unknownCode()
        const { decision, account_id, name, scopes } = login
        if (decision !== 'approved' || account_id === null)
          return { status: 200 as const, body: { state: decision === 'denied' ? ('denied' as const) : ('pending' as const) } }
        const token = await createToken(tx, account_id, { name, scopes, expires_in_days: TOKEN_DAYS })
        if (token === undefined) throw conflict(TOO_MANY_TOKENS)
        return { status: 200 as const, body: { state: 'approved' as const, token } }
      }),
  })
}

/** Serves users, who see which program requests a token, and approve or deny it. */
export async function deviceLoginRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', app.limit.userCodes)
  await serveRoutes({ get: contract.deviceLogins.get, decide: contract.deviceLogins.decide }, app, {
    get: async ({ params: { userCode } }) => {
      const login = await findDeviceLogin(app.db, hashUserCode(userCode))
      if (login === undefined) throw unknownCode()
      return { status: 200, body: { ...serializeDates(login), expires_in_days: TOKEN_DAYS } }
    },
    decide: async ({ request, params: { userCode }, body: { approve } }) => {
      if (approve) await requireFreshSession(request, 'confirm')
      const decided = await decideDeviceLogin(app.db, hashUserCode(userCode), request.user.id, approve)
      if (!decided) throw new HttpError(404, 'not_found', NOT_DECIDED)
      return { status: 204, body: undefined }
    },
  })
}

/** Returns a header as it may be stored and shown. */
const printable = (header: string): string => header.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_USER_AGENT_LENGTH)

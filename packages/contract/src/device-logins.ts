import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, commonErrors } from './api-error.ts'
import { tokenScopes } from './token-scopes.ts'
import { createdToken, tokenInput } from './tokens.ts'

const c = initContract()

const deviceLoginInput = tokenInput.omit({ expires_in_days: true })

/** A program's request for a token, which a user confirms or denies. */
export const deviceLogin = z.object({
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** How long the token will be valid, in days. */
  expires_in_days: z.number(),
  created_at: z.iso.datetime(),
  /** The IP address of the request, and the program that sent it. */
  ip: z.string(),
  user_agent: z.string(),
})
export type DeviceLogin = z.infer<typeof deviceLogin>

const CODE = 'A code has eight letters, such as BDFG-HJKL.'
const ofCode = {
  pathParams: z.object({ userCode: z.string().regex(/^[A-Za-z-]{1,20}$/, CODE) }),
  metadata: { auth: 'bearer' },
} as const

/** Sign-in of programs without a browser, after RFC 8628. */
export const deviceLogins = c.router({
  start: {
    method: 'POST',
    path: '/api/device-logins',
    body: deviceLoginInput,
    summary: 'Request a personal access token, which a user confirms in a browser',
    description:
      'Show `user_code` and send the user to `verification_url`, then call `poll` every `interval` seconds until `expires_in` seconds are over.',
    responses: {
      ...commonErrors,
      201: z.object({
        device_code: z.string(),
        user_code: z.string(),
        verification_url: z.string(),
        expires_in: z.number(),
        interval: z.number(),
      }),
    },
    metadata: { auth: 'public' } as const,
  },
  poll: {
    method: 'POST',
    path: '/api/device-logins/token',
    body: z.strictObject({
      device_code: z.string({ error: 'device_code is required.' }).regex(/^[\w-]{43}$/, 'device_code is not valid.'),
    }),
    summary: 'The token, after the user has confirmed the request; only one response contains it',
    description: '404 for an unknown, used or expired code. 409 `conflict` if the account has the maximum number of tokens.',
    responses: {
      ...commonErrors,
      404: apiError,
      200: z.discriminatedUnion('state', [
        z.object({ state: z.literal('pending') }),
        z.object({ state: z.literal('denied') }),
        z.object({ state: z.literal('approved'), token: createdToken }),
      ]),
      409: apiError,
    },
    metadata: { auth: 'public' } as const,
  },
  get: {
    method: 'GET',
    path: '/api/device-logins/:userCode',
    summary: 'The program that requests a token with this code, and its scopes',
    responses: { ...bearerErrors, 404: apiError, 200: deviceLogin },
    ...ofCode,
  },
  decide: {
    method: 'POST',
    path: '/api/device-logins/:userCode/decision',
    body: z.strictObject({ approve: z.boolean({ error: 'approve must be true or false.' }) }),
    summary: 'Confirm or refuse a token for the program that shows this code',
    description:
      'To confirm, the session must have begun with a sign-in within the last ten minutes (403 `fresh_sign_in_required`). A code is decided once: 404 afterwards. The same user may repeat the same decision until the program has fetched it.',
    responses: { ...bearerErrors, 404: apiError, 204: c.noBody() },
    ...ofCode,
  },
})

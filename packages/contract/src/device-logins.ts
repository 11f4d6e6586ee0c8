import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, commonErrors } from './api-error.ts'
import { tokenScopes } from './token-scopes.ts'
import { createdToken, tokenInput } from './tokens.ts'

const c = initContract()

const deviceLoginInput = tokenInput
  .omit({ expires_in_days: true })
  .meta({ id: 'DeviceLoginInput', description: 'The token that a program requests.' })

export const deviceLogin = z
  .object({
    name: z.string().describe('The name that the token will have.'),
    scopes: z.array(z.enum(tokenScopes)).describe('What the token may do.'),
    expires_in_days: z.number().describe('How long the token will be valid, in days.'),
    created_at: z.iso.datetime(),
    ip: z.string().describe('The IP address of the request, and the program that sent it.'),
    user_agent: z.string().describe('The program that sent the request, as it calls itself.'),
  })
  .meta({ id: 'DeviceLogin', description: "A program's request for a token, which a user confirms or denies." })
export type DeviceLogin = z.infer<typeof deviceLogin>

const CODE = 'A code has eight letters, such as BDFG-HJKL.'
const ofCode = {
  pathParams: z.object({
    userCode: z
      .string()
      .regex(/^[A-Za-z-]{1,20}$/, CODE)
      .describe('The code that the program shows.'),
  }),
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
        device_code: z.string().describe('For `poll`; secret.'),
        user_code: z.string().describe('To be shown to the user.'),
        verification_url: z.string().describe('The page on which the user confirms the code.'),
        expires_in: z.number().describe('Seconds until the code ends.'),
        interval: z.number().describe('Seconds between two polls.'),
      }),
    },
    metadata: { auth: 'public' } as const,
  },
  poll: {
    method: 'POST',
    path: '/api/device-logins/token',
    body: z.strictObject({
      device_code: z
        .string({ error: 'device_code is required.' })
        .regex(/^[\w-]{43}$/, 'device_code is not valid.')
        .describe('The `device_code` of the request.'),
    }),
    summary: 'The token, after the user has confirmed the request; only one response contains it',
    description: '404 for an unknown, used or expired code. 409 `conflict` if the account has the maximum number of tokens.',
    responses: {
      ...commonErrors,
      404: apiError,
      200: z.discriminatedUnion('state', [
        z.object({ state: z.literal('pending') }).meta({ id: 'PendingLogin', description: 'Poll again.' }),
        z.object({ state: z.literal('denied') }).meta({ id: 'DeniedLogin', description: 'The user refused.' }),
        z
          .object({ state: z.literal('approved'), token: createdToken })
          .meta({ id: 'ApprovedLogin', description: 'The only response with the token.' }),
      ]),
      409: apiError,
    },
    metadata: { auth: 'public' } as const,
  },
  get: {
    method: 'GET',
    path: '/api/device-logins/:userCode',
    summary: 'The program that requests a token with this code, and its scopes',
    description: 'For the page on which the user confirms. 404 for an unknown, decided or expired code.',
    responses: { ...bearerErrors, 404: apiError, 200: deviceLogin },
    ...ofCode,
  },
  decide: {
    method: 'POST',
    path: '/api/device-logins/:userCode/decision',
    body: z.strictObject({ approve: z.boolean({ error: 'approve must be true or false.' }).describe('Whether the token is given.') }),
    summary: 'Confirm or refuse a token for the program that shows this code',
    description:
      'To confirm, the session must have begun with a sign-in within the last ten minutes (403 `fresh_sign_in_required`). A code is decided once: 404 afterwards. The same user may repeat the same decision until the program has fetched it.',
    responses: { ...bearerErrors, 404: apiError, 204: c.noBody() },
    ...ofCode,
  },
})

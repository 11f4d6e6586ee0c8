import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'
import { pathId, requiredLine } from './text.ts'
import { TOKEN_EXPIRY_DAYS, TOKEN_LIMITS, tokenScopes } from './token-scopes.ts'

const c = initContract()

export const personalToken = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe('The first characters of its text, by which its owner recognizes it; empty for a connected program.'),
    program: z
      .string()
      .nullable()
      .describe('The host of a connected program, or empty for one that no host vouches for; null for a token that the user created.'),
    scopes: z.array(z.enum(tokenScopes)).describe('What the token may do.'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().describe('When the token ends.'),
    last_used_at: z.iso.datetime().nullable().describe('The last use, at most a minute behind; null if it was never used.'),
  })
  .meta({ id: 'Token', description: 'A personal access token in the list, without its text.' })
export type PersonalToken = z.infer<typeof personalToken>

const NO_SCOPE = 'Choose at least one scope.'
const NO_DAYS = `expires_in_days must be one of ${TOKEN_EXPIRY_DAYS.join(', ')}.`

export const tokenInput = z
  .strictObject({
    name: requiredLine('Name', TOKEN_LIMITS.name).describe('What the owner calls it, such as the computer or the program.'),
    scopes: z
      .array(z.enum(tokenScopes, { error: `scopes must be some of ${tokenScopes.join(', ')}.` }), { error: NO_SCOPE })
      .min(1, NO_SCOPE)
      .max(tokenScopes.length, 'Name each scope once.')
      .describe('What the token may do.'),
    expires_in_days: z.literal(TOKEN_EXPIRY_DAYS, { error: NO_DAYS }).describe('The lifetime of the token.'),
  })
  .meta({ id: 'TokenInput', description: 'A new personal access token.' })
export type TokenInput = z.input<typeof tokenInput>

export const createdToken = personalToken
  .extend({ token: z.string().describe('The text of the token, to be sent as `Authorization: Bearer …`.') })
  .meta({ id: 'CreatedToken', description: 'A new token. No other response contains the text of a token.' })
export type CreatedToken = z.infer<typeof createdToken>

/** Management of tokens, only in a session and not by a token. */
const metadata = { auth: 'bearer' } as const

export const tokens = c.router({
  list: {
    method: 'GET',
    path: '/api/tokens',
    summary: "The caller's personal access tokens that were not revoked, newest first",
    description: 'Without their texts, which only the response has that creates a token.',
    responses: { ...bearerErrors, 200: z.object({ tokens: z.array(personalToken).describe('All tokens, expired ones included.') }) },
    metadata,
  },
  create: {
    method: 'POST',
    path: '/api/tokens',
    body: tokenInput,
    summary: 'Create a personal access token; only this response contains its text',
    description: `Needs a session that began with a sign-in within the last ten minutes (403 \`fresh_sign_in_required\`). 409 \`conflict\` when the account has ${TOKEN_LIMITS.active} active tokens.`,
    responses: { ...bearerErrors, 201: createdToken, 409: apiError },
    metadata,
  },
  revokeAll: {
    method: 'DELETE',
    path: '/api/tokens',
    body: c.noBody(),
    summary: 'Revoke all personal access tokens of the caller permanently',
    description: 'Also ends sign-ins of programs that the caller has confirmed and that have not fetched their token yet.',
    responses: { ...bearerErrors, 204: c.noBody() },
    metadata,
  },
  revoke: {
    method: 'DELETE',
    path: '/api/tokens/:tokenId',
    pathParams: z.object({ tokenId: pathId('Token not found').describe('The id of the token.') }),
    body: c.noBody(),
    summary: 'Revoke a personal access token permanently',
    description: 'It is refused from then on: at once by the instance that revoked it, within five seconds by others.',
    responses: { ...bearerErrors, 204: c.noBody(), 404: apiError },
    metadata,
  },
})

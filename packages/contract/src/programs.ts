import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'
import { tokenScopes } from './token-scopes.ts'

const c = initContract()

export const programRequest = z
  .object({
    name: z.string().describe('The name that the program gives itself.'),
    host: z
      .string()
      .nullable()
      .describe('The host that publishes the document about the program; null for a program that registered itself.'),
    redirect_host: z.string().nullable().describe("The host to which the browser returns; null for a program on the user's own machine."),
    scopes: z.array(z.enum(tokenScopes)).describe('What the program may do.'),
    expires_in_days: z.number().describe('How long the program will have access, in days.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ProgramRequest', description: "A program's request for access, which a user allows or refuses." })
export type ProgramRequest = z.infer<typeof programRequest>

const ofRequest = {
  pathParams: z.object({
    requestId: z
      .string()
      .regex(/^[\w-]{10,64}$/, 'This request is unknown.')
      .describe('The id of the request, from the address of the page.'),
  }),
  metadata: { auth: 'bearer' },
} as const

/** Programs that connect to the MCP server by OAuth: the user's decision. The authorization server itself is not in the contract. */
export const programs = c.router({
  get: {
    method: 'GET',
    path: '/api/program-requests/:requestId',
    summary: 'The program that asks for access, and its scopes',
    description: 'For the page on which the user decides. 404 for an unknown, decided or expired request.',
    responses: { ...bearerErrors, 404: apiError, 200: programRequest },
    ...ofRequest,
  },
  decide: {
    method: 'POST',
    path: '/api/program-requests/:requestId/decision',
    body: z.strictObject({ approve: z.boolean({ error: 'approve must be true or false.' }).describe('Whether the program gets access.') }),
    summary: 'Allow or refuse a program access to the MCP server',
    description:
      'To allow, the session must have begun with a sign-in within the last ten minutes (403 `fresh_sign_in_required`). A request is decided once: 404 afterwards. 409 `conflict` if the account has the maximum number of tokens.',
    responses: {
      ...bearerErrors,
      404: apiError,
      409: apiError,
      200: z
        .object({
          location: z.string().describe('Where the browser continues. Secret: only the browser that began the request gets further.'),
        })
        .meta({ id: 'ProgramDecision', description: 'The decision was stored.' }),
    },
    ...ofRequest,
  },
})

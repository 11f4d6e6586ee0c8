import { z } from 'zod'

/** Machine-readable reasons. Clients distinguish errors by these, never by texts. */
const apiErrorCode = z.enum([
  'invalid_request',
  'unauthenticated',
  'token_malformed',
  'token_invalid',
  'token_expired',
  'token_revoked',
  'forbidden',
  'session_required',
  'scope_required',
  'entitlement_required',
  'not_found',
  'conflict',
  'precondition_failed',
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'method_not_allowed',
  'unsupported_media_type',
  'too_large',
  'rate_limited',
  'internal',
  'unavailable',
  'payments_unavailable',
  'payment_provider_error',
  'already_purchased',
  'not_on_offer',
  'no_customer',
  'fresh_sign_in_required',
  'subscription_running',
  'payment_pending',
  'guarantee_open',
  'guarantee_over',
  'certificate_invalid',
])
export type ApiErrorCode = z.infer<typeof apiErrorCode>

export const apiError = z
  .object({
    success: z.literal(false),
    error: z.string().describe('The same text as `message`.'),
    message: z.string().describe('What happened and what to do, for people.'),
    code: apiErrorCode,
    fields: z.record(z.string(), z.string()).optional().describe('The reason for each refused input by its path.'),
    request_id: z.string().optional().describe('The id of the request in the logs.'),
  })
  .meta({
    id: 'Error',
    description: 'The body of all errors. `updated_at` in `fields`, with 409: the record was changed elsewhere.',
  })
export type ApiErrorBody = z.infer<typeof apiError>

/**
 * Responses of any endpoint. Not `as const`: for a readonly object TypeScript 7.0 infers the statuses as strings, and ts-rest then infers
 * only 200.
 */
export const commonErrors = {
  400: apiError,
  413: apiError,
  415: apiError,
  429: apiError,
  500: apiError,
  503: apiError,
}

/** Responses of any endpoint for signed-in users. 403: the endpoint accepts no personal access tokens, or the token lacks the scope. */
export const bearerErrors = { ...commonErrors, 401: apiError, 403: apiError }

/** The body of a successful response with data. */
export const ok = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data })

export const done = z
  .object({ success: z.literal(true), message: z.string() })
  .meta({ id: 'Done', description: 'The body of a successful response without data.' })

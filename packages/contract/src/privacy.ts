import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, done, ok } from './api-error.ts'

const c = initContract()

/** A stored row: values by column name. */
const row = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())]),
)

/** All data that the academy stores about an account, and the services that store more. */
export const accountExport = z.object({
  exported_at: z.iso.datetime({ offset: true }),
  account_id: z.uuid(),
  /** What the auth provider stores; null when it no longer has an account with this id. */
  sign_in: row.nullable(),
  /** The rows about the account, by table. */
  records: z.record(z.string(), z.array(row)),
  /** The data that other services store for the academy, and how to get it. */
  elsewhere: z.array(z.object({ holder: z.string(), what: z.string(), how: z.string() })),
})
export type AccountExport = z.infer<typeof accountExport>

const eraseInput = z.strictObject({
  /** The account's email address, to confirm the erasure. */
  email: z.string({ error: 'email must be the address of this account.' }).max(320, 'email must be the address of this account.'),
})

const metadata = { auth: 'bearer' } as const

/** The export and the erasure of the caller's own account. */
export const privacy = c.router({
  exportAccount: {
    method: 'GET',
    path: '/api/accounts/export',
    summary: "All data about the caller's account",
    responses: { ...bearerErrors, 200: ok(accountExport) },
    metadata,
  },
  eraseAccount: {
    method: 'POST',
    path: '/api/accounts/erase',
    body: eraseInput,
    summary: "Erase the caller's account permanently",
    description:
      'Needs a token of a session that began with a sign-in within the last ten minutes and has not ended (403 `fresh_sign_in_required`). Refused while a subscription renews (409 `subscription_running`) or a payment or a refund is on its way (409 `payment_pending`). Afterwards no token of the account is accepted.',
    // 502: payment_provider_error: the API erased nothing, and clients may retry
    responses: {
      ...bearerErrors,
      200: done,
      403: apiError,
      409: apiError,
      502: apiError,
    },
    metadata,
  },
})

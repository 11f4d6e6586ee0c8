import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'

const c = initContract()

/** A row as it is stored: its columns by their names. */
const row = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())]),
)

/** Everything that the academy holds about an account, and where else something is held about it. */
export const accountExport = z.object({
  exported_at: z.iso.datetime({ offset: true }),
  account_id: z.uuid(),
  /** What the auth provider stores; null when it no longer has an account with this id. */
  sign_in: row.nullable(),
  /** By table of the academy, each row that is about the account. */
  records: z.record(z.string(), z.array(row)),
  /** What others hold on behalf of the academy, and how to get at it. */
  elsewhere: z.array(z.object({ holder: z.string(), what: z.string(), how: z.string() })),
})
export type AccountExport = z.infer<typeof accountExport>

export const eraseInput = z.strictObject({
  /** The account's own email address, so that no account is erased by mistake. */
  email: z.string({ error: 'email must be the address of this account.' }).max(320, 'email must be the address of this account.'),
})
export type EraseInput = z.infer<typeof eraseInput>

const metadata = { auth: 'bearer' } as const

/** What everybody may ask for about themselves: everything that is held about them, and its end. */
export const privacy = c.router(
  {
    exportAccount: {
      method: 'GET',
      path: '/api/accounts/export',
      summary: 'Everything held about the own account',
      responses: { ...bearerErrors, 200: z.object({ success: z.literal(true), data: accountExport }) },
      metadata,
    },
    eraseAccount: {
      method: 'POST',
      path: '/api/accounts/erase',
      body: eraseInput,
      summary: 'Erase the own account, for good',
      description:
        'Needs a token of a session that began with a sign-in within the last ten minutes (403 `fresh_sign_in_required`). Refused while a subscription renews (409 `subscription_running`) or a payment is on its way (409 `payment_pending`). Afterwards no token of the account is accepted.',
      // 502: payment_provider_error, to be tried again; nothing was erased.
      responses: {
        ...bearerErrors,
        200: z.object({ success: z.literal(true), message: z.string() }),
        403: apiError,
        409: apiError,
        502: apiError,
      },
      metadata,
    },
  },
  { strictStatusCodes: true },
)

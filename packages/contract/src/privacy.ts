import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, done, ok } from './api-error.ts'

const c = initContract()

const row = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())]))
  .meta({ id: 'ExportRow', description: 'A stored row: values by column name.' })

export const accountExport = z
  .object({
    exported_at: z.iso.datetime({ offset: true }).describe('When the data was read.'),
    account_id: z.uuid().describe('The id of the account.'),
    sign_in: row.nullable().describe('What the auth provider stores; null when it no longer has an account with this id.'),
    records: z.record(z.string(), z.array(row)).describe('The rows about the account, by table.'),
    elsewhere: z
      .array(
        z.object({
          holder: z.string().describe('Who stores it.'),
          what: z.string().describe('What is stored.'),
          how: z.string().describe('How to get it.'),
        }),
      )
      .describe('The data that other services store for the academy, and how to get it.'),
  })
  .meta({ id: 'AccountExport', description: 'All data that the academy stores about an account, and the services that store more.' })
export type AccountExport = z.infer<typeof accountExport>

const eraseInput = z
  .strictObject({
    email: z
      .string({ error: 'email must be the address of this account.' })
      .max(320, 'email must be the address of this account.')
      .describe("The account's email address, to confirm the erasure."),
  })
  .meta({ id: 'EraseInput', description: 'The confirmation of the erasure.' })

const metadata = { auth: 'bearer' } as const

/** The export and the erasure of the caller's own account. */
export const privacy = c.router({
  exportAccount: {
    method: 'GET',
    path: '/api/accounts/export',
    summary: "All data about the caller's account",
    description: 'All rows that the academy stores, by table, and what other services store for it.',
    responses: { ...bearerErrors, 200: ok(accountExport) },
    metadata,
  },
  eraseAccount: {
    method: 'POST',
    path: '/api/accounts/erase',
    body: eraseInput,
    summary: "Erase the caller's account permanently",
    description:
      'Needs a token of a session that began with a sign-in within the last ten minutes and has not ended (403 `fresh_sign_in_required`). Refused while a subscription renews (409 `subscription_running`) or a payment or a refund is on its way (409 `payment_pending`). After 502 `payment_provider_error` nothing was erased, and the call may be repeated. Afterwards no token of the account is accepted.',
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

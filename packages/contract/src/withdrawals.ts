import { OFFER_NAMES } from '@academy/catalog'
import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, commonErrors, done, ok } from './api-error.ts'
import { removeMisleading } from './control-characters.ts'
import { pageCursor, requiredLine, STORABLE_LINE, STORABLE_TEXT, searchText, typedAddress } from './text.ts'

const c = initContract()

const withdrawalInput = z
  .strictObject({
    id: z
      .uuid({ error: 'id must be a UUID.' })
      .describe('Chosen by the client for each statement: a repeated request is the same statement.'),
    name: requiredLine('Name', 200),
    /** Where the acknowledgement goes. */
    email: typedAddress,
    offer: z
      .enum(OFFER_NAMES, { error: 'Choose the contract that you withdraw from.' })
      .describe('The contract from which the buyer withdraws.'),
    order_number: z
      .string({ error: 'Order number must be a text.' })
      .overwrite(removeMisleading)
      .trim()
      .max(200, 'Order number must be at most 200 characters.')
      .regex(STORABLE_LINE, 'Order number contains characters that cannot be stored.')
      .default('')
      .describe('The number of the order, the invoice or the receipt, if known.'),
    remark: z
      .string({ error: 'Remark must be a text.' })
      .trim()
      .max(2000, 'Remark must be at most 2000 characters.')
      .regex(STORABLE_TEXT, 'Remark contains characters that cannot be stored.')
      .default('')
      .describe('Anything else.'),
  })
  .meta({ id: 'WithdrawalInput', description: 'A statement of withdrawal (Directive 2011/83/EU, Art. 11a).' })
export type WithdrawalInput = z.input<typeof withdrawalInput>

const cancellationInput = z
  .strictObject({ email: typedAddress.describe('The address of the account whose Studio is to be cancelled.') })
  .meta({ id: 'CancellationInput', description: 'Whose Studio is to be cancelled.' })

const timestamp = z.iso.datetime()

/** What the link of a mail stands for. */
export const cancellation = z.discriminatedUnion('state', [
  z
    .object({
      state: z.literal('open'),
      subscriptions: z
        .array(
          z.object({
            title: z.string(),
            ends_at: timestamp.nullable().describe('The end of the current period.'),
            is_cancelled: z.boolean().describe('Whether it ends at `ends_at`.'),
            is_unpaid: z.boolean().describe('Whether the current period is not paid yet. Stripe still charges it after a cancellation.'),
          }),
        )
        .describe('The subscriptions of the account that have not ended.'),
    })
    .meta({ id: 'OpenCancellation', description: 'Nothing was confirmed yet.' }),
  z
    .object({
      state: z.literal('requested'),
      confirmed_at: timestamp,
      ends_at: timestamp.nullable().describe('The end that the user saw. What is charged for the time after it is refunded.'),
    })
    .meta({ id: 'RequestedCancellation', description: 'The cancellation was confirmed, and the payment provider does not know it yet.' }),
  z
    .object({
      state: z.literal('cancelled'),
      confirmed_at: timestamp,
      ends_at: timestamp.nullable(),
      is_renewal_undone: z
        .boolean()
        .describe('Whether a further period began after the confirmation, which was refunded or never charged.'),
    })
    .meta({ id: 'UsedCancellation', description: 'The link was used.' }),
])
export type Cancellation = z.infer<typeof cancellation>

export const withdrawal = z
  .object({
    id: z.uuid(),
    account_id: z
      .uuid()
      .nullable()
      .describe('The account with this address; null if there is none, or more than one, or if it was erased.'),
    name: z
      .string()
      .nullable()
      .describe('Null once the account was erased and the statement settled, as are the address, the number and the remark.'),
    email: z.string().nullable(),
    offer: z.enum(OFFER_NAMES),
    order_number: z.string().nullable(),
    remark: z.string().nullable(),
    received_at: timestamp,
    settled_at: timestamp.nullable(),
    settled_by: z.string().nullable(),
    settled_note: z.string().nullable().describe('What the administrator did.'),
    acknowledgement: z
      .enum(['waiting', 'sending', 'sent', 'failed', 'unknown', 'dropped'])
      .describe('The delivery state of the acknowledgement; `dropped`: a daily limit held it back, or its address was erased.'),
  })
  .meta({ id: 'Withdrawal', description: 'A statement as the administrator sees it.' })
export type Withdrawal = z.infer<typeof withdrawal>

const linkInput = z
  .strictObject({
    token: z
      .string({ error: 'token is required.' })
      .regex(/^[\w-]{43}$/, 'This token is not valid.')
      .describe('The token in the link of the mail.'),
  })
  .meta({ id: 'CancellationLink', description: 'The link of a mail.' })

const open = { auth: 'public' } as const
const admin = { auth: 'admin' } as const

/** Withdrawal from a contract and cancellation of the Studio, both without an account. */
export const withdrawals = c.router({
  declare: {
    method: 'POST',
    path: '/api/withdrawals',
    body: withdrawalInput,
    summary: 'Declare the withdrawal from a contract; the acknowledgement goes to the email address',
    description:
      '409 `conflict` if another statement has the `id`. A statement is never refused because of others for its address. `is_mailed` is false if no acknowledgement is sent: there are daily limits of mails per address and network, and an academy may have no mail server.',
    responses: {
      ...commonErrors,
      201: z.object({
        id: z.uuid(),
        received_at: timestamp.describe('When the statement arrived.'),
        is_mailed: z.boolean().describe('Whether an acknowledgement is sent by mail.'),
      }),
      409: apiError,
    },
    metadata: open,
  },
  requestCancellation: {
    method: 'POST',
    path: '/api/cancellations',
    body: cancellationInput,
    summary: 'Request a link that cancels the Studio',
    description:
      'The response does not show whether an account with this address has a subscription. 409 `conflict` at an academy that sends no mails.',
    responses: { ...commonErrors, 202: z.object({ message: z.string() }), 409: apiError },
    metadata: open,
  },
  readCancellation: {
    method: 'POST',
    path: '/api/cancellations/read',
    body: linkInput,
    summary: 'What a mailed link cancels; changes nothing',
    description:
      'A POST, so that the token is in no URL and in no log. 404 for an unknown or expired token, and for one that a newer one replaced.',
    responses: { ...commonErrors, 404: apiError, 200: cancellation },
    metadata: open,
  },
  confirmCancellation: {
    method: 'POST',
    path: '/api/cancellations/confirm',
    body: linkInput,
    summary: 'Cancel the Studio at the end of its period; each link works once',
    description:
      'A repeated request returns the outcome of the first one. While the payment provider is unreachable the state is `requested`, and the API retries.',
    responses: { ...commonErrors, 404: apiError, 200: cancellation },
    metadata: open,
  },
  list: {
    method: 'GET',
    path: '/api/admin/withdrawals',
    query: z.object({
      q: searchText.describe('A part of the name, address, order number or reference, in any case.'),
      cursor: pageCursor,
    }),
    summary: 'Statements of withdrawal, 50 per page: open ones first, then the newest settled ones',
    description:
      'Open statements of accounts with purchases come first, then those of other accounts, then those of other addresses, which anyone can invent; among each, the oldest first.',
    /** `next` is the `cursor` of the next page, null at the end. */
    responses: { ...bearerErrors, 200: ok(z.object({ withdrawals: z.array(withdrawal), next: z.string().nullable() })) },
    metadata: admin,
  },
  settle: {
    method: 'POST',
    path: '/api/admin/withdrawals/:withdrawalId/settle',
    pathParams: z.object({ withdrawalId: z.uuid('There is no withdrawal with this id.').describe('The id of the statement.') }),
    body: z.strictObject({ reason: requiredLine('Reason', 500) }),
    summary: 'Settle a withdrawal, with a note on what was done',
    description: '409 `conflict` if it was settled already.',
    responses: { ...bearerErrors, 404: apiError, 200: done, 409: apiError },
    metadata: admin,
  },
})

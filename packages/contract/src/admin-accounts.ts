import { PACKAGES } from '@academy/catalog'
import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { accountDetails, foundAccount, paymentIssues } from './account-details.ts'
import { apiError, bearerErrors, done, ok } from './api-error.ts'
import { pageCursor, pathId, requiredLine, searchText } from './text.ts'

const c = initContract()

const because = requiredLine('Reason', 500)
const packageName = z.enum(PACKAGES, { error: `package must be one of ${PACKAGES.join(', ')}.` })

const grantInput = z
  .strictObject({
    package: packageName,
    reason: because,
    expires_at: z.iso
      .datetime({ offset: true, error: 'expires_at must be a time, such as 2026-01-31T12:00:00Z, or null for no end.' })
      .nullable(),
  })
  .meta({ id: 'GrantInput', description: 'A package for an account.' })

const aboutOne = { ...bearerErrors, 404: apiError }
const metadata = { auth: 'admin' } as const
const ofAccount = {
  pathParams: z.object({ accountId: pathId('There is no account with this id.').describe('The id of the account.') }),
  metadata,
}

/** Accounts and their access, for the administrator. Every change is recorded in the audit log with its reason. */
export const adminAccounts = c.router({
  search: {
    method: 'GET',
    path: '/api/admin/accounts',
    query: z.object({
      q: searchText.describe(
        'The prefix of an email address, full name or last name, in any case; or a whole account id, or the id of a customer, checkout session, payment, charge or subscription at Stripe. Without it all accounts are listed, newest first.',
      ),
      cursor: pageCursor,
    }),
    summary: 'Search accounts, 50 per page',
    description: 'The newest accounts first.',
    responses: {
      ...bearerErrors,
      200: z.object({
        success: z.literal(true),
        data: z
          .object({ accounts: z.array(foundAccount), next: z.string().nullable() })
          .describe('`next` is the `cursor` of the next page, null at the end. A page with fewer than 50 accounts may have a next one.'),
      }),
    },
    metadata,
  },
  details: {
    method: 'GET',
    path: '/api/admin/accounts/:accountId',
    ...ofAccount,
    summary: 'What an account may open and why, with every fact behind it',
    description: 'Every entitlement with the facts that unlock it, and all payments, grants and checkouts of the account.',
    responses: { ...aboutOne, 200: ok(accountDetails) },
  },
  grant: {
    method: 'POST',
    path: '/api/admin/accounts/:accountId/grants',
    ...ofAccount,
    body: grantInput,
    summary: 'Grant a package to an account, with or without an end',
    description: '409 `conflict` if the account has a grant of the package already.',
    responses: { ...aboutOne, 201: done, 409: apiError },
  },
  revoke: {
    method: 'POST',
    path: '/api/admin/accounts/:accountId/grants/revoke',
    ...ofAccount,
    body: z.strictObject({ package: packageName, reason: because }),
    summary: 'Revoke a package that was granted, or bought for nothing',
    description: '409 `conflict` if there is nothing to revoke. What was paid for is refunded at Stripe instead.',
    responses: { ...aboutOne, 200: done, 409: apiError },
  },
  bundleDeal: {
    method: 'PUT',
    path: '/api/admin/accounts/:accountId/bundle-deal',
    ...ofAccount,
    body: z.strictObject({ hidden: z.boolean({ error: 'hidden must be true or false.' }), reason: because }),
    summary: 'Offer the bundle to an account, or hide it',
    description: '409 `conflict` if nothing changes.',
    responses: { ...aboutOne, 200: done, 409: apiError },
  },
  sync: {
    method: 'POST',
    path: '/api/admin/accounts/:accountId/sync',
    ...ofAccount,
    body: z.strictObject({}),
    summary: 'Sync the payments of an account with Stripe',
    description: '409 if the account never started a checkout; 502 `payment_provider_error` may be repeated.',
    responses: { ...aboutOne, 200: done, 409: apiError, 502: apiError },
  },
  paymentIssues: {
    method: 'GET',
    path: '/api/admin/payments',
    query: z.object({ cursor: pageCursor }),
    summary: 'Stripe events that were not applied, 50 per page, checkouts with a problem and stuck cancellations',
    description: 'What an operator must resolve, the newest events first.',
    responses: { ...bearerErrors, 200: ok(paymentIssues) },
    metadata,
  },
  dismiss: {
    method: 'POST',
    path: '/api/admin/payments/customers/:customerId/dismiss',
    pathParams: z.object({
      customerId: pathId('There is no unmatched customer with this id.').describe('The id of the customer at Stripe.'),
    }),
    body: z.strictObject({ reason: because }),
    summary: 'Dismiss an unmatched Stripe customer',
    description: '404 for a customer that belongs to an account, or was never synced; 409 if it was dismissed already.',
    responses: { ...aboutOne, 200: done, 409: apiError },
    metadata,
  },
})

import { allEntitlements, type Entitlements, noEntitlements } from '@academy/catalog'
import type { AccountContext } from '@academy/contract'

/** The account of the signed-in user, with all fields in one object. */
export type Account = AccountContext['data']

/** The account's entitlements with `is_admin`; the server decides both. */
export type AccountEntitlements = Entitlements & { is_admin: boolean }

export const noAccountEntitlements: AccountEntitlements = { ...noEntitlements, is_admin: false }

/** The response of the context endpoint. Four of the fields stand beside `data`, inside it, or both. */
export type AccountContextResponse = {
  success?: boolean
  data?: Partial<Account> | null
} & Partial<Pick<Account, 'prices' | 'subscriptions' | 'deal' | 'hide_bundle_deal'>>

/** Parses a successful response of GET /api/accounts/context. Throws when it has no account. */
export function parseAccount(response: AccountContextResponse): Account {
  const { data } = response
  if (!data) throw new Error('Failed to get account context')
  return {
    account_id: data.account_id ?? '',
    email: data.email ?? '',
    first_name: data.first_name ?? null,
    last_name: data.last_name ?? null,
    job_title: data.job_title ?? null,
    stripe_customer_id: data.stripe_customer_id ?? null,
    is_admin: data.is_admin ?? false,
    processing_payments: data.processing_payments ?? [],
    entitlements: { ...noEntitlements, ...data.entitlements },
    prices: response.prices ?? data.prices ?? [],
    subscriptions: response.subscriptions ?? data.subscriptions ?? [],
    guarantee: data.guarantee ?? null,
    next_guarantee: data.next_guarantee ?? 'offered',
    deal: response.deal ?? data.deal ?? null,
    hide_bundle_deal: response.hide_bundle_deal ?? data.hide_bundle_deal ?? false,
    ...(data.links && { links: data.links }),
  }
}

/** Returns the entitlements of an account. The admin has all of them. */
export function entitlementsOf(account: Account): AccountEntitlements {
  return { ...(account.is_admin ? allEntitlements : account.entitlements), is_admin: account.is_admin }
}

/** Returns first and last name; '' without either. */
export const fullName = (account: Pick<Account, 'first_name' | 'last_name'> | undefined): string =>
  [account?.first_name, account?.last_name].filter(Boolean).join(' ')

/** Returns whether the first or last name is missing or blank. */
export const needsName = ({ first_name, last_name }: Account): boolean => !first_name?.trim() || !last_name?.trim()

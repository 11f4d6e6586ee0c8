import { allEntitlements, type Entitlements, noEntitlements } from '@academy/catalog'
import type { AccountContext } from '@academy/contract'

/** Everything the screens know about the signed-in person, at one place whatever place the answer had it at (D-101). */
export type Account = AccountContext['data']

/** What may be opened, and whether the person runs the academy (CTX-07, R-07: the server decides both). */
export type HeldEntitlements = Entitlements & { is_admin: boolean }

export const nothingHeld: HeldEntitlements = { ...noEntitlements, is_admin: false }

/** An answer as it may come: some servers keep four of the fields beside `data` only, some inside it only (CTX-04). */
export type LooseContext = {
  success?: boolean
  error?: string
  message?: string | undefined
  data?: Partial<Account> | null
} & Partial<Pick<Account, 'prices' | 'subscriptions' | 'deal' | 'hide_bundle_deal'>>

/** Reads an answer of GET /api/accounts/context. Throws with the text of ERR-39 or ERR-40 when it holds no account. */
export function accountOf(answer: LooseContext): Account {
  if (answer.success === false) throw new Error(answer.error || answer.message || 'Failed to fetch account context')
  const { data } = answer
  if (!data) throw new Error('Failed to get account context')
  return {
    account_id: data.account_id ?? '',
    email: data.email ?? '',
    first_name: data.first_name ?? null,
    last_name: data.last_name ?? null,
    job_title: data.job_title ?? null,
    stripe_customer_id: data.stripe_customer_id ?? null,
    is_admin: data.is_admin ?? false,
    entitlements: { ...noEntitlements, ...data.entitlements },
    prices: answer.prices ?? data.prices ?? [],
    subscriptions: answer.subscriptions ?? data.subscriptions ?? [],
    deal: answer.deal ?? data.deal ?? null,
    hide_bundle_deal: answer.hide_bundle_deal ?? data.hide_bundle_deal ?? false,
    ...(data.links && { links: data.links }),
  }
}

/** What an account holds; the admin holds everything (ACCESS-03). */
export function heldBy(account: Account): HeldEntitlements {
  return { ...(account.is_admin ? allEntitlements : account.entitlements), is_admin: account.is_admin }
}

/** Whether somebody has yet to tell us their name; blanks are none (PROF-01, D-88). */
export const isNameless = ({ first_name, last_name }: Account): boolean => !first_name?.trim() || !last_name?.trim()

type Studio = { customer_id: string; status: string; cancel_at: string | null }

const NOT_RUNNING = new Set(['canceled', 'incomplete', 'incomplete_expired'])

/**
 * The customers at Stripe as whom an account has something to manage: of each Studio that is not over, whoever made it, first those
 * that renew by themselves; then the one that the account pays as, once a checkout of it has completed. Somebody may have come to a second
 * customer by hand; what it is charged for must be in reach as well. `studios` and what is answered: the newest first.
 */
export function managedCustomers(studios: readonly Studio[], paysAs: string | null): string[] {
  const running = studios.filter(({ status }) => !NOT_RUNNING.has(status))
  const renewing = running.filter(({ cancel_at }) => cancel_at === null)
  const ending = running.filter(({ cancel_at }) => cancel_at !== null)
  const customers = [...renewing, ...ending].map(({ customer_id }) => customer_id)
  return paysAs === null ? customers : [...customers, paysAs]
}

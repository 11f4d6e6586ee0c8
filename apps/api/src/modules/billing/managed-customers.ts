type Studio = { customer_id: string; status: string; cancel_at: string | null }

const NOT_RUNNING = new Set(['canceled', 'incomplete', 'incomplete_expired'])

/**
 * Returns the customers whose billing portal an account needs: those of every running Studio, renewing ones first, then the
 * account's own customer after a completed checkout. An operator may have created a Studio for a second customer by hand. `studios` and the
 * result are newest first.
 */
export function managedCustomers(studios: readonly Studio[], paysAs: string | null): string[] {
  const running = studios.filter(({ status }) => !NOT_RUNNING.has(status))
  const renewing = running.filter(({ cancel_at }) => cancel_at === null)
  const ending = running.filter(({ cancel_at }) => cancel_at !== null)
  const customers = [...renewing, ...ending].map(({ customer_id }) => customer_id)
  return paysAs === null ? customers : [...customers, paysAs]
}

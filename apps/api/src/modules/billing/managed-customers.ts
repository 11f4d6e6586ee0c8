type Studio = { customer_id: string; status: string; cancel_at: string | null }

const NOT_RUNNING = new Set(['canceled', 'incomplete', 'incomplete_expired'])

/**
 * Returns the customers whose billing portal an account needs: those of every running Studio, renewing ones first, then the
 * account's own customer after a completed checkout. An operator may have created a Studio for a second customer by hand. `studios` and the
 * result are newest first.
 */
export function managedCustomers(studios: readonly Studio[], ownCustomer: string | null): string[] {
  const running = studios.filter(({ status }) => !NOT_RUNNING.has(status))
  const renewingFirst = running.toSorted((a, b) => Number(a.cancel_at !== null) - Number(b.cancel_at !== null))
  return [...renewingFirst.map(({ customer_id }) => customer_id), ...(ownCustomer === null ? [] : [ownCustomer])]
}

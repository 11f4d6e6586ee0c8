import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { env } from '../../env.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { tabStorage } from '../../ui/web-storage.ts'
import { type CheckoutResult, parseCheckoutReturn } from './parse-checkout-return.ts'

const PaidCheckout = lazyPart(async () => (await import('./paid-checkout.tsx')).PaidCheckout)

/** Storage key that marks that this tab has handled a return; the referrer survives a reload. */
const HANDLED_KEY = 'academy.checkout-return'

/** After a checkout, cleans the URL and shows what became of the payment. Render once, in the shell. */
export function CheckoutReturn() {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const [paid, setPaid] = useState<CheckoutResult>()

  useEffect(() => {
    // The referrer stays the same until the page reloads, so it counts once.
    const outcome = parseCheckoutReturn(search, tabStorage.get(HANDLED_KEY) ? '' : document.referrer, env.checkoutReferrer)
    if (!outcome) return
    tabStorage.set(HANDLED_KEY, 'handled')
    if (outcome.search !== search) void navigate({ pathname, search: outcome.search, hash }, { replace: true, state })
    if (outcome.paid) setPaid(outcome)
  }, [pathname, search, hash, state, navigate])

  return paid && <PaidCheckout paid={paid} onClose={() => setPaid(undefined)} />
}

import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { needsName } from '../../account/account-context.ts'
import { useAccount } from '../../account/use-account.ts'
import { env } from '../../env.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toast.ts'
import { tabStorage } from '../../ui/web-storage.ts'
import { type CheckoutResult, parseCheckoutReturn } from './parse-checkout-return.ts'

const PurchaseWelcome = lazyPart(async () => (await import('./purchase-welcome.tsx')).PurchaseWelcome)

/** Storage key that marks that this tab has handled a return; the referrer survives a reload. */
const HANDLED_KEY = 'academy.checkout-return'

/** Delay after which the loaded account is refetched once; by then the payment has usually arrived. */
const REFRESH_DELAY_MS = 3000

/**
 * After a checkout, shows whether the payment succeeded or is processing, cleans the URL and refetches the account. For
 * display only: the server decides what is open. Render once, in the shell.
 */
export function CheckoutReturn() {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const { status, context, reload } = useAccount()
  const [paid, setPaid] = useState<CheckoutResult>()
  /** The return that a toast announced, so that a refetch announces it no second time. */
  const [announced, setAnnounced] = useState<CheckoutResult>()
  /** The return whose payment was processing: a later account does not say whether the payment succeeded or failed. */
  const [pending, setPending] = useState<CheckoutResult>()

  useEffect(() => {
    // The referrer stays the same until the page reloads, so it counts once.
    const outcome = parseCheckoutReturn(search, tabStorage.get(HANDLED_KEY) ? '' : document.referrer, env.checkoutReferrer)
    if (!outcome) return
    tabStorage.set(HANDLED_KEY, 'handled')
    if (outcome.search !== search) void navigate({ pathname, search: outcome.search, hash }, { replace: true, state })
    if (outcome.paid) setPaid(outcome)
  }, [pathname, search, hash, state, navigate])

  // The server syncs with Stripe before it responds, so the account shows whether the money has arrived.
  const isProcessing = (context?.processing_payments.length ?? 0) > 0
  useEffect(() => {
    if (isProcessing) setPending(paid)
  }, [paid, isProcessing])
  useEffect(() => {
    if (!paid || paid === announced || status === 'loading') return
    if (isProcessing) toast.info({ title: 'Your payment is processing', description: 'Your purchase opens when the money arrives.' })
    else toast.success({ title: 'Payment Successful! 🎉' })
    setAnnounced(paid)
  }, [paid, announced, status, isProcessing])

  // A reload before the account is known would join its first load.
  const isKnown = status !== 'loading'
  useEffect(() => {
    if (!paid || !isKnown) return
    const timer = setTimeout(() => void reload(), REFRESH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [paid, isKnown, reload])

  return paid?.offer && !isProcessing && paid !== pending ? <Welcome offer={paid.offer} /> : null
}

/** Waits until the profile dialog is completed. */
function Welcome({ offer }: { offer: string }) {
  const { status, context } = useAccount()
  const [isOpen, setOpen] = useState(true)
  if (!isOpen || status === 'loading' || (context && needsName(context))) return null
  return <PurchaseWelcome offer={offer} account={context} onClose={() => setOpen(false)} />
}

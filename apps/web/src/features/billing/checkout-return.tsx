import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isNameless } from '../../account/account-context.ts'
import { useAccount } from '../../account/use-account.ts'
import { env } from '../../env.ts'
import { toast } from '../../ui/toast.ts'
import { type CheckoutOutcome, checkoutOutcome } from './checkout-outcome.ts'
import { handledReturn } from './handled-return.ts'

const BundleCongratulation = lazy(() => import('./bundle-congratulation.tsx').then((module) => ({ default: module.BundleCongratulation })))

/** How long after a return the account is loaded again, once: by then the payment has usually arrived (PAY-11, D-125). */
const REFRESH_AFTER_MS = 3000

/**
 * Greets whoever comes back from the card provider's checkout: says that it went well, takes the news out of the address, and loads the
 * account again (PAY-08..11). Display only: what is open, the server decides. Once, in the shell.
 */
export function CheckoutReturn() {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const { reload } = useAccount()
  const [paid, setPaid] = useState<CheckoutOutcome>()

  useEffect(() => {
    // The referrer belongs to the page as it was loaded: it tells nothing once it has been heard.
    const outcome = checkoutOutcome(search, handledReturn.get() ? '' : document.referrer, env.checkoutReferrer)
    if (!outcome) return
    handledReturn.remember()
    if (outcome.search !== search) void navigate({ pathname, search: outcome.search, hash }, { replace: true, state })
    if (!outcome.paid) return
    toast.success({ title: 'Payment Successful! 🎉' })
    setPaid(outcome)
  }, [pathname, search, hash, state, navigate])

  useEffect(() => {
    if (!paid) return
    const timer = setTimeout(() => void reload(), REFRESH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [paid, reload])

  return paid?.offer === 'bundle' ? <Congratulation /> : null
}

/** Waits for the name to greet by, and behind the dialog that asks for it (D-90, D-99). */
function Congratulation() {
  const { status, context } = useAccount()
  const [isOpen, setOpen] = useState(true)
  if (!isOpen || status === 'loading' || (context && isNameless(context))) return null
  const name = [context?.first_name, context?.last_name].filter(Boolean).join(' ')
  return (
    <Suspense>
      <BundleCongratulation name={name} onClose={() => setOpen(false)} />
    </Suspense>
  )
}

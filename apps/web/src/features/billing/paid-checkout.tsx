import { useEffect, useState } from 'react'
import { needsName } from '../../account/account-context.ts'
import { useAccount } from '../../account/use-account.ts'
import { toast } from '../../ui/toast.ts'
import type { CheckoutResult } from './parse-checkout-return.ts'
import { PurchaseWelcome } from './purchase-welcome.tsx'

/** `onClose` is called if the code cannot be loaded. */
type PaidCheckoutProps = { paid: CheckoutResult; onClose?: () => void }

/** Delay after which the loaded account is refetched once; by then the payment has usually arrived. */
const REFRESH_DELAY_MS = 3000

/**
 * Shows whether the payment of a checkout succeeded or is processing, and refetches the account. For display only: the server decides what is
 * open.
 */
export function PaidCheckout({ paid }: PaidCheckoutProps) {
  const { status, context, reload } = useAccount()
  const isKnown = status !== 'loading'
  const [isOpen, setOpen] = useState(true)
  const [isChecked, setChecked] = useState(false)
  /** A refetch announces nothing a second time. */
  const [isAnnounced, setAnnounced] = useState(false)
  /** Stays: a later account does not say whether the payment succeeded or failed. */
  const [wasProcessing, setWasProcessing] = useState(false)

  // The server syncs with Stripe before it responds, so the account shows whether the money has arrived.
  const isProcessing = (context?.processing_payments.length ?? 0) > 0
  useEffect(() => {
    if (isProcessing) setWasProcessing(true)
  }, [isProcessing])
  useEffect(() => {
    if (isAnnounced || !isKnown) return
    if (isProcessing) toast.info({ title: 'Your payment is processing', description: 'Your purchase opens when the money arrives.' })
    else toast.success({ title: 'Payment Successful! 🎉' })
    setAnnounced(true)
  }, [isAnnounced, isKnown, isProcessing])

  // A reload before the account is known would join its first load.
  useEffect(() => {
    if (!isKnown) return
    const timer = setTimeout(() => void reload().then(() => setChecked(true)), REFRESH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isKnown, reload])

  // The welcome waits until the profile dialog is completed.
  if (!isOpen || !paid.offer || isProcessing || wasProcessing || !context || needsName(context)) return null
  return <PurchaseWelcome offer={paid.offer} account={context} isChecked={isChecked} onClose={() => setOpen(false)} />
}

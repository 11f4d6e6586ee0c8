import type { Currency, OfferName } from '@academy/catalog'
import type { CheckoutInput } from '@academy/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'
import { chosenCurrency } from './chosen-currency.ts'
import { leaveFor } from './leave-for.ts'
import { returnAddresses } from './return-addresses.ts'

/** How the API is told what is bought (D-117). */
const choices = {
  bundle: { bundle: true },
  master_course: { masterCourse: true },
  studio: { numberOfPlans: 1 },
} satisfies Record<OfferName, Partial<CheckoutInput>>

type Purchase = { offer: OfferName; currency: Currency }

/** Begins purchases: asks for a checkout page and goes there (PAY-01..04). `onHeld`: the server refused, because it is theirs already. */
export function useCheckout(onHeld?: () => void) {
  const { reload } = useAccount()
  const [leaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<{ offer: OfferName; text: string } | null>(null)

  // Who comes back with the browser's own button finds the page as it was left: with its buttons turning.
  useEffect(() => {
    const onPageShow = () => setLeaving(false)
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])

  const { mutate, variables, isPending } = useMutation({
    mutationFn: ({ offer, currency }: Purchase) => {
      const addresses = returnAddresses(window.location.href, offer)
      return bodyOf(tsr.billing.checkout.mutate({ body: { ...choices[offer], currency, ...addresses, allow_promotion_codes: true } }))
    },
    onMutate: () => setFailure(null),
    onSuccess: ({ url }, { offer }) => {
      if (leaveFor(url)) setLeaving(true)
      else setFailure({ offer, text: 'Error: No checkout URL received' })
    },
    onError: (error, { offer }) => {
      // The app asks for a new sign-in by itself (ERR-08).
      if (!needsSignIn(error)) setFailure({ offer, text: wordsFor(error) })
      if (!(error instanceof ApiError) || error.status !== 409) return
      // It is theirs already, bought elsewhere meanwhile (D-119): then the page must not go on selling it.
      onHeld?.()
      void reload()
    },
  })

  return {
    /** Buying in a currency is choosing it: whoever comes back sees the prices as they left them. */
    buy: (offer: OfferName, currency: Currency) => {
      chosenCurrency.choose(currency)
      mutate({ offer, currency })
    },
    /** The offer whose checkout is on its way. */
    opening: isPending || leaving ? variables?.offer : undefined,
    failure,
  }
}

/** ERR-35 where the API said no, ERR-37 where it could not be asked. */
const wordsFor = (error: unknown): string =>
  error instanceof ApiError && error.status >= 400
    ? 'Error: Unable to create checkout session'
    : 'Error: Something went wrong during checkout'

import { type Currency, type consentFor, FIRST_COURSE, isCourseId, OFFERS, type OfferName, type StudioGiftMonths } from '@academy/catalog'
import type { GiftInput } from '@academy/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { ApiError, isErrorResponse, needsSignIn } from '../../api/api-error.ts'
import { tsr, unwrapResponse } from '../../api/client.ts'
import { type Bought, checkoutReturnUrls, isForOthers } from './checkout-return-urls.ts'
import { currencyStore } from './currency-store.ts'
import { redirectTo } from './redirect-to.ts'

/** How long the buttons stay disabled while the browser opens the checkout page. */
const MAX_REDIRECT_MS = 15_000

type Purchase = {
  offer: OfferName
  currency: Currency
  bought: Bought
  /** What the checkout needs of seats or of a gift. */
  more?: { seats: number } | { gift: GiftInput; gift_months?: StudioGiftMonths } | undefined
  /** The version of the text about immediate access that the buyer accepted; undefined where the seller requires none. */
  access_consent: ReturnType<typeof consentFor>['version'] | undefined
}

/**
 * Starts purchases: requests a checkout page and opens it. Calls `onAlreadyOwned` when the server refuses because the user owns
 * the offer already.
 */
export function useCheckout(onAlreadyOwned?: () => void) {
  const { reload } = useAccount()
  const [isRedirecting, setRedirecting] = useState(false)
  const [failure, setFailure] = useState<{ bought: Bought; text: string; error?: unknown } | null>(null)

  // The back button may restore the page from the cache with its buttons still pending, and a user who stops the slow checkout page stays here.
  useEffect(() => {
    if (!isRedirecting) return
    const endRedirect = () => setRedirecting(false)
    const timer = setTimeout(endRedirect, MAX_REDIRECT_MS)
    addEventListener('pageshow', endRedirect)
    return () => {
      clearTimeout(timer)
      removeEventListener('pageshow', endRedirect)
    }
  }, [isRedirecting])

  const { mutate, variables, isPending } = useMutation({
    mutationFn: (purchase: Purchase) => {
      const { offer, currency, bought, more, access_consent } = purchase
      const returnUrls = checkoutReturnUrls(window.location.href, bought)
      return unwrapResponse(
        tsr.billing.checkout.mutate({
          body: {
            ...OFFERS[offer].checkout,
            currency,
            ...more,
            ...returnUrls,
            allow_promotion_codes: true,
            ...(access_consent && { access_consent }),
          },
        }),
      )
    },
    onMutate: () => setFailure(null),
    onSuccess: ({ url }, { bought }) => {
      if (redirectTo(url)) setRedirecting(true)
      else setFailure({ bought, text: 'Error: No checkout URL received' })
    },
    onError: (error, { bought }) => {
      // The app handles an ended session.
      if (!needsSignIn(error)) setFailure({ bought, text: checkoutErrorText(error, bought), error })
      if (!(error instanceof ApiError) || error.status !== 409) return
      // The user bought it elsewhere, so the page must stop selling it.
      if (!isForOthers(bought)) onAlreadyOwned?.()
      void reload()
    },
  })

  return {
    /** Starts a checkout and stores the currency, so that a returning user sees the same prices. */
    buy: (purchase: Purchase) => {
      currencyStore.choose(purchase.currency)
      mutate(purchase)
    },
    /** What the checkout sells that is opening. */
    opening: (isPending || isRedirecting) && variables ? variables.bought : undefined,
    failure,
  }
}

/**
 * Returns what the API says about a missing consent, or why it does not sell a further course or seats; otherwise one of two specified texts:
 * for a refusal, or without a response.
 */
function checkoutErrorText(error: unknown, bought: Bought): string {
  if (error instanceof ApiError && error.fields.access_consent) return error.fields.access_consent
  if (!isErrorResponse(error)) return 'Error: Something went wrong during checkout'
  const isSpecified = !isForOthers(bought) && (!isCourseId(bought) || bought === FIRST_COURSE)
  return error instanceof ApiError && !isSpecified ? error.message : 'Error: Unable to create checkout session'
}

import { type Currency, OFFERS, type OfferName } from '@academy/catalog'
import { useId, useRef, useState } from 'react'
import { legalPageUrl } from '../../account/legal-page-url.ts'
import { Button } from '../../ui/button.tsx'
import { AccessConsent } from './access-consent.tsx'
import type { useCheckout } from './use-checkout.ts'

type BuyButtonProps = {
  offer: OfferName
  currency: Currency
  checkout: ReturnType<typeof useCheckout>
  /** Whether the offer gets the primary button. */
  isPrimary: boolean
}

/** Buys an offer. Where the seller has information on withdrawal, the buyer consents to immediate access first (SELLER-10). */
export function BuyButton({ offer, currency, checkout, isPrimary }: BuyButtonProps) {
  const withdrawalUrl = legalPageUrl('Right of withdrawal')
  const [isGiven, setGiven] = useState(false)
  const [wasTried, setTried] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const isOpening = checkout.opening === offer
  const isMissing = withdrawalUrl !== undefined && !isGiven
  const buy = () => {
    setTried(isMissing)
    if (isMissing) box.current?.focus()
    else checkout.buy(offer, currency, { consents: withdrawalUrl !== undefined })
  }
  return (
    <>
      {withdrawalUrl !== undefined && (
        <AccessConsent
          ref={box}
          withdrawalUrl={withdrawalUrl}
          isGiven={isGiven}
          onChange={setGiven}
          isMissing={isMissing && wasTried}
          errorId={errorId}
        />
      )}
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        className="w-full"
        pending={isOpening}
        disabled={checkout.opening !== undefined}
        aria-describedby={isMissing && wasTried ? errorId : undefined}
        onClick={buy}
      >
        {isOpening ? 'Opening checkout...' : OFFERS[offer].buyLabel}
      </Button>
    </>
  )
}

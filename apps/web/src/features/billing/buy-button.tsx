import { type Currency, consentFor, OFFERS, type OfferName } from '@academy/catalog'
import { type Ref, useId, useRef, useState } from 'react'
import { legalPageUrl } from '../../account/legal-page-url.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import type { useCheckout } from './use-checkout.ts'

type BuyButtonProps = {
  offer: OfferName
  currency: Currency
  checkout: ReturnType<typeof useCheckout>
  /** Whether the offer gets the primary button. */
  isPrimary: boolean
  /** Seats for others; 0: for the buyer. */
  seats?: number
  /** Called before anything is bought. Returns whether the rest of the form is complete. */
  validate?: () => boolean
}

/** Buys an offer. If the seller publishes withdrawal information, the buyer must first consent to immediate access. */
export function BuyButton({ offer, currency, checkout, isPrimary, seats = 0, validate }: BuyButtonProps) {
  const withdrawalUrl = legalPageUrl('Right of withdrawal')
  const [hasConsented, setConsented] = useState(false)
  const [hasTriedToBuy, setTriedToBuy] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const isOpening = checkout.opening === (seats > 0 ? 'seats' : offer)
  const isMissing = withdrawalUrl !== undefined && !hasConsented
  const showsError = isMissing && hasTriedToBuy
  const buy = () => {
    if (validate && !validate()) return
    setTriedToBuy(isMissing)
    if (isMissing) box.current?.focus()
    else checkout.buy(offer, currency, { consents: withdrawalUrl !== undefined, seats })
  }
  return (
    <>
      {withdrawalUrl !== undefined && (
        <AccessConsent
          ref={box}
          text={consentFor(seats).text}
          withdrawalUrl={withdrawalUrl}
          checked={hasConsented}
          onChange={setConsented}
          showsError={showsError}
          errorId={errorId}
        />
      )}
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        className="w-full"
        pending={isOpening}
        disabled={checkout.opening !== undefined}
        aria-describedby={showsError ? errorId : undefined}
        onClick={buy}
      >
        {isOpening ? 'Opening checkout...' : seats > 0 ? 'Buy seats' : OFFERS[offer].buyLabel}
      </Button>
    </>
  )
}

type AccessConsentProps = {
  text: string
  /** The URL of the seller's information on withdrawal. */
  withdrawalUrl: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** Whether the user tried to buy without it. */
  showsError: boolean
  errorId: string
  ref: Ref<HTMLInputElement>
}

/** The checkbox with which a buyer requests access before the withdrawal period ends. Never checked in advance. */
const AccessConsent = ({ text, withdrawalUrl, checked, onChange, showsError, errorId, ref }: AccessConsentProps) => (
  <div className="text-sm">
    <label className="flex items-start gap-3">
      <input
        ref={ref}
        type="checkbox"
        checked={checked}
        aria-invalid={showsError ? true : undefined}
        aria-describedby={showsError ? errorId : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-primary"
      />
      <span>{text}</span>
    </label>
    <a href={withdrawalUrl} target="_blank" rel="noreferrer" className="mt-1 ml-8 inline-block text-link">
      Information on withdrawal
    </a>
    {showsError && (
      <div className="mt-1.5">
        <FieldError id={errorId}>Tick this box to continue to the checkout.</FieldError>
      </div>
    )}
  </div>
)

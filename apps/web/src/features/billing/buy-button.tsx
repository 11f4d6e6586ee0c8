import { ACCESS_CONSENT, type Currency, type consentFor, OFFERS, type OfferName } from '@academy/catalog'
import { type Ref, useId, useRef, useState } from 'react'
import { legalPageUrl } from '../../account/legal-page-url.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import type { Bought } from './checkout-return-urls.ts'
import type { useCheckout } from './use-checkout.ts'

type BuyButtonProps = {
  offer: OfferName
  currency: Currency
  checkout: ReturnType<typeof useCheckout>
  /** Whether the offer gets the primary button. */
  isPrimary: boolean
  /** What is bought, if it is not the offer for the buyer, with what its checkout needs and the label of the button. */
  bought?: Bought
  more?: Parameters<ReturnType<typeof useCheckout>['buy']>[0]['more']
  label?: string
  /** What the buyer accepts where the seller publishes withdrawal information. */
  consent?: ReturnType<typeof consentFor>
  /** Called before anything is bought. Returns whether the rest of the form is complete. */
  validate?: () => boolean
}

/** Buys an offer. If the seller publishes withdrawal information, the buyer must first consent to immediate access. */
export function BuyButton({
  offer,
  currency,
  checkout,
  isPrimary,
  bought = offer,
  more,
  label = OFFERS[offer].buyLabel,
  consent = ACCESS_CONSENT,
  validate,
}: BuyButtonProps) {
  const withdrawalUrl = legalPageUrl('Right of withdrawal')
  const [hasConsented, setConsented] = useState(false)
  const [hasTriedToBuy, setTriedToBuy] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const isOpening = checkout.opening === bought
  const isMissing = withdrawalUrl !== undefined && !hasConsented
  const showsError = isMissing && hasTriedToBuy
  const buy = () => {
    if (validate && !validate()) return
    setTriedToBuy(isMissing)
    if (isMissing) box.current?.focus()
    else checkout.buy({ offer, currency, bought, more, access_consent: withdrawalUrl === undefined ? undefined : consent.version })
  }
  return (
    <>
      {withdrawalUrl !== undefined && (
        <AccessConsent
          ref={box}
          text={consent.text}
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
        {isOpening ? 'Opening checkout...' : label}
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

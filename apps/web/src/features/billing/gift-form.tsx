import { COURSES, type CourseId, type Currency, formatAmount, GIFT_CONSENT, GUARANTEE_DAYS, giftDays, OFFERS } from '@academy/catalog'
import type { GiftInput } from '@academy/contract'
import { useState } from 'react'
import { GiftFields, giftErrors, refusedGift } from '../../account/gift-fields.tsx'
import { ApiError } from '../../api/api-error.ts'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { BuyButton } from './buy-button.tsx'
import { CheckoutError } from './offer-action.tsx'
import type { useCheckout } from './use-checkout.ts'

type GiftFormProps = { offer: CourseId; currency: Currency; checkout: ReturnType<typeof useCheckout> }

/** Asks for whom a gift is, and leads to the checkout. */
export function GiftForm({ offer, currency, checkout }: GiftFormProps) {
  const [gift, setGift] = useState<GiftInput>(() => ({ email: '', message: '', deliver_on: giftDays(new Date()).first }))
  const { form, errors, showErrors } = useFieldErrors()
  const { bought, error } = checkout.failure ?? {}
  const refused = refusedGift(bought === 'gift' && error instanceof ApiError ? error.fields : {})
  const isAboutField = Object.values(refused).some(Boolean)
  return (
    <form ref={form} noValidate onSubmit={(event) => event.preventDefault()} className="flex max-w-112 flex-col gap-4">
      <p className="mt-2 text-sm">One person gets {COURSES[offer].inText} by email, on the day that you choose, with your message.</p>
      <GiftFields gift={gift} errors={errors} refused={refused} onChange={setGift} />
      <p className="font-display text-2xl font-bold tracking-tight tabular-nums">
        {formatAmount(OFFERS[offer].amounts[currency], currency)}
      </p>
      {!isAboutField && <CheckoutError bought="gift" checkout={checkout} />}
      <BuyButton
        offer={offer}
        currency={currency}
        checkout={checkout}
        isPrimary={false}
        consent={GIFT_CONSENT}
        bought="gift"
        more={{ gift: { ...gift, email: gift.email.trim() } }}
        label="Buy the gift"
        validate={() => !showErrors(giftErrors(gift))}
      />
      <p className="text-xs text-muted">
        One payment, which the email does not show. The course opens for the recipient, not for you. You get your money back within{' '}
        {GUARANTEE_DAYS} days as long as the recipient has not started, and a year after its day if the gift is unclaimed.
      </p>
    </form>
  )
}

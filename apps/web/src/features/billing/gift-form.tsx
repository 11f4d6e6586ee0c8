import {
  COURSES,
  type CourseId,
  type Currency,
  formatAmount,
  GIFT_CONSENT,
  GUARANTEE_DAYS,
  giftDays,
  isStudioGift,
  STUDIO_GIFT_NAMES,
  STUDIO_GIFTS,
  type StudioGift,
  seatPrice,
  soldTitle,
} from '@academy/catalog'
import type { GiftInput } from '@academy/contract'
import { useState } from 'react'
import { GiftFields, giftErrors, refusedGift } from '../../account/gift-fields.tsx'
import { ApiError } from '../../api/api-error.ts'
import { Field } from '../../ui/field.tsx'
import { useFieldErrors } from '../../ui/form.ts'
import { Select } from '../../ui/select.tsx'
import { BuyButton } from './buy-button.tsx'
import { CheckoutError } from './offer-action.tsx'
import type { useCheckout } from './use-checkout.ts'

type GiftFormProps = { offer: CourseId; currency: Currency; checkout: ReturnType<typeof useCheckout> }

/** Asks what a gift is and for whom, and leads to the checkout. */
export function GiftForm({ offer: course, currency, checkout }: GiftFormProps) {
  const [given, setGiven] = useState<CourseId | StudioGift>(course)
  const [gift, setGift] = useState<GiftInput>(() => ({ email: '', message: '', deliver_on: giftDays(new Date()).first }))
  const { form, errors, showErrors } = useFieldErrors()
  const { bought, error } = checkout.failure ?? {}
  const refused = refusedGift(bought === 'gift' && error instanceof ApiError ? error.fields : {})
  const isAboutField = Object.values(refused).some(Boolean)
  return (
    <form ref={form} noValidate onSubmit={(event) => event.preventDefault()} className="flex max-w-112 flex-col gap-4">
      <p className="mt-2 text-sm">
        One person gets {COURSES[course].inText}, or months of the Studio, by email, on the day that you choose, with your message.
      </p>
      <Field label="What you give">
        <Select
          value={given}
          onChange={({ target: { value } }) => setGiven(STUDIO_GIFT_NAMES.find((name) => name === value) ?? course)}
          options={[course, ...STUDIO_GIFT_NAMES].map((name) => {
            const title = isStudioGift(name) ? `${STUDIO_GIFTS[name]} months of the Studio` : soldTitle(name)
            return [name, `${title}, ${formatAmount(seatPrice(name, currency, 1), currency)}`]
          })}
        />
      </Field>
      <GiftFields gift={gift} errors={errors} refused={refused} onChange={setGift} />
      <p className="font-display text-2xl font-bold tracking-tight tabular-nums">{formatAmount(seatPrice(given, currency, 1), currency)}</p>
      {!isAboutField && <CheckoutError bought="gift" checkout={checkout} />}
      <BuyButton
        offer={isStudioGift(given) ? 'studio' : given}
        currency={currency}
        checkout={checkout}
        isPrimary={false}
        consent={GIFT_CONSENT}
        bought="gift"
        more={{ gift: { ...gift, email: gift.email.trim() }, ...(isStudioGift(given) && { gift_months: STUDIO_GIFTS[given] }) }}
        label="Buy the gift"
        validate={() => !showErrors(giftErrors(gift))}
      />
      <p className="text-xs text-muted">
        One payment, which the email does not show.{' '}
        {isStudioGift(given)
          ? `The Studio opens for the recipient, not for you, for ${STUDIO_GIFTS[given]} months from the claim on. It ends without a card, and nothing renews.`
          : 'The course opens for the recipient, not for you.'}{' '}
        You get your money back within {GUARANTEE_DAYS} days as long as the recipient has not{' '}
        {isStudioGift(given) ? 'claimed it' : 'started'}, and a year after its day if the gift is unclaimed.
      </p>
    </form>
  )
}

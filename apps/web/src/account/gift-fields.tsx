import { GIFT_HOUR, giftDays, MAX_GIFT_MESSAGE } from '@academy/catalog'
import type { GiftInput } from '@academy/contract'
import { asciiEmail, EMAIL_ADDRESS } from '@academy/contract/email-address'
import { Field, TextInput } from '../ui/field.tsx'
import { GrowingTextArea } from '../ui/text-area.tsx'

/** What is wrong with each field of a gift. */
type GiftErrors = { [Name in keyof GiftInput]?: string | undefined }

/** Returns what is wrong with a gift. The API also refuses the buyer's own address. */
export function giftErrors({ email, deliver_on }: GiftInput): GiftErrors {
  const { first, last } = giftDays(new Date())
  return {
    email: EMAIL_ADDRESS.test(asciiEmail(email.trim())) ? undefined : "Enter the recipient's email address.",
    deliver_on: deliver_on >= first && deliver_on <= last ? undefined : 'Choose a day from today to a year ahead.',
  }
}

/** Returns the refusals of the API, which names the fields of a gift within the request. */
export const refusedGift = (fields: Readonly<Record<string, string>>): GiftErrors => ({
  email: fields['gift.email'],
  message: fields['gift.message'],
  deliver_on: fields['gift.deliver_on'],
})

type GiftFieldsProps = { gift: GiftInput; errors: GiftErrors; refused: GiftErrors; readOnly?: boolean; onChange: (gift: GiftInput) => void }

/** The fields of a gift: the recipient's address, the day and the message. */
export function GiftFields({ gift, errors, refused, readOnly, onChange }: GiftFieldsProps) {
  const { first, last } = giftDays(new Date())
  return (
    <>
      <Field label="Recipient's email" error={errors.email ?? refused.email}>
        <TextInput
          name="recipient"
          type="email"
          autoComplete="off"
          maxLength={320}
          required
          readOnly={readOnly}
          value={gift.email}
          onChange={({ target }) => onChange({ ...gift, email: target.value })}
        />
      </Field>
      <Field
        label="Day of the delivery"
        hint={`The email leaves from ${GIFT_HOUR}:00 UTC of this day, or at once if it is today.`}
        error={errors.deliver_on ?? refused.deliver_on}
      >
        <TextInput
          name="deliver_on"
          type="date"
          min={first}
          max={last}
          required
          readOnly={readOnly}
          value={gift.deliver_on}
          onChange={({ target }) => onChange({ ...gift, deliver_on: target.value })}
          className="max-w-44"
        />
      </Field>
      <Field
        label="Message (optional)"
        hint={`Plain text without web addresses, at most ${MAX_GIFT_MESSAGE} characters.`}
        error={refused.message}
      >
        <GrowingTextArea
          name="message"
          className="min-h-24"
          maxLength={MAX_GIFT_MESSAGE}
          readOnly={readOnly}
          value={gift.message}
          onChange={({ target }) => onChange({ ...gift, message: target.value })}
        />
      </Field>
    </>
  )
}

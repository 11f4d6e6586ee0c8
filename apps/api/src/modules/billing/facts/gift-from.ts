import { giftDays } from '@academy/catalog'
import type { GiftInput } from '@academy/contract'
import { asciiEmail } from '@academy/contract/email-address'
import { invalidField } from '../../../http/errors.ts'

/**
 * Returns what the buyer of a gift wrote, with the address in lower case.
 * @throws HttpError 400 for the buyer's own address, and for a day before today or more than a year ahead.
 */
export function giftFrom(buyer: string, { email, message, deliver_on }: GiftInput): GiftInput {
  const { first, last } = giftDays(new Date())
  if (asciiEmail(buyer).toLowerCase() === email.toLowerCase())
    throw invalidField('gift.email', 'This is your own address. Enter that of the person who gets the gift.')
  if (deliver_on < first || deliver_on > last) throw invalidField('gift.deliver_on', `Choose a day from ${first} to ${last} (UTC).`)
  return { email: email.toLowerCase(), message, deliver_on }
}

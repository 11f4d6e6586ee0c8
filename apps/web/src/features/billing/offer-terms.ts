import { type Currency, formatAmount, OFFERS, type OfferName } from '@academy/catalog'
import type { Account } from '../../account/account-context.ts'

/** Returns the payment terms of an offer, which stand beside its button. They say if the purchase has no guarantee. */
export function offerTerms(name: OfferName, currency: Currency, nextGuarantee: Account['next_guarantee']): string {
  const payment = paymentTerms(name, currency)
  return OFFERS[name].kind === 'monthly' || nextGuarantee === 'offered' ? payment : `${payment} No money-back guarantee.`
}

function paymentTerms(name: OfferName, currency: Currency): string {
  const { kind, freeStudioMonths, amounts } = OFFERS[name]
  if (kind === 'monthly') return 'Billed today, then monthly until you cancel.'
  if (freeStudioMonths === 0) return 'One-time payment. Nothing renews.'
  const afterwards = `${formatAmount(OFFERS.studio.amounts[currency], currency)}/month`
  const price = formatAmount(amounts[currency], currency)
  return `${price} once. Studio is free for ${freeStudioMonths} months, then ${afterwards} unless you cancel first.`
}

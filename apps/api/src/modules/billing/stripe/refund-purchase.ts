import type { GuaranteeState } from '@academy/catalog'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../database/open-database.ts'
import { HttpError } from '../../../http/errors.ts'
import { readGuarantee, requestRefund } from '../facts/guarantee.store.ts'
import { callStripe } from './call-stripe.ts'
import type { Payments } from './payments.ts'

const over = (message: string) => new HttpError(409, 'guarantee_over', message)

const REFUSALS: Record<Exclude<GuaranteeState, 'open' | 'requested' | 'refunded'>, string> = {
  disputed: 'Your bank is looking into this payment, so it decides about the money.',
  no_charge: 'There is no payment behind this purchase that could be refunded. Please contact us.',
  revoked: 'Nothing was paid for this purchase, so there is nothing to refund.',
  used: 'You had used the guarantee before this purchase, with this account or this card or bank account. It is once per person.',
  started: 'You have started the course, so the guarantee has ended.',
  over: 'The 30 days of the guarantee are over.',
}

const refunded = {
  state: 'refunded' as const,
  message: 'We refunded you in full. Your bank shows the money within 5 to 10 days.',
}

const REQUESTED = 'Your refund is on its way. When the payment provider has made it, your receipt under Pricing & Plans says “Refunded”.'

/**
 * Refunds a purchase under the guarantee. Repeating it, in any tab, makes no second refund. If Stripe is unreachable, the request is recorded
 * and reconciling makes the refund.
 * @throws HttpError for a refund that is refused.
 */
export async function refundPurchase(
  request: FastifyRequest,
  { db, payments }: { db: Db; payments: Payments },
  target: { account_id: string; purchase_id: string; customer_id: string },
): Promise<{ state: 'refunded' | 'requested'; message: string }> {
  const before = await requestRefund(db, target)
  if (before === undefined) throw over('This purchase was made with a former payment provider. Please contact us.')
  if (before === 'refunded') return refunded
  if (before !== 'open' && before !== 'requested') throw over(REFUSALS[before])
  const isReached = await callStripe(request, () => payments.sync(target.customer_id)).then(
    () => true,
    (error: unknown) => {
      // Logged by callStripe. The request is recorded, and reconciling retries the sync.
      if (error instanceof HttpError) return false
      throw error
    },
  )
  const after = await readGuarantee(db, target)
  if (after === 'refunded') return refunded
  if (after === 'requested' || !isReached) return { state: 'requested', message: REQUESTED }
  throw new HttpError(502, 'payment_provider_error', 'The payment provider refused the refund. Your access stays. Please contact us.')
}

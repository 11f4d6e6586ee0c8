import type { z } from 'zod'
import type { StripeApi } from '../api.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { currency, decimal, integer, mergeMetadata, metadata, oneOf, parameters, text } from '../parameters.ts'
import { insert } from '../store.ts'
import { invalid } from '../stripe-error.ts'

const createInput = parameters({
  amount_off: integer({ min: 1 }).optional(),
  currency: currency.optional(),
  duration: oneOf('forever', 'once').optional(),
  max_redemptions: integer({ min: 1 }).optional(),
  metadata: metadata.optional(),
  name: text(40).optional(),
  percent_off: decimal.optional(),
})
type CouponInput = z.output<typeof createInput>

function requireConsistentParameters({ amount_off, percent_off, currency: money }: CouponInput) {
  if ((amount_off === undefined) === (percent_off === undefined)) {
    throw invalid('You must pass either percent_off or amount_off, and not both.', amount_off === undefined ? 'percent_off' : 'amount_off')
  }
  if (percent_off !== undefined && (percent_off <= 0 || percent_off > 100)) {
    throw invalid('Invalid percent_off: must be greater than 0 and at most 100.', 'percent_off')
  }
  if (amount_off !== undefined && money === undefined)
    throw invalid('You must pass currency when passing amount_off.', 'currency', 'parameter_missing')
}

/** Registers the endpoint that creates coupons. */
export function couponRoutes(api: StripeApi) {
  api.post('/coupons', createInput, async ({ service, input }) => {
    requireConsistentParameters(input)
    const coupon: Stored<'coupon'> = {
      id: makeId('coupon'),
      object: 'coupon',
      amount_off: input.amount_off ?? null,
      created: service.now(),
      currency: input.amount_off === undefined ? null : (input.currency ?? null),
      duration: input.duration ?? 'once',
      duration_in_months: null,
      livemode: false,
      max_redemptions: input.max_redemptions ?? null,
      metadata: mergeMetadata({}, input.metadata),
      name: input.name ?? null,
      percent_off: input.percent_off ?? null,
      redeem_by: null,
      times_redeemed: 0,
      valid: true,
    }
    await insert(service, 'coupon', coupon)
    await emitEvent(service, 'coupon.created', coupon)
    return coupon
  })
}

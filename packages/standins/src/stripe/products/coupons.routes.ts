import type { StripeApi } from '../api.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { decimal, oneOf, parameters } from '../parameters.ts'
import { insert } from '../store.ts'
import { invalid } from '../stripe-error.ts'

const createInput = parameters({
  duration: oneOf('forever', 'once').optional(),
  percent_off: decimal,
})

/** Registers the endpoint that creates coupons. */
export function couponRoutes(api: StripeApi) {
  api.post('/coupons', createInput, async ({ service, input }) => {
    if (input.percent_off <= 0 || input.percent_off > 100) {
      throw invalid('Invalid percent_off: must be greater than 0 and at most 100.', 'percent_off')
    }
    const coupon: Stored<'coupon'> = {
      id: makeId('coupon'),
      object: 'coupon',
      amount_off: null,
      created: service.now(),
      currency: null,
      duration: input.duration ?? 'once',
      duration_in_months: null,
      livemode: false,
      max_redemptions: null,
      metadata: {},
      name: null,
      percent_off: input.percent_off,
      redeem_by: null,
      times_redeemed: 0,
      valid: true,
    }
    await insert(service, 'coupon', coupon)
    await emitEvent(service, 'coupon.created', coupon)
    return coupon
  })
}

import type { StripeApi } from '../api.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import { hash, oneOf, parameters, text } from '../parameters.ts'
import { insert, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { findActiveCode } from './find-active-code.ts'

const createInput = parameters({
  promotion: hash({ type: oneOf('coupon'), coupon: text() }),
  code: text(500).optional(),
})

/** Registers the endpoint that creates promotion codes, which buyers enter to get the discount of a coupon. */
export function promotionCodeRoutes(api: StripeApi) {
  api.post('/promotion_codes', createInput, async ({ service, input }) => {
    const coupon = await requireObject(service, 'coupon', input.promotion.coupon, 'promotion[coupon]')
    const code = input.code ?? makeId('coupon').toUpperCase()
    if (!/^[a-zA-Z0-9-]+$/.test(code)) throw invalid('Promotion codes can only contain letters, digits and dashes.', 'code')
    if ((await findActiveCode(service, code)) !== undefined) {
      throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code')
    }
    const promotionCode: Stored<'promotion_code'> = {
      id: makeId('promotion_code'),
      object: 'promotion_code',
      active: true,
      code,
      created: service.now(),
      ...nulls('customer', 'customer_account', 'expires_at', 'max_redemptions'),
      livemode: false,
      metadata: {},
      promotion: { coupon: coupon.id, type: 'coupon' },
      restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
      times_redeemed: 0,
    }
    await insert(service, 'promotion_code', promotionCode)
    await emitEvent(service, 'promotion_code.created', promotionCode)
    return promotionCode
  })
}

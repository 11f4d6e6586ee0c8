import type { StripeApi } from '../core/api.ts'
import type { StripeService } from '../core/context.ts'
import { makeId, type Stored } from '../core/kinds.ts'
import { decimal, hash, oneOf, parameters, text } from '../core/parameters.ts'
import { findAll, requireObject } from '../core/store.ts'
import { invalid } from '../core/stripe-error.ts'
import { create } from '../webhooks/emit-event.ts'

const couponInput = parameters({ duration: oneOf('forever', 'once').optional(), percent_off: decimal })
const codeInput = parameters({ promotion: hash({ type: oneOf('coupon'), coupon: text() }), code: text(500).optional() })

/** Returns the active promotion code with this text, ignoring case. */
export async function findActiveCode(service: StripeService, code: string): Promise<Stored<'promotion_code'> | undefined> {
  const and = service.sql`and lower(data->>'code') = ${code.trim().toLowerCase()}`
  return (await findAll(service, 'promotion_code', { where: { active: true }, and }))[0]
}

/** Registers the endpoints that create coupons and promotion codes, which buyers enter to get the discount of a coupon. */
export function discountRoutes(api: StripeApi) {
  api.post('/coupons', couponInput, ({ service, input: { duration = 'once', percent_off } }) => {
    if (percent_off <= 0 || percent_off > 100) {
      throw invalid('Invalid percent_off: must be greater than 0 and at most 100.', 'percent_off')
    }
    return create(service, 'coupon', { duration, percent_off, times_redeemed: 0, valid: true })
  })

  api.post('/promotion_codes', codeInput, async ({ service, input }) => {
    const coupon = await requireObject(service, 'coupon', input.promotion.coupon, 'promotion[coupon]')
    const code = input.code ?? makeId('coupon').toUpperCase()
    if (!/^[a-zA-Z0-9-]+$/.test(code)) throw invalid('Promotion codes can only contain letters, digits and dashes.', 'code')
    if ((await findActiveCode(service, code)) !== undefined) {
      throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code')
    }
    const promotion = { coupon: coupon.id, type: 'coupon' as const }
    return create(service, 'promotion_code', { active: true, code, promotion, times_redeemed: 0 })
  })
}

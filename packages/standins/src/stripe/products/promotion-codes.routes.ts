import type { StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { bool, currency, hash, integer, mergeMetadata, metadata, oneOf, parameters, text } from '../parameters.ts'
import { findAll, insert, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'

const createInput = parameters({
  promotion: hash({ type: oneOf('coupon'), coupon: text() }),
  active: bool.optional(),
  code: text(500).optional(),
  customer: text().optional(),
  expires_at: integer().optional(),
  max_redemptions: integer({ min: 1 }).optional(),
  metadata: metadata.optional(),
  restrictions: hash({
    first_time_transaction: bool.optional(),
    minimum_amount: integer({ min: 1 }).optional(),
    minimum_amount_currency: currency.optional(),
  }).optional(),
})

/** Returns active promotion codes, ignoring case. */
export const findActiveCodes = (service: StripeService, code: string) => {
  const { sql } = service
  return findAll(service, 'promotion_code', { where: { active: true }, and: sql`and lower(data->>'code') = ${code.trim().toLowerCase()}` })
}

/** Registers the endpoint that creates promotion codes, which buyers enter to get the discount of a coupon. */
export function promotionCodeRoutes(api: StripeApi) {
  api.post('/promotion_codes', createInput, async ({ service, input }) => {
    const coupon = await requireObject(service, 'coupon', input.promotion.coupon, 'promotion[coupon]')
    if (input.customer !== undefined) await requireObject(service, 'customer', input.customer, 'customer')
    const code = input.code ?? makeId('coupon').toUpperCase()
    if (!/^[a-zA-Z0-9-]+$/.test(code)) throw invalid('Promotion codes can only contain letters, digits and dashes.', 'code')
    const same = await findActiveCodes(service, code)
    if (same.some(({ customer }) => customer === (input.customer ?? null))) {
      throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code')
    }
    const { first_time_transaction = false, minimum_amount = null, minimum_amount_currency = null } = input.restrictions ?? {}
    const promotionCode: Stored<'promotion_code'> = {
      id: makeId('promotion_code'),
      object: 'promotion_code',
      active: input.active ?? true,
      code,
      created: service.now(),
      customer: input.customer ?? null,
      customer_account: null,
      expires_at: input.expires_at ?? null,
      livemode: false,
      max_redemptions: input.max_redemptions ?? null,
      metadata: mergeMetadata({}, input.metadata),
      promotion: { coupon: coupon.id, type: 'coupon' },
      restrictions: { first_time_transaction, minimum_amount, minimum_amount_currency },
      times_redeemed: 0,
    }
    await insert(service, 'promotion_code', promotionCode)
    await emitEvent(service, 'promotion_code.created', promotionCode)
    return promotionCode
  })
}

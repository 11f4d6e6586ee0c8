import { z } from 'zod'
import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Price } from '../kinds.ts'
import { bool, currency, hash, integer, mergeMetadata, metadata, oneOf, text } from '../parameters.ts'
import { findAll, insert } from '../store.ts'
import { invalid } from '../stripe-error.ts'

export const priceFields = {
  currency,
  unit_amount: integer({ min: 0, max: 99_999_999 }),
  product: text().optional(),
  product_data: hash({ name: text(250) }).optional(),
  lookup_key: text(200).optional(),
  metadata: metadata.optional(),
  nickname: text().optional(),
  recurring: hash({ interval: oneOf('month') }).optional(),
  tax_behavior: oneOf('inclusive', 'exclusive', 'unspecified').optional(),
  transfer_lookup_key: bool.optional(),
}

const priceInput = z.object(priceFields).omit({ product: true, product_data: true })
type PriceInput = z.output<typeof priceInput> & { product: string }

/** Frees a lookup key for another price. Throws if the key is in use and `transfer` is false. */
export async function releaseLookupKey(service: StripeService, key: string, { transfer, except }: { transfer: boolean; except?: string }) {
  const holders = (await findAll(service, 'price', { where: { lookup_key: key } })).filter(({ id }) => id !== except)
  for (const holder of holders) {
    if (!transfer) throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
    await change(service, 'price', holder, { lookup_key: null }, 'price.updated')
  }
}

const makePrice = (service: StripeService, input: PriceInput): Price => ({
  id: makeId('price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: service.now(),
  currency: input.currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: input.lookup_key ?? null,
  metadata: mergeMetadata({}, input.metadata),
  nickname: input.nickname ?? null,
  product: input.product,
  recurring: input.recurring
    ? {
        interval: input.recurring.interval,
        interval_count: 1,
        meter: null,
        trial_period_days: null,
        usage_type: 'licensed',
      }
    : null,
  tax_behavior: input.tax_behavior ?? 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: input.recurring ? 'recurring' : 'one_time',
  unit_amount: input.unit_amount,
  unit_amount_decimal: String(input.unit_amount),
})

/** Stores a price and emits the event. */
export async function createPrice(service: StripeService, input: PriceInput): Promise<Price> {
  if (input.lookup_key !== undefined) await releaseLookupKey(service, input.lookup_key, { transfer: input.transfer_lookup_key ?? false })
  const price = makePrice(service, input)
  await insert(service, 'price', price)
  await emitEvent(service, 'price.created', price)
  return price
}

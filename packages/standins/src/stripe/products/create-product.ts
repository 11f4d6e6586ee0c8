import type { z } from 'zod'
import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import { bool, mergeMetadata, metadata, parameters, taxCode, text } from '../parameters.ts'
import { findAny, insert } from '../store.ts'
import { StripeError } from '../stripe-error.ts'

export const productInput = parameters({
  name: text(250),
  id: text().optional(),
  active: bool.optional(),
  description: text().optional(),
  metadata: metadata.optional(),
  tax_code: taxCode.optional(),
})

type ProductInput = Omit<z.output<typeof productInput>, 'expand'>

/** Stores a new product and emits `product.created`. Throws if its id exists. */
export async function createProduct(service: StripeService, input: ProductInput): Promise<Stored<'product'>> {
  const id = input.id ?? makeId('product')
  if ((await findAny(service, id)) !== undefined) {
    throw new StripeError(`Product already exists with ID: ${id}.`, { code: 'resource_already_exists', param: 'id' })
  }
  const product: Stored<'product'> = {
    id,
    object: 'product',
    active: input.active ?? true,
    created: service.now(),
    ...nulls('default_price', 'package_dimensions', 'shippable', 'statement_descriptor', 'tax_details', 'unit_label', 'url'),
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, input.metadata),
    name: input.name,
    tax_code: input.tax_code ?? null,
    type: 'service',
    updated: service.now(),
  }
  await insert(service, 'product', product)
  await emitEvent(service, 'product.created', product)
  return product
}

import type { z } from 'zod'
import type { StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import { bool, emptyable, mergeMetadata, metadata, parameters, taxCode, text } from '../parameters.ts'
import { findAny, insert, requireObject } from '../store.ts'
import { StripeError } from '../stripe-error.ts'
import { withoutUndefined } from '../without-undefined.ts'

const createInput = parameters({
  name: text(250),
  id: text().optional(),
  active: bool.optional(),
  description: text().optional(),
  metadata: metadata.optional(),
  tax_code: taxCode.optional(),
})

const updateInput = parameters({
  name: text(250).optional(),
  active: bool.optional(),
  description: emptyable(text()).optional(),
  metadata: metadata.optional(),
  tax_code: emptyable(taxCode).optional(),
})

type ProductInput = Omit<z.output<typeof createInput>, 'expand'>

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

export function productRoutes(api: StripeApi) {
  api.post('/products', createInput, ({ service, input }) => createProduct(service, input))

  api.get('/products/:id', parameters({}), ({ service, id }) => requireObject(service, 'product', id))

  api.post('/products/:id', updateInput, async ({ service, input, id }) => {
    const before = await requireObject(service, 'product', id)
    const { metadata: metadataChanges, expand: _, ...rest } = input
    const changes = {
      ...withoutUndefined(rest),
      metadata: mergeMetadata(before.metadata, metadataChanges),
      updated: service.now(),
    }
    return change(service, 'product', before, changes, 'product.updated')
  })
}

import { z } from 'zod'
import { listResponse, type StripeApi } from '../api.ts'
import { change } from '../emit-event.ts'
import type { Price } from '../kinds.ts'
import { bool, emptyable, listParameters, mergeMetadata, metadata, oneOf, parameters, text, timeRange } from '../parameters.ts'
import { findPage, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { createPrice, priceFields, releaseLookupKey } from './create-price.ts'
import { createProduct } from './create-product.ts'

const updateInput = parameters({
  active: bool.optional(),
  lookup_key: emptyable(text(200)).optional(),
  metadata: metadata.optional(),
  nickname: emptyable(text()).optional(),
  tax_behavior: oneOf('inclusive', 'exclusive', 'unspecified').optional(),
  transfer_lookup_key: bool.optional(),
})

const listInput = listParameters({
  active: bool.optional(),
  created: timeRange.optional(),
  lookup_keys: z.array(text()).max(10).optional(),
  type: oneOf('one_time', 'recurring').optional(),
})

/** Registers the endpoints of prices. The amount of a price never changes; a new price can take over its lookup key. */
export function priceRoutes(api: StripeApi) {
  api.post('/prices', parameters(priceFields), async ({ service, input }) => {
    const { product, product_data, expand: _, ...rest } = input
    if ((product === undefined) === (product_data === undefined)) {
      throw invalid('You must specify either `product` or `product_data` when creating a price.', 'product')
    }
    if (product !== undefined) await requireObject(service, 'product', product, 'product')
    const productId = product ?? (product_data === undefined ? '' : (await createProduct(service, product_data)).id)
    return createPrice(service, { ...rest, product: productId })
  })

  api.get('/prices', listInput, async ({ service, input }) => {
    const { sql } = service
    const where = { active: input.active, type: input.type }
    const and = input.lookup_keys === undefined ? undefined : sql`and data->>'lookup_key' = any(${input.lookup_keys})`
    return listResponse('/v1/prices', await findPage(service, 'price', { where, created: input.created, and }, input))
  })

  api.get('/prices/:id', parameters({}), ({ service, id }) => requireObject(service, 'price', id))

  api.post('/prices/:id', updateInput, async ({ service, input, id }) => {
    const before = await requireObject(service, 'price', id)
    const { metadata: metadataChanges, transfer_lookup_key = false, expand: _, ...rest } = input
    const { tax_behavior } = rest
    if (tax_behavior !== undefined && tax_behavior !== before.tax_behavior && before.tax_behavior !== 'unspecified')
      throw invalid('You cannot update `tax_behavior` after it is set to `inclusive` or `exclusive`.', 'tax_behavior')
    if (typeof rest.lookup_key === 'string') await releaseLookupKey(service, rest.lookup_key, { transfer: transfer_lookup_key, except: id })
    const changes = { ...withoutUndefined(rest), metadata: mergeMetadata(before.metadata, metadataChanges) }
    return change(service, 'price', before, changes as Partial<Price>, 'price.updated')
  })
}

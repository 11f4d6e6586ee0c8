import { z } from 'zod'
import type { StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { bool, emptyable, hash, mergeMetadata, metadata, parameters, taxCode, text, url } from '../parameters.ts'
import { findAny, insert, requireObject } from '../store.ts'
import { StripeError } from '../stripe-error.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { createPrice, priceFields } from './create-price.ts'

const feature = hash({ name: text(80) })
const { product: _product, product_data: _data, ...defaultPrice } = priceFields

const createInput = parameters({
  name: text(250),
  id: text().optional(),
  active: bool.optional(),
  default_price_data: hash(defaultPrice).optional(),
  description: text().optional(),
  images: z.array(url).max(8).optional(),
  marketing_features: z.array(feature).max(15).optional(),
  metadata: metadata.optional(),
  shippable: bool.optional(),
  statement_descriptor: text(22).optional(),
  tax_code: taxCode.optional(),
  unit_label: text().optional(),
  url: url.optional(),
})

const updateInput = parameters({
  name: text(250).optional(),
  active: bool.optional(),
  default_price: text().optional(),
  description: emptyable(text()).optional(),
  images: emptyable(z.array(url).max(8)).optional(),
  marketing_features: emptyable(z.array(feature).max(15)).optional(),
  metadata: metadata.optional(),
  statement_descriptor: text(22).optional(),
  tax_code: emptyable(taxCode).optional(),
  unit_label: emptyable(text()).optional(),
  url: emptyable(url).optional(),
})

type ProductInput = Omit<z.output<typeof createInput>, 'default_price_data' | 'expand'>

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
    default_price: null,
    description: input.description ?? null,
    images: input.images ?? [],
    livemode: false,
    marketing_features: input.marketing_features ?? [],
    metadata: mergeMetadata({}, input.metadata),
    name: input.name,
    package_dimensions: null,
    shippable: input.shippable ?? null,
    statement_descriptor: input.statement_descriptor ?? null,
    tax_code: input.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: input.unit_label ?? null,
    updated: service.now(),
    url: input.url ?? null,
  }
  await insert(service, 'product', product)
  await emitEvent(service, 'product.created', product)
  return product
}

export function productRoutes(api: StripeApi) {
  api.post('/products', createInput, async ({ service, input }) => {
    const { default_price_data, ...rest } = input
    const product = await createProduct(service, rest)
    if (default_price_data === undefined) return product
    const price = await createPrice(service, { ...default_price_data, product: product.id })
    return change(service, 'product', product, { default_price: price.id })
  })

  api.get('/products/:id', parameters({}), ({ service, id }) => requireObject(service, 'product', id))

  api.post('/products/:id', updateInput, async ({ service, input, id }) => {
    const before = await requireObject(service, 'product', id)
    const { metadata: metadataChanges, images, marketing_features, default_price, expand: _, ...rest } = input
    if (default_price !== undefined) await requireObject(service, 'price', default_price, 'default_price')
    const changes = {
      ...withoutUndefined({ ...rest, default_price }),
      ...(images !== undefined && { images: images ?? [] }),
      ...(marketing_features !== undefined && { marketing_features: marketing_features ?? [] }),
      metadata: mergeMetadata(before.metadata, metadataChanges),
      updated: service.now(),
    }
    return change(service, 'product', before, changes as Partial<Stored<'product'>>, 'product.updated')
  })
}

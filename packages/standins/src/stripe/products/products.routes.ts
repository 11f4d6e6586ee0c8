import { z } from 'zod'
import { listResponse, retrieveRoute, type StripeApi } from '../core/api.ts'
import type { StripeService } from '../core/context.ts'
import { makeId, type Price, type Stored } from '../core/kinds.ts'
import {
  bool,
  currency,
  emptyable,
  hash,
  integer,
  listParameters,
  mergeMetadata,
  metadata,
  oneOf,
  parameters,
  taxCode,
  text,
} from '../core/parameters.ts'
import { findAll, findAny, findPage, requireObject } from '../core/store.ts'
import { invalid, StripeError } from '../core/stripe-error.ts'
import { withoutUndefined } from '../core/without-undefined.ts'
import { change, create } from '../webhooks/emit-event.ts'

const productInput = parameters({
  name: text(250),
  id: text().optional(),
  description: text().optional(),
  metadata: metadata.optional(),
  tax_code: taxCode.optional(),
})
const productUpdate = parameters({
  active: bool.optional(),
  metadata: metadata.optional(),
  tax_code: emptyable(taxCode).optional(),
})

const taxBehavior = oneOf('inclusive', 'exclusive', 'unspecified').optional()
const priceInput = parameters({
  currency,
  metadata: metadata.optional(),
  unit_amount: integer({ min: 0, max: 99_999_999 }),
  product: text().optional(),
  product_data: hash({ name: text(250) }).optional(),
  lookup_key: text(200).optional(),
  transfer_lookup_key: bool.optional(),
  nickname: text().optional(),
  recurring: hash({ interval: oneOf('month') }).optional(),
  tax_behavior: taxBehavior,
})
const priceUpdate = parameters({ active: bool.optional(), tax_behavior: taxBehavior })
const priceList = listParameters({ active: bool.optional(), lookup_keys: z.array(text()).max(10).optional() })

async function createProduct(service: StripeService, input: z.output<typeof productInput>): Promise<Stored<'product'>> {
  const { id = makeId('product'), name, description = null, tax_code = null } = input
  if ((await findAny(service, id)) !== undefined) {
    throw new StripeError(`Product already exists with ID: ${id}.`, { code: 'resource_already_exists', param: 'id' })
  }
  const fields = { id, name, description, tax_code, active: true, metadata: mergeMetadata({}, input.metadata) }
  return create(service, 'product', fields)
}

/** Frees a lookup key for another price. Throws if the key is in use and `transfer` is not set. */
async function releaseLookupKey(service: StripeService, lookup_key: string, transfer: boolean | undefined) {
  for (const holder of await findAll(service, 'price', { where: { lookup_key } })) {
    if (transfer !== true) throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
    await change(service, 'price', holder, { lookup_key: null })
  }
}

async function createPrice(service: StripeService, input: z.output<typeof priceInput>): Promise<Price> {
  const { product, product_data, lookup_key, unit_amount } = input
  if ((product === undefined) === (product_data === undefined)) {
    throw invalid('You must specify either `product` or `product_data` when creating a price.', 'product')
  }
  if (product !== undefined) await requireObject(service, 'product', product, 'product')
  const productId = product ?? (await createProduct(service, { name: '', ...product_data })).id
  if (lookup_key !== undefined) await releaseLookupKey(service, lookup_key, input.transfer_lookup_key)
  return create(service, 'price', {
    active: true,
    currency: input.currency,
    lookup_key: lookup_key ?? null,
    metadata: mergeMetadata({}, input.metadata),
    nickname: input.nickname ?? null,
    product: productId,
    recurring: input.recurring ? ({ interval: 'month', interval_count: 1 } as Price['recurring']) : null,
    tax_behavior: input.tax_behavior ?? 'unspecified',
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount,
  })
}

/** The price of one checkout (`price_data`). */
export type InlinePrice = { currency: string; product: string; unit_amount: number; tax_behavior?: Price['tax_behavior'] | undefined }

/** Creates the price of one checkout. It is inactive, so that nothing else can use it. */
export async function createInlinePrice(service: StripeService, { tax_behavior, ...price }: InlinePrice, param: string): Promise<Price> {
  const { active } = await requireObject(service, 'product', price.product, `${param}[product]`)
  if (!active) throw invalid('The product specified is inactive. This field only accepts active products.', `${param}[product]`)
  return create(service, 'price', {
    ...{ active: false, lookup_key: null, metadata: {}, nickname: null, recurring: null, type: 'one_time' as const },
    ...{ ...price, tax_behavior: tax_behavior ?? 'unspecified' },
  })
}

/** Registers the endpoints of products and prices. The amount of a price never changes; a new price can take over its lookup key. */
export function productRoutes(api: StripeApi) {
  api.post('/products', productInput, ({ service, input }) => createProduct(service, input))
  retrieveRoute(api, '/products', 'product')
  api.post('/products/:id', productUpdate, async ({ service, input, id }) => {
    const before = await requireObject(service, 'product', id)
    const { metadata: metadataChanges, expand: _, ...rest } = input
    const changes = { ...withoutUndefined(rest), metadata: mergeMetadata(before.metadata, metadataChanges) }
    return change(service, 'product', before, changes)
  })

  api.post('/prices', priceInput, ({ service, input }) => createPrice(service, input))
  api.get('/prices', priceList, async ({ service, input: { active, lookup_keys, ...paging } }) => {
    const and = lookup_keys === undefined ? undefined : service.sql`and data->>'lookup_key' = any(${lookup_keys})`
    return listResponse('/v1/prices', await findPage(service, 'price', { where: { active }, and }, paging))
  })
  retrieveRoute(api, '/prices', 'price')
  api.post('/prices/:id', priceUpdate, async ({ service, input, id }) => {
    const before = await requireObject(service, 'price', id)
    const { active, tax_behavior } = input
    if (tax_behavior !== undefined && tax_behavior !== before.tax_behavior && before.tax_behavior !== 'unspecified')
      throw invalid('You cannot update `tax_behavior` after it is set to `inclusive` or `exclusive`.', 'tax_behavior')
    return change(service, 'price', before, withoutUndefined({ active, tax_behavior }))
  })
}

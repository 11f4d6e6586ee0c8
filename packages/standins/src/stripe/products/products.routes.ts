import type { StripeApi } from '../api.ts'
import { change } from '../emit-event.ts'
import { bool, emptyable, mergeMetadata, metadata, parameters, taxCode, text } from '../parameters.ts'
import { requireObject } from '../store.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { createProduct, productInput } from './create-product.ts'

const updateInput = parameters({
  name: text(250).optional(),
  active: bool.optional(),
  description: emptyable(text()).optional(),
  metadata: metadata.optional(),
  tax_code: emptyable(taxCode).optional(),
})

export function productRoutes(api: StripeApi) {
  api.post('/products', productInput, ({ service, input }) => createProduct(service, input))

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

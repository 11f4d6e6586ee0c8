import { listResponse, type StripeApi } from '../api.ts'
import { listParameters, parameters, text } from '../parameters.ts'
import { findAll, requireObject } from '../store.ts'
import { noSuch } from '../stripe-error.ts'

/** Registers the read-only endpoints of subscription items. The stand-in changes items through their subscription. */
export function subscriptionItemRoutes(api: StripeApi) {
  api.get('/subscription_items', listParameters({ subscription: text() }), async ({ service, input }) => {
    const { items } = await requireObject(service, 'subscription', input.subscription, 'subscription')
    return listResponse('/v1/subscription_items', { data: items.data, has_more: false })
  })

  api.get('/subscription_items/:id', parameters({}), async ({ service, id }) => {
    const owners = await findAll(service, 'subscription', { where: { items: { data: [{ id }] } } })
    const item = owners.flatMap(({ items }) => items.data).find((one) => one.id === id)
    if (item === undefined) throw noSuch('subscription_item', id)
    return item
  })
}

import { z } from 'zod'
import { listResponse, listRoute, type StripeApi } from '../core/api.ts'
import type { StripeService } from '../core/context.ts'
import { STRIPE_VERSION } from '../core/identity.ts'
import { makeId } from '../core/kinds.ts'
import { bool, createdSince, emptyable, listParameters, oneOf, parameters, text, url } from '../core/parameters.ts'
import { findPage, remove, requireObject } from '../core/store.ts'
import { withoutUndefined } from '../core/without-undefined.ts'
import { change, create } from '../webhooks/emit-event.ts'
import { isEventType } from '../webhooks/event-types.ts'

/** Returns the URL of the seller's terms, as entered in the dashboard under Settings, Public details; null: none. */
export async function termsUrl({ sql }: StripeService): Promise<string | null> {
  const [row] = await sql<{ terms_of_service_url: string | null }[]>`select terms_of_service_url from stripe.public_details`
  return row?.terms_of_service_url ?? null
}

export async function setTermsUrl({ sql }: StripeService, terms_of_service_url: string | null): Promise<void> {
  await sql`
    insert into stripe.public_details (terms_of_service_url) values (${terms_of_service_url})
    on conflict (one) do update set terms_of_service_url = excluded.terms_of_service_url`
}

const eventNames = z
  .array(
    text().refine(isEventType, { error: ({ input }) => `Invalid enabled_events: ${String(input)} is not an event type of this version.` }),
  )
  .min(1)
const endpointInput = parameters({
  url,
  enabled_events: eventNames,
  api_version: oneOf(STRIPE_VERSION).optional(),
  description: emptyable(text()).optional(),
})
const endpointUpdate = parameters({ url: url.optional(), enabled_events: eventNames.optional(), disabled: bool.optional() })
const eventList = listParameters({ types: z.array(text()).max(20).optional(), created: createdSince.optional() })

/** Registers the endpoints of the account, its events and its webhook endpoints, whose secrets the API shows only when they are created. */
export function accountRoutes(api: StripeApi) {
  api.get('/account', parameters({}), async ({ service }) => ({ id: service.identity.account, object: 'account' }))

  // Stripe Tax is active without registrations, so it adds nothing
  api.get('/tax/settings', parameters({}), async () => ({ object: 'tax.settings', status: 'active' }))

  api.get('/events', eventList, async ({ service, input: { types, created, ...paging } }) => {
    const and = types === undefined ? undefined : service.sql`and data->>'type' = any(${types})`
    return listResponse('/v1/events', await findPage(service, 'event', { created, and }, paging))
  })

  api.post('/webhook_endpoints', endpointInput, async ({ service, input }) => {
    const secret = makeId('webhook_secret')
    const { api_version = null, description = null, enabled_events, url } = input
    const fields = { api_version, description, enabled_events, status: 'enabled', url }
    return { ...(await create(service, 'webhook_endpoint', fields, { secret })), secret }
  })

  listRoute(api, '/webhook_endpoints', 'webhook_endpoint', {})

  api.post('/webhook_endpoints/:id', endpointUpdate, async ({ service, input: { disabled, enabled_events, url }, id }) => {
    const status = disabled === undefined ? undefined : disabled ? 'disabled' : 'enabled'
    const before = await requireObject(service, 'webhook_endpoint', id)
    return change(service, 'webhook_endpoint', before, withoutUndefined({ enabled_events, status, url }))
  })

  api.delete('/webhook_endpoints/:id', parameters({}), async ({ service, id }) => {
    await requireObject(service, 'webhook_endpoint', id)
    return remove(service, 'webhook_endpoint', id)
  })
}

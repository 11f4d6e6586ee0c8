import { z } from 'zod'
import { listRoute, type StripeApi } from './api.ts'
import { change } from './emit-event.ts'
import { STRIPE_VERSION } from './identity.ts'
import { makeId } from './ids.ts'
import type { Stored } from './kinds.ts'
import { bool, emptyable, mergeMetadata, metadata, oneOf, parameters, text, url } from './parameters.ts'
import { insert, remove, requireObject } from './store.ts'
import { isEventType } from './webhooks/event-types.ts'
import { withoutUndefined } from './without-undefined.ts'

const eventNames = z
  .array(
    text().refine(isEventType, { error: ({ input }) => `Invalid enabled_events: ${String(input)} is not an event type of this version.` }),
  )
  .min(1)

const createInput = parameters({
  url,
  enabled_events: eventNames,
  api_version: oneOf(STRIPE_VERSION).optional(),
  description: emptyable(text()).optional(),
  metadata: metadata.optional(),
})

const updateInput = parameters({
  url: url.optional(),
  enabled_events: eventNames.optional(),
  description: emptyable(text()).optional(),
  metadata: metadata.optional(),
  disabled: bool.optional(),
})

/** Registers the endpoints that manage webhook endpoints. The API shows a secret only when its endpoint is created. */
export function webhookEndpointRoutes(api: StripeApi) {
  api.post('/webhook_endpoints', createInput, async ({ service, input }) => {
    const secret = makeId('webhook_secret')
    const endpoint: Stored<'webhook_endpoint'> = {
      id: makeId('webhook_endpoint'),
      object: 'webhook_endpoint',
      api_version: input.api_version ?? null,
      application: null,
      created: service.now(),
      description: input.description ?? null,
      enabled_events: input.enabled_events,
      livemode: false,
      metadata: mergeMetadata({}, input.metadata),
      status: 'enabled',
      url: input.url,
    }
    await insert(service, 'webhook_endpoint', endpoint, { secret })
    return { ...endpoint, secret }
  })

  listRoute(api, '/webhook_endpoints', 'webhook_endpoint', {})

  api.post('/webhook_endpoints/:id', updateInput, async ({ service, input, id }) => {
    const before = await requireObject(service, 'webhook_endpoint', id)
    const { metadata: metadataChanges, disabled, expand: _, ...rest } = input
    return change(service, 'webhook_endpoint', before, {
      ...withoutUndefined(rest),
      ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
      metadata: mergeMetadata(before.metadata, metadataChanges),
    })
  })

  api.delete('/webhook_endpoints/:id', parameters({}), async ({ service, id }) => {
    await requireObject(service, 'webhook_endpoint', id)
    return remove(service, 'webhook_endpoint', id)
  })
}

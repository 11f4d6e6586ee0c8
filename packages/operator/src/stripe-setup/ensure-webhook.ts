import { HANDLED_TYPES, type HandledType, isMissing, STRIPE_API_VERSION } from '@academy/api/stripe-account'
import type Stripe from 'stripe'
import type { SetupLine } from './ensure-products.ts'

export type WebhookOutcome = {
  line: SetupLine
  /** The signing secret of a new endpoint, which Stripe shows only once. */
  webhookSecret?: string | undefined
  /** The ids of old endpoints that could not be deleted. */
  notDeleted: string[]
}

const DESCRIPTION = 'Notifies the academy of payments. Created by npx -y pnpm@10 academy stripe:setup.'

/** Lists all webhook endpoints of an account. Stripe allows at most sixteen. */
export const listEndpoints = (stripe: Stripe): Promise<Stripe.WebhookEndpoint[]> =>
  stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })

/** Returns the required event types that an endpoint lacks. */
export const missingTypes = ({ enabled_events }: Stripe.WebhookEndpoint): HandledType[] =>
  enabled_events.includes('*') ? [] : HANDLED_TYPES.filter((type) => !enabled_events.includes(type))

/**
 * Creates or corrects the webhook endpoint, with the API version that the academy reads. Stripe shows the signing secret only when an endpoint is
 * created; `renew` creates it again for operators who lost the secret.
 */
export async function ensureWebhook(stripe: Stripe, url: string, renew: boolean): Promise<WebhookOutcome> {
  const what = `webhook ${url}`
  const existing = (await listEndpoints(stripe)).filter((endpoint) => endpoint.url === url)
  const [usable] = existing.filter(({ api_version }) => api_version === STRIPE_API_VERSION)
  if (!renew && usable) {
    if (missingTypes(usable).length === 0 && usable.status === 'enabled')
      return { line: { what, id: usable.id, done: 'unchanged' }, notDeleted: [] }
    const more = [...new Set([...usable.enabled_events, ...HANDLED_TYPES])] as Stripe.WebhookEndpointUpdateParams.EnabledEvent[]
    await stripe.webhookEndpoints.update(usable.id, { enabled_events: more, disabled: false })
    return { line: { what, id: usable.id, done: 'updated' }, notDeleted: [] }
  }
  const created = await stripe.webhookEndpoints.create({
    url,
    enabled_events: HANDLED_TYPES,
    api_version: STRIPE_API_VERSION,
    description: DESCRIPTION,
  })
  // an endpoint's version cannot change, and two endpoints would deliver each event twice
  const notDeleted: string[] = []
  for (const { id } of existing) {
    // a failure must not lose the signing secret
    await stripe.webhookEndpoints.del(id).catch((error: unknown) => {
      if (!isMissing(error)) notDeleted.push(id)
    })
  }
  return { line: { what, id: created.id, done: existing.length > 0 ? 'updated' : 'created' }, webhookSecret: created.secret, notDeleted }
}

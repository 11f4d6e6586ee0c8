import type Stripe from 'stripe'
import { ensurePortal, type PortalUrls } from './ensure-portal.ts'
import { ensureProducts, type SetupLine } from './ensure-products.ts'
import { ensureWebhook } from './ensure-webhook.ts'

export type SetupOptions = PortalUrls & {
  /** URL of the API for Stripe; undefined: the setup creates no webhook endpoint. */
  webhookUrl: string | undefined
  /** Whether to create the endpoint again, to get its signing secret. */
  renewWebhook: boolean
}

type SetupReport = {
  /** The results in order. */
  lines: SetupLine[]
  /** The signing secret of a new webhook endpoint, which Stripe shows only once. */
  webhookSecret: string | undefined
  /** The ids of old webhook endpoints that could not be deleted. */
  notDeleted: string[]
}

/** Creates and corrects the objects that the academy needs in a Stripe account, and changes nothing else. */
export async function setUpStripe(stripe: Stripe, options: SetupOptions): Promise<SetupReport> {
  const { webhookUrl, renewWebhook } = options
  const lines = await ensureProducts(stripe)
  lines.push(await ensurePortal(stripe, options))
  if (webhookUrl === undefined) return { lines, webhookSecret: undefined, notDeleted: [] }
  const { line, secret, notDeleted } = await ensureWebhook(stripe, webhookUrl, { renew: renewWebhook })
  return { lines: [...lines, line], webhookSecret: secret, notDeleted }
}

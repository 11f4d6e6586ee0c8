import type Stripe from 'stripe'
import { ensurePortal, type PortalUrls } from './ensure-portal.ts'
import { ensureProducts, type SetupLine } from './ensure-products.ts'
import { ensureWebhook, type WebhookOutcome } from './ensure-webhook.ts'

export type SetupOptions = PortalUrls & {
  /** URL of the API for Stripe; undefined: the setup creates no webhook endpoint. */
  webhookUrl: string | undefined
  /** Whether to create the endpoint again, to get its signing secret. */
  renewWebhook: boolean
}

/** The results of the setup, in order. */
type SetupReport = Omit<WebhookOutcome, 'line'> & { lines: SetupLine[] }

/** Creates and corrects the objects that the academy needs in a Stripe account, and changes nothing else. */
export async function setUpStripe(stripe: Stripe, options: SetupOptions): Promise<SetupReport> {
  const { webhookUrl, renewWebhook } = options
  const lines = [...(await ensureProducts(stripe)), await ensurePortal(stripe, options)]
  if (webhookUrl === undefined) return { lines, notDeleted: [] }
  const { line, ...webhook } = await ensureWebhook(stripe, webhookUrl, renewWebhook)
  return { lines: [...lines, line], ...webhook }
}

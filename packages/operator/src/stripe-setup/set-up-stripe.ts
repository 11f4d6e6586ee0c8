import type Stripe from 'stripe'
import { ensurePortal } from './ensure-portal.ts'
import { ensureProducts } from './ensure-products.ts'
import { ensureWebhook } from './ensure-webhook.ts'
import type { SetupReport } from './setup-report.ts'

export type SetupOptions = {
  /** Where Stripe reaches the API; undefined: no endpoint is made. */
  webhookUrl: string | undefined
  /** Makes the endpoint anew, to learn its signing secret. */
  renewWebhook: boolean
  /** Origin of the web app. */
  webOrigin: string
}

/** Brings a Stripe account to what the academy needs: creates what is missing, mends what is wrong, and leaves everything else alone. */
export async function setUpStripe(stripe: Stripe, { webhookUrl, renewWebhook, webOrigin }: SetupOptions): Promise<SetupReport> {
  const lines = await ensureProducts(stripe)
  lines.push(await ensurePortal(stripe, `${webOrigin}/settings`))
  if (webhookUrl === undefined) return { lines, webhookSecret: undefined }
  const { line, secret } = await ensureWebhook(stripe, webhookUrl, { renew: renewWebhook })
  return { lines: [...lines, line], webhookSecret: secret }
}

import { openStripe, STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { listEndpoints, setUpStripe } from '@academy/operator'
import { callControl, type Standins } from '@academy/standins'
import type { LocalSettings } from './settings.ts'

/**
 * Sets up the stand-in for Stripe as an operator sets up a real account: products, prices, portal and the API's webhook endpoint. Creates the
 * endpoint again at each start, because Stripe shows a signing secret only when its endpoint is created. The API's reconciliation finds the events
 * that happened without an endpoint. Returns the signing secret.
 */
export async function setUpCheckout(
  { stripeSecretKey, stripeBaseUrl, url }: Pick<Standins, 'stripeSecretKey' | 'stripeBaseUrl' | 'url'>,
  { webUrl, apiUrl, sellerPages = {} }: { webUrl: string; apiUrl: string } & Pick<LocalSettings, 'sellerPages'>,
): Promise<string> {
  const stripe = openStripe({ secretKey: stripeSecretKey, baseUrl: stripeBaseUrl })
  const webhookUrl = `${apiUrl}${STRIPE_WEBHOOK_PATH}`
  // An earlier run on other ports may have left its endpoint in the same data. The URL of that endpoint no longer works.
  const stale = (await listEndpoints(stripe)).filter(({ url }) => url !== webhookUrl && url.endsWith(STRIPE_WEBHOOK_PATH))
  for (const { id } of stale) await stripe.webhookEndpoints.del(id)
  const { VITE_TERMS_URL: termsUrl, VITE_PRIVACY_URL: privacyUrl } = sellerPages
  const { webhookSecret } = await setUpStripe(stripe, { webhookUrl, renewWebhook: true, webOrigin: webUrl, termsUrl, privacyUrl })
  if (webhookSecret === undefined) throw new Error('the new webhook endpoint has no secret')
  // Stripe's API cannot set the URL of the terms: an operator enters it in the dashboard.
  if (termsUrl !== undefined) await callControl(url, 'PUT', '/stripe/control/public_details', { terms_of_service_url: termsUrl })
  return webhookSecret
}

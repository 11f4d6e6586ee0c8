import { openStripe, STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { listEndpoints, setUpStripe } from '@academy/operator'
import type { Standins } from '@academy/standins'

/**
 * Sets up the stand-in for Stripe as an operator sets up a real account: products, prices, portal and the API's webhook endpoint. The endpoint
 * is created at each start, because Stripe shows its secret only then. Reconciling finds the events in between. @returns the secret.
 */
export async function setUpCheckout(
  { stripeSecretKey, stripeBaseUrl }: Pick<Standins, 'stripeSecretKey' | 'stripeBaseUrl'>,
  { webUrl, apiUrl }: { webUrl: string; apiUrl: string },
): Promise<string> {
  const stripe = openStripe({ secretKey: stripeSecretKey, baseUrl: stripeBaseUrl })
  const webhookUrl = `${apiUrl}${STRIPE_WEBHOOK_PATH}`
  // An academy on other ports may have used the same data before. Its address no longer answers.
  const stale = (await listEndpoints(stripe)).filter(({ url }) => url !== webhookUrl && url.endsWith(STRIPE_WEBHOOK_PATH))
  for (const { id } of stale) await stripe.webhookEndpoints.del(id)
  const { webhookSecret } = await setUpStripe(stripe, { webhookUrl, renewWebhook: true, webOrigin: webUrl })
  if (webhookSecret === undefined) throw new Error('the new webhook endpoint has no secret')
  return webhookSecret
}

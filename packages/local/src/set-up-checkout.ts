import { openStripe, STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { listEndpoints, setUpStripe } from '@academy/operator'
import type { Standins } from '@academy/standins'

/**
 * Sets the stand-in for Stripe up as an operator does with a real account: products, prices, portal, and the endpoint at which the API
 * hears of payments. That is made anew at each start, as Stripe tells its secret only then; what was told meanwhile is found by
 * reconciling. @returns the secret.
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

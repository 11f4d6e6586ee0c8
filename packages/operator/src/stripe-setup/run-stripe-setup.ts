import { openStripe } from '@academy/api/stripe-account'
import Stripe from 'stripe'
import { CommandError } from '../command-error.ts'
import { stripeMode } from '../settings-guide/setting.ts'
import { setUpStripe } from './set-up-stripe.ts'
import type { SetupSettings } from './setup-settings.ts'

/** Explains a failed request to the operator; undefined for bugs of the command. */
function explainStripe(error: unknown, baseUrl: string): CommandError | undefined {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return new CommandError(`Stripe at ${baseUrl} does not accept STRIPE_SECRET_KEY.`)
  if (error instanceof Stripe.errors.StripePermissionError)
    return new CommandError(`${error.message}\nGive the restricted key that permission, or use the secret key.`)
  if (error instanceof Stripe.errors.StripeConnectionError)
    return new CommandError(`Nothing responds at ${baseUrl}. Is it the right address, and is it running?`)
  if (error instanceof Stripe.errors.StripeError)
    return new CommandError(
      `Stripe responded with "${error.message}" (request ${error.requestId ?? 'unknown'}).\nStart the command again: it goes on where it stopped.`,
    )
  return undefined
}

/** Sets the account up and prints the results and the next steps. */
export async function runStripeSetup(settings: SetupSettings, say: (line: string) => void): Promise<void> {
  const { secretKey, baseUrl, webhookUrl } = settings
  say(`  setting up the ${stripeMode(secretKey) === 'live' ? 'LIVE' : 'test'} mode of the Stripe account at ${baseUrl}`)
  try {
    const { lines, webhookSecret, notDeleted } = await setUpStripe(openStripe({ secretKey, baseUrl }), settings)
    for (const { what, id, done } of lines) say(`  ${done.padEnd(10)}${what} (${id})`)
    if (webhookSecret) say(`\n  Set STRIPE_WEBHOOK_SECRET=${webhookSecret}\n  It is shown only once.`)
    else if (webhookUrl)
      say('\n  The signing secret of the webhook endpoint is in the Stripe dashboard; --renew-webhook creates a new one.')
    else say('\n  No webhook endpoint was created: Stripe reaches only https addresses.')
    for (const id of notDeleted)
      say(`\n  Delete the endpoint ${id} in the Stripe dashboard: the command could not, and it delivers each event a second time.`)
  } catch (error) {
    throw explainStripe(error, baseUrl) ?? error
  }
}

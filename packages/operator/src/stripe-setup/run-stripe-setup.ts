import { openStripe, STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { stripeMode } from '@academy/settings'
import Stripe from 'stripe'
import { CommandError } from '../command-error.ts'
import type { Environment } from '../environment.ts'
import { parseOptions, requireEncrypted, usageError } from '../read-command.ts'
import { type SetupOptions, setUpStripe } from './set-up-stripe.ts'

type SetupSettings = SetupOptions & { secretKey: string; baseUrl: string }

export const STRIPE_SETUP_HELP = `
  npx -y pnpm@10 academy stripe:setup [--renew-webhook]

Settings: STRIPE_SECRET_KEY (begin with one of test mode), WEB_ORIGIN, PUBLIC_API_URL, VITE_TERMS_URL, VITE_PRIVACY_URL
The command creates the webhook endpoint at PUBLIC_API_URL, or else at WEB_ORIGIN, if that is an https address.
  --renew-webhook   creates the endpoint again, for a new signing secret; the old secret becomes invalid`

/** Reads the settings of the setup. Throws a CommandError for missing ones. */
export function readSetupSettings(args: string[], env: Environment): SetupSettings {
  const options = { 'renew-webhook': { type: 'boolean', default: false } } as const
  const { 'renew-webhook': renewWebhook } = parseOptions(STRIPE_SETUP_HELP, { args, options }).values
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_BASE_URL, WEB_ORIGIN: webOrigin, PUBLIC_API_URL, VITE_TERMS_URL, VITE_PRIVACY_URL } = env
  if (!secretKey) throw usageError('STRIPE_SECRET_KEY is not set. It is the secret key of the Stripe account.', STRIPE_SETUP_HELP)
  if (!/^(sk|rk)_(test|live)_/.test(secretKey)) throw usageError('STRIPE_SECRET_KEY is not a secret key of Stripe.', STRIPE_SETUP_HELP)
  if (!webOrigin || !URL.parse(webOrigin)) throw usageError('WEB_ORIGIN is not set. It is the address of the academy.', STRIPE_SETUP_HELP)
  if (STRIPE_BASE_URL) requireEncrypted('STRIPE_BASE_URL', STRIPE_BASE_URL, STRIPE_SETUP_HELP)
  const apiUrl = (PUBLIC_API_URL || webOrigin).replace(/\/+$/, '')
  return {
    secretKey,
    baseUrl: STRIPE_BASE_URL || 'https://api.stripe.com',
    webOrigin: new URL(webOrigin).origin,
    // Stripe delivers webhooks only to https URLs
    webhookUrl: apiUrl.startsWith('https://') ? `${apiUrl}${STRIPE_WEBHOOK_PATH}` : undefined,
    renewWebhook,
    termsUrl: VITE_TERMS_URL || undefined,
    privacyUrl: VITE_PRIVACY_URL || undefined,
  }
}

/** Explains a failed request to the operator; undefined for bugs of the command. */
export function explainStripe(error: unknown, baseUrl: string): CommandError | undefined {
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

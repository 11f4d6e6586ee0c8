import { STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import type { Environment } from '../environment.ts'
import { parseOptions, usageError } from '../read-command.ts'
import type { SetupOptions } from './set-up-stripe.ts'

export type SetupSettings = SetupOptions & { secretKey: string; baseUrl: string }

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

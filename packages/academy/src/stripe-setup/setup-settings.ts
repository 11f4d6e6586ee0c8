import { parseArgs } from 'node:util'
import { STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { STRIPE_SECRET_KEY } from '@academy/standins'
import { Problem } from '../local/problem.ts'
import { readSettings } from '../local/settings.ts'
import type { SetupOptions } from './set-up-stripe.ts'

export type SetupSettings = SetupOptions & { secretKey: string; baseUrl: string }

const HELP = `
A real account (a test mode key is a good beginning):
  STRIPE_SECRET_KEY=sk_... WEB_ORIGIN=https://academy.example.com npx -y pnpm@10 stripe:setup
The webhook endpoint is made at PUBLIC_API_URL, or else at WEB_ORIGIN, if that is an https address.
  --renew-webhook   makes it anew, to learn its signing secret: the old one is no longer good then
The local academy, while it runs:
  npx -y pnpm@10 stripe:setup --local`

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: { local: { type: 'boolean' }, 'renew-webhook': { type: 'boolean', default: false } } }).values
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n${HELP}`)
  }
}

/** Which account the setup is about, and what shall be in it. Throws a Problem that says what is missing. */
export function readSetupSettings(args: string[], env: Record<string, string | undefined>): SetupSettings {
  const { local, 'renew-webhook': renewWebhook } = parsed(args)
  if (local) {
    const { ports } = readSettings(env)
    // The running API has its secret since it started: the endpoint is left as it is.
    const own = { webOrigin: `http://localhost:${ports.web}`, webhookUrl: undefined, renewWebhook: false }
    return { secretKey: STRIPE_SECRET_KEY, baseUrl: `http://localhost:${ports.standins}`, ...own }
  }
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_BASE_URL, WEB_ORIGIN: webOrigin, PUBLIC_API_URL } = env
  if (!secretKey) throw new Problem(`STRIPE_SECRET_KEY is not set: which account is meant?\n${HELP}`)
  if (!/^(sk|rk)_(test|live)_/.test(secretKey)) throw new Problem(`STRIPE_SECRET_KEY is not a secret key of Stripe.\n${HELP}`)
  if (!webOrigin || !URL.parse(webOrigin)) throw new Problem(`WEB_ORIGIN is not set: where is the academy?\n${HELP}`)
  const reachedAt = (PUBLIC_API_URL || webOrigin).replace(/\/+$/, '')
  return {
    secretKey,
    baseUrl: STRIPE_BASE_URL || 'https://api.stripe.com',
    webOrigin: new URL(webOrigin).origin,
    // Stripe reaches no other addresses.
    webhookUrl: reachedAt.startsWith('https://') ? `${reachedAt}${STRIPE_WEBHOOK_PATH}` : undefined,
    renewWebhook,
  }
}

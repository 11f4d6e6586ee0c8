import type { Config } from '@academy/api/config'
import {
  findPrices,
  HANDLED_EVENTS,
  openStripe,
  PORTAL_METADATA,
  priceProblem,
  STRIPE_API_VERSION,
  STRIPE_WEBHOOK_PATH,
  suggestedFix,
} from '@academy/api/stripe-account'
import { PRICES } from '@academy/catalog'
import { stripeMode } from '@academy/settings'
import Stripe from 'stripe'
import { listEndpoints, missingTypes } from '../stripe-setup/ensure-webhook.ts'
import { checkSeller } from './check-seller.ts'
import { describeError, type Finding, note, ok, problem, TIMEOUT_MS } from './finding.ts'
import { isLocal } from './is-local.ts'

type Account = { stripe: Stripe; settings: NonNullable<Config['stripe']>; config: Config }

const isLive = (key: string): boolean => stripeMode(key) === 'live'

const RUN_SETUP = 'Run npx -y pnpm@10 academy stripe:setup.'

function checkMode({ settings, config }: Account): Finding {
  if (isLive(settings.secretKey) && isLocal(config.webOrigin))
    return problem('Mode of Stripe', `a LIVE key on ${config.webOrigin}. Use a test key here.`, 'trying things out charges real cards')
  if (isLive(settings.secretKey)) return ok('Mode of Stripe', 'live: real cards are charged')
  return isLocal(config.webOrigin)
    ? ok('Mode of Stripe', 'test: no money is charged')
    : note('Mode of Stripe', 'test: no money is charged. Set a live key, and its webhook secret, to sell.')
}

async function checkPrices({ stripe, settings }: Account): Promise<Finding[]> {
  const prices = await findPrices(stripe, settings)
  const problems = PRICES.flatMap((wanted) => {
    const { key } = wanted
    const price = prices.get(key)
    const defect = price ? priceProblem(price, wanted, settings) : 'does not exist'
    if (defect === undefined && price && price.livemode === isLive(settings.secretKey)) return []
    const why = defect ?? `belongs to ${price?.livemode ? 'live' : 'test'} mode`
    const which = price?.id ?? settings.prices[key] ?? 'the price'
    return [problem(`Price ${key}`, `${which} ${why}. ${suggestedFix(key, settings)}`, 'this cannot be bought')]
  })
  return problems.length > 0 ? problems : [ok('Prices', `all ${PRICES.length} exist, and charge what is shown`)]
}

const DELAYED_ACCESS = 'purchases give access only after the next reconciliation, minutes later'

/** Returns a problem unless the URL is the API's webhook, which refuses a request without a signature with 400. */
async function findUnreachable(url: string): Promise<Finding | undefined> {
  try {
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { status } = await fetch(url, { method: 'POST', body: '{}', headers, redirect: 'manual', signal })
    return status === 400 ? undefined : problem('Webhook', `${url} responds with ${status}, so the API is not there.`, DELAYED_ACCESS)
  } catch (error) {
    return problem('Webhook', `nothing responds at ${url}: ${describeError(error)}`, DELAYED_ACCESS)
  }
}

async function checkWebhook({ stripe, config }: Account): Promise<Finding[]> {
  const endpoints = (await listEndpoints(stripe)).filter(({ url }) => URL.parse(url)?.pathname === STRIPE_WEBHOOK_PATH)
  const host = new URL(config.publicApiUrl || config.webOrigin).host
  const endpoint =
    endpoints.find(({ url }) => new URL(url).host === host) ?? endpoints.find(({ url }) => isLocal(url) && isLocal(config.webOrigin))
  if (!endpoint) {
    const others = endpoints.length > 0 ? ` There is one at ${endpoints.map(({ url }) => url).join(', ')}.` : ''
    return [problem('Webhook', `Stripe knows no endpoint at ${host}.${others} ${RUN_SETUP}`, DELAYED_ACCESS)]
  }
  const findings: Finding[] = []
  if (endpoint.status !== 'enabled') findings.push(problem('Webhook', `${endpoint.url} is disabled. ${RUN_SETUP}`, DELAYED_ACCESS))
  for (const type of missingTypes(endpoint))
    findings.push(problem('Webhook', `does not receive ${type}. ${RUN_SETUP}`, `unnoticed at first: ${HANDLED_EVENTS[type]}`))
  if (endpoint.api_version !== STRIPE_API_VERSION) {
    const version = endpoint.api_version ?? "the account's version"
    findings.push(note('Webhook', `uses ${version}, not ${STRIPE_API_VERSION}. ${RUN_SETUP}`))
  }
  const unreachable = await findUnreachable(endpoint.url)
  if (unreachable) findings.push(unreachable)
  return findings.length > 0 ? findings : [ok('Webhook', `${endpoint.url} is enabled, responds, and receives every event`)]
}

async function checkPortal({ stripe }: Account): Promise<Finding> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  if (data.some(({ metadata }) => metadata?.academy === PORTAL_METADATA.academy)) return ok('Billing portal', 'is configured')
  if (data.some(({ is_default }) => is_default))
    return note('Billing portal', `the default of the account is used. To create the academy's configuration: ${RUN_SETUP}`)
  return problem('Billing portal', `has no configuration. ${RUN_SETUP}`, 'subscribers cannot cancel or change their card')
}

async function checkTax({ stripe, settings }: Account): Promise<Finding[]> {
  if (!settings.automaticTax) return [note('Taxes', 'STRIPE_AUTOMATIC_TAX is off: Stripe adds no taxes to invoices')]
  const { status } = await stripe.tax.settings.retrieve()
  if (status === 'active') return [ok('Taxes', 'Stripe Tax is set up')]
  const message = `Stripe Tax is ${status}. Finish it in the Stripe dashboard, or set STRIPE_AUTOMATIC_TAX=false.`
  return [problem('Taxes', message, 'every checkout fails')]
}

/** Checks the products, prices, portal and webhook of the Stripe account. */
export async function checkStripe(config: Config): Promise<Finding[]> {
  const { stripe: settings } = config
  if (!settings)
    return [note('Stripe', 'is not configured (STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET): nothing can be bought, everything else works')]
  const account: Account = { stripe: openStripe(settings), settings, config }
  const findings: Finding[] = [checkMode(account), ...checkSeller(settings, config.mail)]
  try {
    findings.push(...(await checkPrices(account)))
    for (const check of [checkWebhook, checkPortal, checkTax] as const) findings.push(...[await check(account)].flat())
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const message =
      error instanceof Stripe.errors.StripeAuthenticationError
        ? 'does not accept STRIPE_SECRET_KEY. Copy it again from the Stripe dashboard.'
        : error instanceof Stripe.errors.StripePermissionError
          ? `STRIPE_SECRET_KEY lacks a permission: ${error.message}`
          : `does not respond as expected: ${error.message}`
    findings.push(problem('Stripe', message, 'nothing can be bought, and nothing is unlocked'))
  }
  return findings
}

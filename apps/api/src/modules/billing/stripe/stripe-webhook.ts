import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import type Stripe from 'stripe'
import { HttpError } from '../../../http/errors.ts'
import { isLiveKey } from './connect-stripe.ts'
import { customerOf, isHandled } from './handled-events.ts'
import type { Payments } from './payments.ts'
import { eventHint, recordFailedEvents } from './stripe-events.store.ts'
import { isMissing } from './stripe-objects.ts'

export const STRIPE_WEBHOOK_PATH = '/api/payments/webhook'

/** The age at which a signed event is refused, so that a captured one cannot be replayed later. */
const TOLERANCE_S = 300
const ANY_TIME = Number.MAX_SAFE_INTEGER

/** Returns the event of a request that Stripe signed within `tolerance` seconds; undefined otherwise. */
function readEvent({ stripe, config }: Payments, { body, headers }: FastifyRequest, tolerance: number): Stripe.Event | undefined {
  const signature = headers['stripe-signature']
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') return undefined
  try {
    return stripe.webhooks.constructEvent(body, signature, config.webhookSecret, tolerance)
  } catch {
    // The SDK throws errors of several kinds for bytes that it cannot parse.
    return undefined
  }
}

/** Returns the age of a signature in minutes, only for the message. The SDK checks the signature. */
function minutesAgo({ headers }: FastifyRequest): number {
  const parts = String(headers['stripe-signature']).split(',')
  const signedAt = Number(parts.findLast((part) => part.startsWith('t='))?.slice(2))
  return Math.round((Date.now() / 1000 - signedAt) / 60)
}

/** The recorded error of an event whose charge is in another Stripe account. Reconciling closes the event after Stripe's last delivery. */
const UNKNOWN_CHARGE = 'Stripe does not know the charge that this is about.'

type Outcome = 'applied' | 'ignored' | 'other_mode'

/**
 * Applies an event.
 * @throws the error that prevents it. The event is recorded as failed before, and Stripe sends it again.
 */
async function applyEvent(payments: Payments, event: Stripe.Event): Promise<Outcome> {
  if (event.livemode !== isLiveKey(payments.config.secretKey)) {
    payments.log.warn(
      { event: event.id, type: event.type, livemode: event.livemode },
      'ignored a webhook of the other mode of Stripe: STRIPE_WEBHOOK_SECRET belongs to another mode than STRIPE_SECRET_KEY',
    )
    return 'other_mode'
  }
  if (!isHandled(event.type)) return 'ignored'
  const hint = eventHint(event, 'webhook')
  const customer = await customerOf(payments.stripe, event).catch(async (error: unknown) => {
    await recordFailedEvents(
      payments.db,
      [hint],
      null,
      isMissing(error) ? UNKNOWN_CHARGE : 'Stripe did not answer whose charge this is about.',
    )
    throw error
  })
  // A payment without a customer, which no checkout of this academy allows.
  if (customer === undefined) return 'ignored'
  await payments.sync(customer, { event: hint })
  return 'applied'
}

/**
 * Receives Stripe's webhooks. Not in the contract, because Stripe is the only caller and signs the raw bytes. Responds with 400 if Stripe did not
 * sign the request in the last minutes, 200 if the event was applied or changes nothing, 500 if Stripe should send it again.
 */
export async function stripeWebhook(app: FastifyInstance): Promise<void> {
  const { payments } = app
  const received = new Counter({
    name: 'stripe_webhooks_total',
    help: 'Events that Stripe sent',
    labelNames: ['result'],
    registers: [app.metrics],
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post(STRIPE_WEBHOOK_PATH, async (request) => {
    if (!payments) throw new HttpError(503, 'payments_unavailable', 'Payments are not available at the moment.')
    const event = readEvent(payments, request, TOLERANCE_S)
    if (!event) {
      received.inc({ result: 'refused' })
      await app.limit.publicRoutes(request)
      if (readEvent(payments, request, ANY_TIME) === undefined)
        throw new HttpError(400, 'invalid_request', 'This was not signed by Stripe.')
      const minutes_ago = minutesAgo(request)
      app.log.warn({ minutes_ago }, 'refused a webhook with an old signature: it was replayed, or a clock is wrong')
      const reason = `This was signed by Stripe ${minutes_ago} minutes ago, by the clock here. Only the last five minutes count.`
      throw new HttpError(400, 'invalid_request', reason)
    }
    try {
      received.inc({ result: await applyEvent(payments, event) })
      return { received: true }
    } catch (err) {
      received.inc({ result: 'failed' })
      request.log.error({ err, event: event.id, type: event.type }, 'failed to apply an event of Stripe')
      throw new HttpError(500, 'internal', 'This could not be applied. Send it again.')
    }
  })
}

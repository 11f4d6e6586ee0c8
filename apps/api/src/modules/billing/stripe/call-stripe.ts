import type { FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import { abortable } from '../../../abortable.ts'
import { HttpError, RETRY_SOON } from '../../../http/errors.ts'

/** The time limit of `work`, in milliseconds. Shorter than the timeout of the request itself. */
const TIMEOUT_MS = 12_000

/** The refusal of a request that Stripe would refuse again: the request, the key or the account is at fault. */
const refused = () =>
  new HttpError(502, 'payment_provider_error', 'The payment provider refused this request. Nothing was charged. Please contact us.')

const isRefusal = (error: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  !(error instanceof Stripe.errors.StripeConnectionError) &&
  !(error instanceof Stripe.errors.StripeRateLimitError) &&
  !(error instanceof Stripe.errors.StripeAPIError)

const unreachable = () =>
  new HttpError(502, 'payment_provider_error', 'The payment provider cannot be reached at the moment. Nothing was charged.', RETRY_SOON)

/**
 * Runs `work`, which calls Stripe. Its signal aborts when the time is over, and the caller no longer waits.
 * @throws HttpError 502 when Stripe refuses, fails or takes too long. Running calls finish on their own.
 */
export async function callStripe<T>(request: FastifyRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await abortable(work(signal), signal)
  } catch (err) {
    if (err === signal.reason) {
      request.log.error({ err }, 'the payment provider takes too long')
      throw unreachable()
    }
    if (!(err instanceof Stripe.errors.StripeError)) throw err
    request.log.error({ err }, 'the payment provider refused or failed')
    throw isRefusal(err) ? refused() : unreachable()
  }
}

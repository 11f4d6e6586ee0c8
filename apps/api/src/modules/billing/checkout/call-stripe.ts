import type { FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import { RETRY_SOON, Refusal } from '../../../http/errors.ts'

/** In milliseconds. Shorter than the timeout of the request itself. */
const TIMEOUT_MS = 12_000

/** Stripe answered and would give the same answer again: the request, the key or the account is at fault. */
const refused = () =>
  new Refusal(502, 'payment_provider_error', 'The payment provider refused this request. Nothing was charged. Please contact us.')

const isRefusal = (error: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  !(error instanceof Stripe.errors.StripeConnectionError) &&
  !(error instanceof Stripe.errors.StripeRateLimitError) &&
  !(error instanceof Stripe.errors.StripeAPIError)

const unreachable = () =>
  new Refusal(502, 'payment_provider_error', 'The payment provider cannot be reached at the moment. Nothing was charged.', RETRY_SOON)

/**
 * Runs `work` with Stripe. Aborts the signal when the caller has stopped waiting.
 * @throws Refusal 502 when Stripe refuses, fails or takes too long. Calls that are under way finish on their own.
 */
export async function callStripe<T>(request: FastifyRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const late = new Error(`no response within ${TIMEOUT_MS} ms`)
    reject(late)
    controller.abort(late)
  }, TIMEOUT_MS)
  const late = tooLong.catch((err: unknown) => {
    request.log.error({ err }, 'the payment provider takes too long')
    throw unreachable()
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    request.log.error({ err: error }, 'the payment provider refused or failed')
    throw isRefusal(error) ? refused() : unreachable()
  } finally {
    clearTimeout(timer)
  }
}

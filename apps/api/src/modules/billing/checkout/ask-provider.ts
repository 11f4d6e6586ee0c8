import type { FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import { RETRY_SOON, Refusal } from '../../../http/errors.ts'

/** Before the request itself is answered with "takes too long". */
const LONGEST_MS = 12_000

/** Stripe answered, and would give the same answer again: the request, the key or the account is at fault. */
const refused = () =>
  new Refusal(502, 'payment_provider_error', 'The payment provider refused this request. Nothing was charged. Please contact us.')

const isRefusal = (error: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  !(error instanceof Stripe.errors.StripeConnectionError) &&
  !(error instanceof Stripe.errors.StripeRateLimitError) &&
  !(error instanceof Stripe.errors.StripeAPIError)

const unreachable = () =>
  new Refusal(502, 'payment_provider_error', 'The payment provider cannot be reached at the moment. Nothing was charged.', RETRY_SOON)

/**
 * What came of something that needs Stripe. `work` is told by the signal when nobody waits for it any more.
 * @throws Refusal 502 when Stripe refuses, fails or takes too long; what is under way then ends by itself.
 */
export async function askProvider<T>(request: FastifyRequest, work: (givenUp: AbortSignal) => Promise<T>): Promise<T> {
  const givingUp = new AbortController()
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const late = new Error(`no answer within ${LONGEST_MS} ms`)
    reject(late)
    givingUp.abort(late)
  }, LONGEST_MS)
  const late = tooLong.catch((err: unknown) => {
    request.log.error({ err }, 'the payment provider takes too long')
    throw unreachable()
  })
  try {
    return await Promise.race([work(givingUp.signal), late])
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    request.log.error({ err: error }, 'the payment provider refused or failed')
    throw isRefusal(error) ? refused() : unreachable()
  } finally {
    clearTimeout(timer)
  }
}

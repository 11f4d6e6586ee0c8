import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { cancelIntent } from '../payments/pay.ts'
import { find } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import type { DueStep } from '../time/due.ts'
import { setDue } from '../time/due.ts'
import { loadPurchase } from './purchase.ts'
import type { Session } from './session-json.ts'

/** Expires a session, so that it can no longer be paid. */
export async function expireSession(service: StripeService, session: Session): Promise<Session> {
  if (session.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  }
  const { intent: intentId } = await loadPurchase(service, session)
  const intent = intentId === null ? undefined : await find(service, 'payment_intent', intentId)
  if (intent !== undefined && intent.status !== 'canceled') await cancelIntent(service, intent, 'abandoned')
  await setDue(service, session.id, null)
  const expired = await change(service, 'checkout.session', session, { status: 'expired', url: null })
  await emitEvent(service, 'checkout.session.expired', expired)
  return expired
}

/** Expires a session whose lifetime is over. */
export const expireDueSession: DueStep = async (service, id) => {
  const session = await find(service, 'checkout.session', id)
  if (session?.status === 'open') await expireSession(service, session)
}

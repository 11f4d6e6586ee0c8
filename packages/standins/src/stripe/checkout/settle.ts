import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { customerIdOf } from '../ids.ts'
import { type Outcome, settlePayment } from '../payments/pay.ts'
import { requireObject } from '../store.ts'
import { applyOutcome } from '../subscriptions/apply-payment.ts'
import { createInvoiceFor } from './complete.ts'
import type { Session } from './session-json.ts'

/** Returns the checkout session of a payment intent, if it has one. */
async function sessionOfIntent({ sql }: StripeService, intentId: string): Promise<Session | undefined> {
  const [row] = await sql<{ data: Session }[]>`
    select data from stripe.objects where kind = 'checkout.session' and hidden->>'intent' = ${intentId}`
  return row?.data
}

/** Updates the checkout session of a settled payment and emits its event. */
async function updateSession(service: StripeService, session: Session, { outcome, intent }: Outcome) {
  if (session.status !== 'complete' || session.payment_status !== 'unpaid') return
  if (outcome !== 'succeeded') {
    await emitEvent(service, 'checkout.session.async_payment_failed', session)
    return
  }
  const customerId = customerIdOf(session)
  const invoice =
    session.mode === 'payment' && customerId !== null ? await createInvoiceFor(service, session, customerId, intent.id) : session.invoice
  const paid = await change(service, 'checkout.session', session, { payment_status: 'paid', invoice })
  await emitEvent(service, 'checkout.session.async_payment_succeeded', paid)
}

/** Settles or fails a bank debit and updates its invoice, subscription and checkout session. */
export async function settleIntent(service: StripeService, id: string, isPaid: boolean): Promise<Outcome> {
  const outcome = await settlePayment(service, await requireObject(service, 'payment_intent', id, 'payment_intent'), isPaid)
  await applyOutcome(service, outcome)
  const session = await sessionOfIntent(service, id)
  if (session !== undefined) await updateSession(service, session, outcome)
  return outcome
}

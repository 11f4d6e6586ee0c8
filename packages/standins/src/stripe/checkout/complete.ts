import type { StripeService } from '../core/context.ts'
import { customerIdOf, idOf, type Stored } from '../core/kinds.ts'
import { mergeMetadata } from '../core/parameters.ts'
import { find, requireObject, updateHidden } from '../core/store.ts'
import { invalid } from '../core/stripe-error.ts'
import { createCustomer } from '../customers/customers.routes.ts'
import { createPaidInvoice } from '../invoices/collect-invoice.ts'
import { findOpenPaymentIntent } from '../invoices/invoice-payment.ts'
import { AUTHENTICATION_FAILED } from '../payments/cards.ts'
import { type Attempt, attemptPayment, createPaymentIntent, type Outcome, settlePayment } from '../payments/pay.ts'
import { behaviorOf } from '../payments/payment-method.ts'
import { createSubscription } from '../subscriptions/create-subscription.ts'
import { applyOutcome } from '../subscriptions/renew-subscription.ts'
import { setDue } from '../time/due.ts'
import { change, emitEvent } from '../webhooks/emit-event.ts'
import { countRedemption, loadOrder, loadPurchase, type Order, type Payer, type Purchase, type Session } from './purchase.ts'

type PaymentMethod = Stored<'payment_method'>
type PaymentResult = Pick<Session, 'payment_status'> & Partial<Pick<Session, 'customer' | 'payment_intent' | 'subscription' | 'invoice'>>

/** The result of the pay button. `authenticate`: the cardholder must first confirm on the bank's page. */
export type PaymentStep = { step: 'complete'; session: Session } | { step: 'declined'; message: string } | { step: 'authenticate' }

type PurchaseAttempt = {
  session: Session
  purchase: Purchase
  order: Order
  payer: Payer
  method: PaymentMethod | undefined
  attempt: Attempt
}

const addressOf = ({ country }: Payer) => ({ city: null, country, line1: null, line2: null, postal_code: null, state: null })

/** Returns the customer of the payment: that of the session, or a new one if the session creates one. */
async function resolveCustomer(service: StripeService, session: Session, payer: Payer): Promise<Stored<'customer'> | undefined> {
  if (session.customer !== null) return requireObject(service, 'customer', idOf(session.customer))
  const isNeeded = session.customer_creation === 'always' || session.invoice_creation?.enabled === true
  return isNeeded ? createCustomer(service, { email: payer.email, name: payer.name, address: addressOf(payer) }) : undefined
}

/** Saves the address and name on the customer, as the session requests. */
async function updateCustomer(service: StripeService, customer: Stored<'customer'> | undefined, { payer, purchase }: PurchaseAttempt) {
  if (customer === undefined) return
  const changes = {
    ...(purchase.customer_update?.address === 'auto' && { address: addressOf(payer) }),
    ...(purchase.customer_update?.name === 'auto' && { name: payer.name }),
    ...(customer.email === null && { email: payer.email }),
  }
  await change(service, 'customer', customer, changes)
}

/** Creates the invoice of a one-time purchase if the session requests one, and returns its id. */
async function createInvoiceFor(service: StripeService, session: Session, customer: string | null, paymentIntent?: string) {
  if (customer === null || session.invoice_creation?.enabled !== true) return null
  const purchase = await loadPurchase(service, session)
  const { lines } = await loadOrder(service, purchase)
  const coupon = purchase.discount === null ? undefined : await requireObject(service, 'coupon', purchase.discount.coupon)
  const metadata = session.invoice_creation.invoice_data.metadata ?? {}
  return (await createPaidInvoice(service, { customer, items: lines, paymentIntent, coupon, metadata })).id
}

async function preparePaymentIntent(service: StripeService, { session, purchase, order }: PurchaseAttempt, customer: string | null) {
  const before = purchase.intent === null ? undefined : await find(service, 'payment_intent', purchase.intent)
  if (before !== undefined) return change(service, 'payment_intent', before, { amount: order.total })
  const intent = await createPaymentIntent(service, {
    amount: order.total,
    currency: session.currency ?? 'usd',
    customer,
    metadata: mergeMetadata({}, purchase.payment_intent_data?.metadata),
  })
  await updateHidden(service, session.id, { intent: intent.id })
  return intent
}

const NO_PAYMENT_METHOD: PaymentStep = { step: 'declined', message: 'Choose how to pay.' }

/** Pays for one-time prices, with a payment intent of the session. */
async function payOneTime(service: StripeService, purchaseAttempt: PurchaseAttempt): Promise<PaymentStep | PaymentResult> {
  const { session, order, payer, method, attempt } = purchaseAttempt
  const customer = await resolveCustomer(service, session, payer)
  const owner = customer?.id ?? null
  if (customer !== undefined && session.customer === null) await change(service, 'checkout.session', session, { customer: customer.id })
  if (order.total === 0) {
    await updateCustomer(service, customer, purchaseAttempt)
    return { payment_status: 'no_payment_required', customer: owner, invoice: await createInvoiceFor(service, session, owner) }
  }
  if (method === undefined) return NO_PAYMENT_METHOD
  const outcome = await attemptPayment(service, await preparePaymentIntent(service, purchaseAttempt, owner), method, attempt)
  const { id } = outcome.intent
  await change(service, 'checkout.session', session, { payment_intent: id, customer: owner })
  if (outcome.outcome === 'declined') return { step: 'declined', message: outcome.decline.message }
  if (outcome.outcome === 'requires_action') return { step: 'authenticate' }
  await updateCustomer(service, customer, purchaseAttempt)
  if (outcome.outcome === 'processing') return { payment_status: 'unpaid', customer: owner, payment_intent: id }
  return { payment_status: 'paid', customer: owner, payment_intent: id, invoice: await createInvoiceFor(service, session, owner, id) }
}

/** Starts a subscription, whose first invoice also collects the one-time prices. */
async function subscribe(service: StripeService, purchaseAttempt: PurchaseAttempt): Promise<PaymentStep | PaymentResult> {
  const { session, purchase, order, payer, method, attempt } = purchaseAttempt
  if (method === undefined) return NO_PAYMENT_METHOD
  const behavior = await behaviorOf(service, method.id)
  if (behavior.kind === 'requires_authentication' && attempt.authenticated === undefined) return { step: 'authenticate' }
  if (attempt.authenticated === false) return { step: 'declined', message: AUTHENTICATION_FAILED.message }
  // Stripe refuses a card that would decline later charges, also when nothing is due today
  if (order.total === 0 && behavior.kind === 'declines') return { step: 'declined', message: behavior.message }
  const customer = await resolveCustomer(service, session, payer)
  if (customer === undefined) throw new Error(`${session.id} has no customer`)
  await change(service, 'payment_method', method, { customer: customer.id })
  await updateCustomer(service, customer, purchaseAttempt)
  const ofType = (type: string) => order.lines.flatMap(({ price }) => (price.type === type ? [price.id] : []))
  const { subscription, invoice } = await createSubscription(service, {
    customer: customer.id,
    items: ofType('recurring'),
    addInvoiceItems: ofType('one_time'),
    trialDays: purchase.subscription_data?.trial_period_days,
    metadata: mergeMetadata({}, purchase.subscription_data?.metadata),
    paymentMethod: method.id,
    discount: purchase.discount,
    attempt,
  })
  const pending = invoice.status === 'open' ? await findOpenPaymentIntent(service, invoice) : undefined
  if (pending !== undefined) await updateHidden(service, session.id, { intent: pending.id })
  const payment_status = invoice.amount_due === 0 ? 'no_payment_required' : invoice.status === 'paid' ? 'paid' : 'unpaid'
  return { payment_status, customer: customer.id, subscription: subscription.id, invoice: invoice.id }
}

/** Completes a session, and emits the event. */
async function completeSession(service: StripeService, { session, payer, purchase }: PurchaseAttempt, paid: PaymentResult) {
  const before = await requireObject(service, 'checkout.session', session.id)
  const isAgreed = before.consent_collection?.terms_of_service === 'required'
  await updateHidden(service, session.id, { unauthenticated: null })
  await setDue(service, session.id, null)
  await countRedemption(service, purchase)
  const changes = {
    ...paid,
    consent: isAgreed ? { promotions: null, terms_of_service: 'accepted' } : null,
    customer_details: { address: addressOf(payer), email: payer.email, name: payer.name },
    status: 'complete',
    url: null,
  } as Partial<Session>
  return change(service, 'checkout.session', before, changes, 'checkout.session.completed')
}

/**
 * Pays for a session, as the button on its page does; `method` is undefined if nothing is due. Returns a complete session unchanged, so that a second
 * click does not pay twice. Call it within a write. Throws a StripeError if the first invoice of a subscription is refused.
 */
export async function payForSession(
  service: StripeService,
  id: string,
  { payer, method, attempt = {} }: { payer: Payer; method: PaymentMethod | undefined; attempt?: Attempt },
): Promise<PaymentStep> {
  const session = await requireObject(service, 'checkout.session', id)
  if (session.status === 'complete') return { step: 'complete', session }
  if (session.status !== 'open') throw invalid('This Checkout Session has expired.')
  const purchase = await loadPurchase(service, session)
  const billing_details = { address: addressOf(payer), email: payer.email, name: payer.name, phone: null, tax_id: null }
  const billed = method && (await change(service, 'payment_method', method, { billing_details }))
  const purchaseAttempt: PurchaseAttempt = { session, purchase, order: await loadOrder(service, purchase), payer, method: billed, attempt }
  const result = session.mode === 'subscription' ? await subscribe(service, purchaseAttempt) : await payOneTime(service, purchaseAttempt)
  if ('payment_status' in result) return { step: 'complete', session: await completeSession(service, purchaseAttempt, result) }
  const unauthenticated = result.step === 'authenticate' && method !== undefined ? { method: method.id, payer } : null
  await updateHidden(service, id, { unauthenticated })
  return result
}

/** Settles or fails a bank debit and updates its invoice, subscription and checkout session. */
export async function settleIntent(service: StripeService, id: string, isPaid: boolean): Promise<Outcome> {
  const outcome = await settlePayment(service, await requireObject(service, 'payment_intent', id, 'payment_intent'), isPaid)
  await applyOutcome(service, outcome)
  const [row] = await service.sql<{ data: Session }[]>`
    select data from stripe.objects where kind = 'checkout.session' and hidden->>'intent' = ${id}`
  const session = row?.data
  if (session?.status !== 'complete' || session.payment_status !== 'unpaid') return outcome
  if (outcome.outcome !== 'succeeded') {
    await emitEvent(service, 'checkout.session.async_payment_failed', session)
    return outcome
  }
  const invoice = session.mode === 'payment' ? await createInvoiceFor(service, session, customerIdOf(session), id) : session.invoice
  await change(service, 'checkout.session', session, { payment_status: 'paid', invoice }, 'checkout.session.async_payment_succeeded')
  return outcome
}

import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { findOpenPaymentIntent } from '../invoices/invoice-payment.ts'
import { createPaidInvoice } from '../invoices/paid-invoice.ts'
import type { Price, Stored } from '../kinds.ts'
import { mergeMetadata } from '../parameters.ts'
import { type Attempt, AUTHENTICATION_FAILED, attemptPayment, createPaymentIntent } from '../payments/pay.ts'
import { behaviorOf } from '../payments/payment-method.ts'
import { find, requireObject, updateHidden } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { createSubscription, trialEndOf } from '../subscriptions/create-subscription.ts'
import { setDue } from '../time/due.ts'
import type { OrderSummary } from './line-items.ts'
import { detailsOf, resolveCustomer, updateCustomer } from './payer.ts'
import { loadOrder, loadPurchase, type Payer, type Purchase } from './purchase.ts'
import { countRedemption } from './redeem.ts'
import type { Session } from './session-json.ts'

type PaymentMethod = Stored<'payment_method'>
type PaymentResult = Pick<Session, 'payment_status'> & Partial<Pick<Session, 'customer' | 'payment_intent' | 'subscription' | 'invoice'>>

/** The result of the pay button. `authenticate`: the cardholder must first confirm on the bank's page. */
export type PaymentStep = { step: 'complete'; session: Session } | { step: 'declined'; message: string } | { step: 'authenticate' }

type PurchaseAttempt = {
  session: Session
  purchase: Purchase
  order: OrderSummary
  payer: Payer
  method: PaymentMethod | undefined
  attempt: Attempt
}

/** Returns the prices of items, with their quantities. */
async function loadPrices(service: StripeService, items: Purchase['items']) {
  const loaded: { price: Price; quantity: number }[] = []
  for (const { price, quantity } of items) loaded.push({ price: await requireObject(service, 'price', price), quantity })
  return loaded
}

/** Creates the invoice of a one-time purchase if the session requests one, and returns its id. */
export async function createInvoiceFor(
  service: StripeService,
  session: Session,
  customer: string,
  intent: string | undefined,
): Promise<string | null> {
  if (session.invoice_creation?.enabled !== true) return null
  const { items, discount } = await loadPurchase(service, session)
  const invoice = await createPaidInvoice(service, {
    customer,
    lines: await loadPrices(service, items),
    ...(intent !== undefined && { paymentIntent: intent }),
    discounts: discount === null ? [] : [discount],
    checkoutSession: session.id,
    automaticTax: session.automatic_tax.enabled,
    metadata: session.invoice_creation.invoice_data.metadata ?? {},
  })
  return invoice.id
}

async function preparePaymentIntent(service: StripeService, { session, purchase, order, payer }: PurchaseAttempt, customer: string | null) {
  const before = purchase.intent === null ? undefined : await find(service, 'payment_intent', purchase.intent)
  if (before !== undefined) return change(service, 'payment_intent', before, { amount: order.total })
  const intent = await createPaymentIntent(service, {
    amount: order.total,
    currency: session.currency ?? 'usd',
    customer,
    metadata: mergeMetadata({}, purchase.payment_intent_data?.metadata),
    paymentMethodTypes: session.payment_method_types,
    receiptEmail: payer.email,
  })
  await updateHidden(service, session.id, { intent: intent.id })
  return intent
}

/** Pays for one-time prices, with a payment intent of the session. */
async function payOneTime(service: StripeService, purchaseAttempt: PurchaseAttempt): Promise<PaymentStep | PaymentResult> {
  const { session, purchase, order, payer, method, attempt } = purchaseAttempt
  const customer = await resolveCustomer(service, session, payer)
  const owner = customer?.id ?? null
  if (customer !== undefined && session.customer === null) await change(service, 'checkout.session', session, { customer: customer.id })
  if (order.total === 0) {
    if (customer !== undefined) await updateCustomer(service, customer, payer, purchase)
    return {
      payment_status: 'no_payment_required',
      customer: owner,
      invoice: owner === null ? null : await createInvoiceFor(service, session, owner, undefined),
    }
  }
  if (method === undefined) return NO_PAYMENT_METHOD
  const outcome = await attemptPayment(service, await preparePaymentIntent(service, purchaseAttempt, owner), method, attempt)
  const { id } = outcome.intent
  await change(service, 'checkout.session', session, { payment_intent: id, customer: owner })
  if (outcome.outcome === 'declined') return { step: 'declined', message: outcome.decline.message }
  if (outcome.outcome === 'requires_action') return { step: 'authenticate' }
  if (customer !== undefined) await updateCustomer(service, customer, payer, purchase)
  const isPaid = outcome.outcome === 'succeeded'
  const invoice = isPaid && owner !== null ? await createInvoiceFor(service, session, owner, id) : null
  return { payment_status: isPaid ? 'paid' : 'unpaid', customer: owner, payment_intent: id, invoice }
}

const NO_PAYMENT_METHOD: PaymentStep = { step: 'declined', message: 'Choose how to pay.' }

/** Returns the refusal of a card that would decline later charges. It matters when nothing is due today. */
async function refuseDecliningCard(service: StripeService, order: OrderSummary, method: PaymentMethod): Promise<PaymentStep | undefined> {
  const behavior = await behaviorOf(service, method.id)
  return order.total === 0 && behavior.kind === 'declines' ? { step: 'declined', message: behavior.message } : undefined
}

/** Starts a subscription, whose first invoice also collects the one-time prices. */
async function subscribe(service: StripeService, purchaseAttempt: PurchaseAttempt): Promise<PaymentStep | PaymentResult> {
  const { session, purchase, order, payer, method, attempt } = purchaseAttempt
  if (method === undefined) return NO_PAYMENT_METHOD
  const mustAuthenticate = (await behaviorOf(service, method.id)).kind === 'requires_authentication'
  if (mustAuthenticate && attempt.authenticated === undefined) return { step: 'authenticate' }
  if (attempt.authenticated === false) return { step: 'declined', message: AUTHENTICATION_FAILED.message }
  const refused = await refuseDecliningCard(service, order, method)
  if (refused !== undefined) return refused
  const customer = await resolveCustomer(service, session, payer)
  if (customer === undefined) throw new Error(`${session.id} has no customer`)
  await change(service, 'payment_method', method, { customer: customer.id }, 'payment_method.attached')
  await updateCustomer(service, customer, payer, purchase)
  const requested = await loadPrices(service, purchase.items)
  const ofType = (type: string) =>
    requested.filter(({ price }) => price.type === type).map(({ price, quantity }) => ({ price: price.id, quantity }))
  const data = purchase.subscription_data
  const { subscription, invoice } = await createSubscription(service, {
    customer: customer.id,
    items: ofType('recurring'),
    addInvoiceItems: ofType('one_time'),
    trialEnd: trialEndOf(data?.trial_period_days, service.now()),
    metadata: mergeMetadata({}, data?.metadata),
    paymentMethod: method.id,
    discounts: purchase.discount === null ? [] : [purchase.discount],
    automaticTax: session.automatic_tax.enabled,
    attempt: { ...attempt, offSession: false },
    checkoutSession: session.id,
  })
  const pending = invoice.status === 'open' ? await findOpenPaymentIntent(service, invoice) : undefined
  if (pending !== undefined) await updateHidden(service, session.id, { intent: pending.id })
  const payment_status = invoice.amount_due === 0 ? 'no_payment_required' : invoice.status === 'paid' ? 'paid' : 'unpaid'
  return { payment_status, customer: customer.id, subscription: subscription.id, invoice: invoice.id }
}

/** Completes a session, and emits the event. */
async function completeSession(service: StripeService, { session, payer }: PurchaseAttempt, paid: PaymentResult): Promise<Session> {
  const before = await requireObject(service, 'checkout.session', session.id)
  const automatic_tax = { ...before.automatic_tax, status: before.automatic_tax.enabled ? ('complete' as const) : null }
  await updateHidden(service, session.id, { unauthenticated: null })
  await setDue(service, session.id, null)
  await countRedemption(service, session)
  const after = await change(service, 'checkout.session', before, {
    ...paid,
    automatic_tax,
    consent:
      before.consent_collection?.terms_of_service === 'required' ? { promotions: null, terms_of_service: 'accepted' as const } : null,
    customer_details: detailsOf(payer),
    status: 'complete',
    url: null,
  })
  await emitEvent(service, 'checkout.session.completed', after)
  return after
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
  const purchaseAttempt: PurchaseAttempt = { session, purchase, order: await loadOrder(service, session), payer, method, attempt }
  const result = session.mode === 'subscription' ? await subscribe(service, purchaseAttempt) : await payOneTime(service, purchaseAttempt)
  if ('payment_status' in result) return { step: 'complete', session: await completeSession(service, purchaseAttempt, result) }
  await updateHidden(service, id, {
    unauthenticated: result.step === 'authenticate' && method !== undefined ? { method: method.id, payer } : null,
  })
  return result
}

import { type Currency, entitlementsFor, OFFERS, type OfferName, offersFor, priceKey, purchaseState } from '@academy/catalog'
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Db } from '../../../database/open-database.ts'
import { isMissing } from '../sync/is-missing.ts'
import { buyerFacts, insertCheckout, unsettledCheckouts } from './checkouts.store.ts'
import { type Buyer, ensureCustomer } from './ensure-customer.ts'
import { clearTheTable } from './open-pages.ts'
import type { PriceBook } from './price-book.ts'
import { type Order, type SessionParameters, sessionParameters } from './session-parameters.ts'
import { inTurn, type Shop } from './shop.ts'

export type Choice = {
  offer: OfferName
  currency: Currency
  successUrl: string
  cancelUrl: string
  allowPromotionCodes: boolean
}

export type CheckoutOutcome = { url: string } | { refused: 'already_purchased' | 'not_on_offer' | 'payments_unavailable'; message: string }

/** Any number that nothing else locks with; beside it stands the account. */
const ACCOUNT_LOCK = 7_867_002

const unavailable = {
  refused: 'payments_unavailable' as const,
  message: 'This cannot be bought at the moment. Nothing was charged.',
}

const alreadyPurchased = (message: string) => ({ refused: 'already_purchased' as const, message })

const HELD: Readonly<Record<OfferName, string>> = {
  master_course: 'The Master Course is yours already. Nothing was charged.',
  bundle: 'The Master Course is yours already. Nothing was charged.',
  studio: 'You have the Vibe Coding Studio already. Nothing was charged.',
}

/** Whether an account may buy an offer, as far as is recorded. */
async function refusalOf(db: Db, account_id: string, offer: OfferName): Promise<CheckoutOutcome | undefined> {
  const { hide_bundle_deal, ...facts } = await buyerFacts(db, account_id)
  const states = offersFor({
    entitlements: entitlementsFor({ ...facts, isAdmin: false, now: new Date() }),
    prices: facts.purchases.filter((one) => purchaseState(one) === 'active').map((one) => ({ plan_id: one.offer })),
    subscriptions: facts.subscriptions.map((one) => ({ plan_name: one.offer, status: one.status })),
    hide_bundle_deal,
  })
  if (states[offer] === 'for_sale') return undefined
  if (offer !== 'bundle' || states.master_course === 'held') return alreadyPurchased(HELD[offer])
  return { refused: 'not_on_offer', message: 'The bundle is for people who have neither the course nor the Studio. Nothing was charged.' }
}

async function pricesFor(book: PriceBook, { offer, currency }: Choice): Promise<Pick<Order, 'price_id' | 'studio_price_id'> | undefined> {
  const price_id = await book.idOf(priceKey(offer, currency))
  if (price_id === undefined) return undefined
  if (OFFERS[offer].freeStudioMonths === 0) return { price_id }
  const studio_price_id = await book.idOf(priceKey('studio', currency))
  return studio_price_id === undefined ? undefined : { price_id, studio_price_id }
}

type Opening = Pick<Order, 'account_id' | 'customer_id' | 'offer' | 'currency'>

async function openCheckout({ db, payments }: Shop, wanted: SessionParameters, { account_id, customer_id, offer, currency }: Opening) {
  const session = await payments.stripe.checkout.sessions.create(wanted)
  if (session.url === null) throw new Error(`the checkout ${session.id} has no page`)
  await insertCheckout(db, {
    session_id: session.id,
    account_id,
    customer_id,
    offer,
    currency,
    status: 'open',
    url: session.url,
    created_at: new Date(session.created * 1000),
    expires_at: new Date(session.expires_at * 1000),
    ...(await payments.connected()),
    // Whatever Stripe tells of it is newer.
    synced_at: new Date(0),
  })
  return { url: session.url }
}

/** One look at how things stand, and what follows; undefined when they changed meanwhile. */
async function attempt(shop: Shop, buyer: Buyer, choice: Choice, givenUp: AbortSignal): Promise<CheckoutOutcome | undefined> {
  const { db, payments, book } = shop
  const customer_id = await ensureCustomer(db, payments, buyer)
  givenUp.throwIfAborted()
  // What was paid a moment ago is known at Stripe before its webhook comes here; so is what a database that was put back does not know.
  await payments.sync(customer_id)
  givenUp.throwIfAborted()
  const unsettled = await unsettledCheckouts(db, buyer.account_id)
  if (unsettled.some(({ status }) => status === 'settling'))
    return alreadyPurchased('Your last payment is processing. You can buy again when it has ended. Nothing more was charged.')
  const refusal = await refusalOf(db, buyer.account_id, choice.offer)
  if (refusal) return refusal

  const prices = await pricesFor(book, choice)
  if (!prices) return unavailable
  const order = { ...choice, ...prices, account_id: buyer.account_id, customer_id, now: new Date() }
  const wanted = sessionParameters(order, payments.config)
  const open = await clearTheTable(db, payments.stripe, unsettled, wanted)
  if (open === 'changed') return undefined
  if (open !== undefined) return { url: open }
  givenUp.throwIfAborted()
  try {
    return await openCheckout(shop, wanted, order)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const isAboutPrice = error.param?.startsWith('line_items') ?? false
    if (!isAboutPrice && !isMissing(error)) throw error
    payments.log.warn({ err: error, customer_id }, 'Stripe takes a price or a customer no more; what is remembered of them is asked anew')
    book.forget()
    if (!isAboutPrice) await payments.sync(customer_id, { maybeDeleted: true })
    return undefined
  }
}

const ATTEMPTS = 3

/**
 * Begins a purchase, one at a time for each account, however many tabs and instances there are. Refused if it is held already, also if
 * its payment is still on its way. Whoever has `givenUp` by then asks Stripe nothing: while it is slow, those who come later would
 * otherwise wait for all who left. @throws what the SDK throws while Stripe cannot be asked; nothing was charged then.
 */
export async function beginCheckout(shop: Shop, buyer: Buyer, choice: Choice, givenUp: AbortSignal): Promise<CheckoutOutcome> {
  const { payments } = shop
  const exclusively = async () => {
    givenUp.throwIfAborted()
    return await shop.transactions.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${ACCOUNT_LOCK}::int, hashtext(${buyer.account_id}))`)
      for (let tries = 0; tries < ATTEMPTS; tries += 1) {
        givenUp.throwIfAborted()
        const outcome = await attempt(shop, buyer, choice, givenUp)
        if (outcome) return outcome
      }
      payments.log.error({ account_id: buyer.account_id, offer: choice.offer }, 'a purchase could not be begun, however often it was tried')
      return unavailable
    })
  }
  // Without the signal: the queue would let the next one in while the transaction of whoever left goes on.
  return await inTurn(shop, buyer.account_id, () => shop.queue.add(exclusively))
}

import {
  COURSES,
  type Currency,
  daysUntil,
  type Entitlements,
  entitlementsFor,
  hasPaymentProblem,
  holdsStudio,
  isCourseId,
  isStudioGift,
  MAX_FREE_DAYS,
  noEntitlements,
  OFFERS,
  offersFor,
  PACKAGE_NAMES,
  type Package,
  priceKey,
  purchaseState,
  studioAmounts,
  studioGiftEnd,
  studioPriceKey,
} from '@academy/catalog'
import Stripe from 'stripe'
import { lockUntilEnd } from '../../../database/locks.ts'
import { HttpError } from '../../../http/errors.ts'
import { recordConsent } from '../facts/access-consents.store.ts'
import { factsReader } from '../facts/facts.store.ts'
import { formatLongDay } from '../facts/format-dates.ts'
import { gifts } from '../facts/gifts.table.ts'
import { dateFromSeconds, isMissing } from '../stripe/stripe-objects.ts'
import type { CheckoutTools } from './checkout-tools.ts'
import { insertCheckout, isBundleHidden, unsettledCheckouts } from './checkouts.store.ts'
import { type Buyer, ensureCustomer } from './ensure-customer.ts'
import { closeOpenCheckouts } from './open-checkouts.ts'
import type { PriceBook } from './price-book.ts'
import { type Order, type SessionParameters, sessionParameters } from './session-parameters.ts'

/** What the buyer chose. */
type Choice = Omit<Order, 'account_id' | 'customer_id' | keyof Prices | 'giftUntil' | 'now'>

type Page = { url: string }

const unavailable = (message: string) => new HttpError(503, 'payments_unavailable', `${message} Nothing was charged.`)

const noPriceIn = (currency: Currency) =>
  unavailable(`This cannot be bought in ${currency.toUpperCase()} at the moment. Choose another currency, or try again later.`)

const notOnOffer = (message: string) => new HttpError(409, 'not_on_offer', `${message} Nothing was charged.`)

/** Returns the name of a package at the beginning of a sentence. */
const nameOf = (name: Package): string =>
  isCourseId(name) ? COURSES[name].inText.replace(/^./, (letter) => letter.toUpperCase()) : `The ${PACKAGE_NAMES[name]}`

const alreadyPurchased = (message: string) => new HttpError(409, 'already_purchased', message)

type Facts = Awaited<ReturnType<ReturnType<typeof factsReader>>>

/** @throws HttpError if an account may not buy an offer, according to the recorded facts. */
async function refuseOffer(
  { db, isOnSale }: CheckoutTools,
  { account_id, facts, entitlements, now }: { account_id: string; facts: Facts; entitlements: Entitlements; now: Date },
  { offer, seats }: Pick<Choice, 'offer' | 'seats'>,
): Promise<void> {
  if (isStudioGift(offer)) return
  const { unlocks } = OFFERS[offer]
  if (seats > 0) {
    // Whatever the buyer has, the members may have none of it.
    if (isCourseId(unlocks) && (await isOnSale(unlocks, noEntitlements))) return
    throw notOnOffer('This course has not opened for everyone yet.')
  }
  const states = offersFor({
    entitlements,
    prices: facts.purchases.filter((purchase) => purchaseState(purchase) === 'active').map(({ offer }) => ({ plan_id: offer })),
    subscriptions: facts.subscriptions.map(({ offer, status }) => ({ plan_name: offer, status })),
    hide_bundle_deal: await isBundleHidden(db, account_id),
  })
  const giftEnd = studioGiftEnd({ ...facts, now })
  if (offer === 'studio' && states.studio === 'held' && giftEnd) {
    // The payment provider begins no subscription with more free days.
    if (daysUntil(giftEnd, now) <= MAX_FREE_DAYS) return
    throw notOnOffer(`Your gifts open the Studio until ${formatLongDay(giftEnd)}. You can subscribe in the last two years of them.`)
  }
  if (states[offer] === 'for_sale') {
    if (!isCourseId(unlocks) || (await isOnSale(unlocks, entitlements))) return
    throw notOnOffer('This course is not for sale to you at the moment.')
  }
  const problem = facts.subscriptions.find(({ status }) => hasPaymentProblem(status))
  if (states[offer] === 'subscribed' && problem) {
    const reason = problem.status === 'paused' ? 'Your subscription is paused' : 'Your last payment failed'
    throw alreadyPurchased(`${reason}: choose Manage plan. Nothing was charged.`)
  }
  if (offer !== 'bundle' || states.master_course === 'held')
    throw alreadyPurchased(`${nameOf(unlocks)} is yours already. Nothing was charged.`)
  throw notOnOffer('The bundle is for accounts that have neither the course nor the Studio.')
}

type Prices = Pick<Order, 'price_id' | 'product_id' | 'studio_price_id' | 'isStudioPrice'>

/** Returns the prices to charge; undefined if one of them is missing at Stripe. */
async function pricesFor(
  book: PriceBook,
  { offer: sold, currency, seats }: Choice,
  entitlements: Entitlements,
): Promise<Prices | undefined> {
  const offer = isStudioGift(sold) ? 'studio' : sold
  const isStudioPrice = seats === 0 && studioAmounts(offer) !== undefined && holdsStudio(entitlements)
  const price = await book.priceOf((isStudioPrice ? studioPriceKey : priceKey)(offer, currency))
  if (price === undefined) return undefined
  const prices = { price_id: price.id, product_id: price.product, isStudioPrice }
  if (OFFERS[offer].freeStudioMonths === 0) return prices
  const studio = await book.priceOf(priceKey('studio', currency))
  return studio && { ...prices, studio_price_id: studio.id }
}

async function openCheckout({ db, payments }: CheckoutTools, parameters: SessionParameters, order: Order) {
  const { account_id, customer_id, offer, currency, seats, consent, gift } = order
  if (consent) await recordConsent(db, { id: consent.id, account_id, offer, seats })
  if (gift) await db.insert(gifts).values({ ...gift, account_id })
  const session = await payments.stripe.checkout.sessions.create(parameters)
  if (session.url === null) throw new Error(`the checkout ${session.id} has no page`)
  await insertCheckout(db, {
    session_id: session.id,
    account_id,
    customer_id,
    offer,
    currency,
    seats,
    status: 'open',
    url: session.url,
    access_consent_id: consent?.id ?? null,
    created_at: dateFromSeconds(session.created),
    expires_at: dateFromSeconds(session.expires_at),
    ...(await payments.connected()),
    // Any later sync is newer.
    synced_at: new Date(0),
  })
  return { url: session.url }
}

/** Tries once to open a checkout. Returns undefined if the account's checkouts changed meanwhile. */
async function attempt(tools: CheckoutTools, buyer: Buyer, choice: Choice, signal: AbortSignal): Promise<Page | undefined> {
  const { db, payments, book } = tools
  const customer_id = await ensureCustomer(db, payments, buyer)
  signal.throwIfAborted()
  // Stripe may have a payment whose webhook has not arrived, and what a restored database lacks.
  await payments.sync(customer_id)
  signal.throwIfAborted()
  const unsettled = await unsettledCheckouts(db, buyer.account_id)
  if (unsettled.some(({ status }) => status === 'settling'))
    throw alreadyPurchased('Your last payment is processing. You can buy again when it has ended. Nothing more was charged.')
  const facts = await factsReader(db)(buyer.account_id)
  const now = new Date()
  const entitlements = entitlementsFor({ ...facts, isAdmin: false, now })
  await refuseOffer(tools, { account_id: buyer.account_id, facts, entitlements, now }, choice)

  const prices = await pricesFor(book, choice, entitlements)
  if (!prices) throw noPriceIn(choice.currency)
  const giftUntil = studioGiftEnd({ ...facts, now }) ?? null
  const order = { ...choice, ...prices, account_id: buyer.account_id, customer_id, giftUntil, now }
  const parameters = sessionParameters(order, payments.config)
  const open = await closeOpenCheckouts(db, payments.stripe, unsettled, parameters)
  if (open === 'changed') return undefined
  if (open !== undefined) return { url: open }
  signal.throwIfAborted()
  try {
    return await openCheckout(tools, parameters, order)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const isAboutPrice = error.param?.startsWith('line_items') ?? false
    if (!isAboutPrice && !isMissing(error)) throw error
    payments.log.warn({ err: error, customer_id }, 'Stripe no longer accepts a cached price or customer; fetching it again')
    book.clear()
    if (!isAboutPrice) await payments.sync(customer_id, { maybeDeleted: true })
    return undefined
  }
}

const MAX_ATTEMPTS = 3

/**
 * Opens a checkout. An account makes one purchase at a time, across all tabs and instances. Refuses an offer that the account already has or
 * is paying for. An aborted `signal` stops further calls to Stripe, because the caller no longer waits for them.
 * @throws HttpError for an offer that is refused, and the SDK's error while Stripe is unreachable. Nothing was charged then.
 */
export async function beginCheckout(tools: CheckoutTools, buyer: Buyer, choice: Choice, signal: AbortSignal): Promise<Page> {
  const { payments } = tools
  const exclusively = async () => {
    signal.throwIfAborted()
    return await tools.transactions.transaction(async (tx) => {
      await lockUntilEnd(tx, 'checkout', buyer.account_id)
      for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
        signal.throwIfAborted()
        const page = await attempt(tools, buyer, choice, signal)
        if (page) return page
      }
      payments.log.error({ account_id: buyer.account_id, offer: choice.offer }, 'failed to open a checkout after several attempts')
      throw unavailable('This cannot be bought at the moment.')
    })
  }
  // The queue does not get the signal: it would start the next caller while the aborted one's transaction still runs.
  return await tools.queueByAccount(buyer.account_id, () => tools.queue.add(exclusively))
}

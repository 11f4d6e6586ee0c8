import {
  daysUntil,
  type HeldSeat,
  heldSeats,
  isGift,
  isStudioGift,
  MAX_FREE_DAYS,
  PACKAGE_NAMES,
  STUDIO_GIFTS,
  studioGiftEnd,
} from '@academy/catalog'
import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { serveRoutes } from '../../http/contract-routes.ts'
import { HttpError } from '../../http/errors.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { factsReader } from '../billing/facts/facts.store.ts'
import { formatLongDay } from '../billing/facts/format-dates.ts'
import { giftFrom } from '../billing/facts/gift-from.ts'
import { callStripe } from '../billing/stripe/call-stripe.ts'
import {
  changeLink,
  claimSeat,
  inviteMembers,
  nameOwner,
  newCode,
  removeSeat,
  requestSeatRefund,
  SEAT_INVITATION,
  saveCode,
  seatRefundState,
} from './change-seats.ts'
import { composeGift, composeInvitation, composeUnclaimed } from './compose-invitation.ts'
import { changeGift, deliverGifts, findGift, findUnclaimed, forgetErasedGiver, GIFT_UNCLAIMED, remindOfGifts } from './gifts.ts'
import { loadTeam, nameOf, unownedSeats } from './team.store.ts'

const { unowned, nameOwner: namesOwner, prompts: _prompts, sharePrompt: _sharePrompt, ...signedIn } = contract.team

const UNKNOWN_GIFT = 'This address leads to no gift. It was changed or taken back: ask the person who gave it to you.'

/** The pause after which the mail of a gift is looked at again while a bank decides about its payment. */
const DISPUTE_PAUSE_MS = 86_400_000

/** A gift has a text of its buyer, so that it can be changed five times a day. */
const MAILS_OF_CHANGED_GIFT = 40

/** Composes the invitations to seats, and delivers gifts on their days. */
export const seatInvitations = fp(
  async ({ db, outbox, authProvider, config }) => {
    const compose = async (id: string) => {
      const code = newCode()
      const invitation = await saveCode(db, id, code)
      if (!invitation) return undefined
      const { email, purchase } = invitation
      const owner = (await authProvider.findUser(purchase.owner_id))?.email
      const mail = { email, name: nameOf(purchase), code }
      if (!isGift(purchase)) return owner === undefined ? undefined : composeInvitation({ ...mail, owner }, config)
      if (purchase.dispute === 'open') return { notBefore: new Date(Date.now() + DISPUTE_PAUSE_MS) }
      const { offer, gift } = purchase
      const months = isStudioGift(offer) ? STUDIO_GIFTS[offer] : undefined
      return composeGift({ ...mail, buyer: owner, message: gift?.message ?? '', months }, config)
    }
    outbox.compose(SEAT_INVITATION, compose, { onSent: (id) => forgetErasedGiver(db, id) })
    outbox.compose(GIFT_UNCLAIMED, async (id) => {
      const purchase = await findUnclaimed(db, id)
      const buyer = purchase && (await authProvider.findUser(purchase.account_id))
      return buyer && composeUnclaimed({ email: buyer.email, name: nameOf(purchase), recipient: purchase.gift?.email ?? null }, config)
    })
    outbox.beforeEachRun(() => deliverGifts(db))
    outbox.beforeEachRun(() => remindOfGifts(db))
  },
  { name: 'seat-invitations', dependencies: ['outbox', 'auth-provider', 'database'] },
)

/** Serves the seats that an account bought for others, and those that it holds. */
export async function teamRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app
  const readFacts = factsReader(db)
  await serveRoutes(signedIn, app, {
    get: async ({ request: { user } }) => {
      const [purchases, facts] = await Promise.all([loadTeam(db, user.id), readFacts(user.id)])
      const now = new Date()
      const held = heldSeats(facts.seats, now).map(({ seat, state, from, until }) => ({
        ...serializeDates({ claimed_at: seat.claimed_at, started_at: seat.started_at, from, until }),
        seat_id: seat.id,
        offer: seat.purchase.offer,
        state,
        is_gift: isGift(seat.purchase),
      }))
      const end = studioGiftEnd({ ...facts, now })
      const studio_free_until = end && daysUntil(end, now) <= MAX_FREE_DAYS ? end.toISOString() : null
      return { status: 200, body: { success: true, data: { purchases, held, studio_free_until } } }
    },
    invite: async ({ request, body }) => {
      await app.limit.seatChanges(request)
      await app.limit.seatMails(request, body.emails.length)
      const outcomes = await inviteMembers(db, request.user.id, body)
      app.outbox.wake()
      return { status: 200, body: { success: true, data: outcomes } }
    },
    link: async ({ request, body }) => {
      await app.limit.seatChanges(request)
      const { code } = await changeLink(db, request.user.id, body)
      return { status: 200, body: { success: true, data: { url: code && `${app.config.webOrigin}/seats/${code}` } } }
    },
    remove: async ({ request, params: { seatId } }) => {
      await app.limit.seatChanges(request)
      const outcome = await removeSeat(db, request.user.id, seatId)
      app.invalidateFacts(request.user.id)
      const message = outcome === 'left' ? 'You left the seat.' : 'The seat is yours to give again.'
      return { status: 200, body: { success: true, message } }
    },
    refund: async ({ request, body }) => {
      await app.limit.checkout(request)
      const { payments } = app
      if (!payments) throw new HttpError(503, 'payments_unavailable', 'Payments are not available at the moment. Nothing was refunded.')
      const { customer_id, refund_seats } = await requestSeatRefund(db, request.user.id, body)
      await callStripe(request, () => payments.sync(customer_id)).catch((error: unknown) => {
        // Logged by callStripe. The request is recorded, and reconciling retries the sync.
        if (!(error instanceof HttpError)) throw error
      })
      const state = await seatRefundState(db, body.purchase_id, refund_seats)
      if (state === 'refused')
        throw new HttpError(502, 'payment_provider_error', 'The payment provider refused the refund. The seats stay. Please contact us.')
      const message =
        state === 'made' ? 'The seats are refunded. Your bank shows the money within 5 to 10 days.' : 'The refund is on its way.'
      return { status: 200, body: { success: true, message } }
    },
    changeGift: async ({ request, body: { purchase_id, gift } }) => {
      await app.limit.seatChanges(request)
      await app.limit.seatMails(request, MAILS_OF_CHANGED_GIFT)
      await changeGift(db, request.user.id, purchase_id, giftFrom(request.user.email, gift))
      app.outbox.wake()
      return { status: 200, body: { success: true, message: 'The gift is changed.' } }
    },
    findGift: async ({ request, body: { code } }) => {
      await app.limit.userCodes(request)
      const found = await findGift(db, code)
      if (!found) throw new HttpError(404, 'not_found', UNKNOWN_GIFT)
      return { status: 200, body: { success: true, data: { offer: found.offer, message: found.gift?.message ?? '' } } }
    },
    claim: async ({ request, body: { code } }) => {
      await app.limit.userCodes(request)
      const claimed = await claimSeat(db, request.user, code)
      app.invalidateFacts(request.user.id)
      const { seats } = await readFacts(request.user.id)
      const held = heldSeats(seats, new Date()).find(({ seat }) => seat.purchase_id === claimed.purchase_id)
      return { status: 200, body: { success: true, message: openedText(claimed.name, held) } }
    },
  })
}

/** Says what a claimed seat opens, and when a gift of the Studio ends. */
function openedText(name: string, held: HeldSeat | undefined): string {
  if (!held?.until) return `The ${name} is open to you.`
  const begins = held.state === 'waiting' ? `begins on ${formatLongDay(held.from)}, when an earlier gift ends,` : 'is open to you'
  return `The ${PACKAGE_NAMES.studio} ${begins} ${held.state === 'waiting' ? 'and runs ' : ''}until ${formatLongDay(held.until)}. It ends by itself: you need no card, and nothing is charged.`
}

/** Serves seats whose buyer was erased to the administrator, who names their new owner. */
export async function adminTeamRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes({ unowned, nameOwner: namesOwner }, app, {
    unowned: async () => ({ status: 200, body: { success: true, data: await unownedSeats(app.db) } }),
    nameOwner: async ({ request, params: { purchaseId }, body }) => {
      await nameOwner(app.db, { purchase_id: purchaseId, ...body, by: request.user.email })
      return { status: 200, body: { success: true, message: 'The seats have a new owner.' } }
    },
  })
}

import { randomBytes, randomUUID } from 'node:crypto'
import {
  entitlementsFor,
  GUARANTEE_DAYS,
  guaranteeEnd,
  holdsStudioWithoutGifts,
  isCourseId,
  isGift,
  isOver,
  isStudioGift,
  PACKAGE_NAMES,
  PACKAGE_UNLOCKS,
  refundableSeats,
  shareOfSeats,
  soldPackage,
  unclaimedGiftRefund,
  usableSeats,
} from '@academy/catalog'
import { asciiEmail, EMAIL_ADDRESS } from '@academy/contract/email-address'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../database/locks.ts'
import type { Db, Tx } from '../../database/open-database.ts'
import { conflict, HttpError, invalidField } from '../../http/errors.ts'
import { queueMail } from '../../mail/outbox.store.ts'
import { hashToken } from '../../plugins/auth/token-text.ts'
import { auditLog } from '../billing/facts/audit-log.table.ts'
import { courseStarts } from '../billing/facts/course-starts.table.ts'
import { factsReader, type RecordedFacts } from '../billing/facts/facts.store.ts'
import { queueSync } from '../billing/facts/failed-syncs.store.ts'
import { formatLongDay, formatLongMinute } from '../billing/facts/format-dates.ts'
import { notifyEntitlementsChanged, notifySeatHolders } from '../billing/facts/grants.store.ts'
import { lockGuarantee } from '../billing/facts/guarantee.store.ts'
import { purchases } from '../billing/facts/purchases.table.ts'
import { findPurchases, type OwnedSeats } from '../billing/facts/seat-purchases.store.ts'
import { seatLinks, seatOwners, seats } from '../billing/facts/seats.table.ts'
import { claimedOf, lacksOwner, nameOf, type SeatRow, seatsOf } from './team.store.ts'

/** The kind of the invitations in the outbox. */
export const SEAT_INVITATION = 'seat_invitation'

/** Days in which an invitation is tried to be sent. */
const MAIL_DAYS = 3

/** Days for which a link for members works. */
const LINK_DAYS = 30

/** Returns a 404; without a message, for a seat that is not the caller's. */
export const notFound = (message = 'There is no such seat.') => new HttpError(404, 'not_found', message)

/** Returns a code that cannot be guessed. Only its hash is stored. */
export const newCode = (): string => randomBytes(32).toString('base64url')

/** Locks the seats of a purchase until the transaction ends, and loads both. Without the lock two members could claim the last seat. */
export async function lockSeats(tx: Tx, purchase_id: string): Promise<{ purchase: OwnedSeats; rows: SeatRow[] } | undefined> {
  await lockUntilEnd(tx, 'seats', purchase_id)
  const [purchase] = await findPurchases(tx, eq(purchases.id, purchase_id))
  return purchase && { purchase, rows: await seatsOf(tx, purchase_id) }
}

const ENDED = 'This purchase has ended, and its seats are closed.'

/** Returns whether an account may give the seats of a purchase to a team. A gift is for the person whom its buyer named. */
const ownsTeam = (found: { purchase: OwnedSeats } | undefined, owner: string): found is { purchase: OwnedSeats; rows: SeatRow[] } =>
  found?.purchase.owner_id === owner && !isGift(found.purchase)

/** The outcome of an invitation; `error` is null if the address is invited. */
type Invited = { email: string; error: string | null }

/** Invites addresses to the free seats of the caller's purchase. */
export async function inviteMembers(
  db: Db,
  owner: string,
  { purchase_id, emails }: { purchase_id: string; emails: readonly string[] },
): Promise<Invited[]> {
  return await db.transaction(async (tx) => {
    const found = await lockSeats(tx, purchase_id)
    if (!ownsTeam(found, owner)) throw notFound()
    const { purchase, rows } = found
    if (usableSeats(purchase) === 0) throw conflict(ENDED)
    const members = await tx.execute<{ email: string }>(sql`
      select lower(accounts.email) as email from accounts join ${seats} on ${seats.account_id} = accounts.account_id where ${seats.purchase_id} = ${purchase_id}`)
    const known = new Set([...rows.flatMap(({ email }) => email ?? []), ...members.map(({ email }) => email)])
    let free = usableSeats(purchase) - rows.length
    const outcomes: Invited[] = []
    for (const typed of emails) {
      const email = asciiEmail(typed).toLowerCase()
      const error = refusalOf(email, { known, free })
      outcomes.push({ email: typed, error })
      if (error !== null) continue
      const id = randomUUID()
      await tx.insert(seats).values({ id, purchase_id, email })
      await queueMail(tx, { kind: SEAT_INVITATION, key: id, days: MAIL_DAYS })
      known.add(email)
      free -= 1
    }
    return outcomes
  })
}

function refusalOf(email: string, { known, free }: { known: ReadonlySet<string>; free: number }): string | null {
  if (!EMAIL_ADDRESS.test(email)) return 'This is not an email address.'
  if (known.has(email)) return 'This address has a seat already.'
  return free > 0 ? null : 'No seat is free for this address.'
}

/** Stores a new code of an open invitation. Returns the invitation; undefined if it was claimed or taken back. */
export async function saveCode(db: Db, id: string, code: string): Promise<{ email: string; purchase: OwnedSeats } | undefined> {
  const [seat] = await db
    .update(seats)
    .set({ code_hash: hashToken(code) })
    .where(and(eq(seats.id, id), isNull(seats.claimed_at)))
    .returning()
  if (!seat) return undefined
  const [purchase] = await findPurchases(db, eq(purchases.id, seat.purchase_id))
  const email = purchase?.gift?.email ?? seat.email
  return purchase && email && usableSeats(purchase) > 0 ? { email, purchase } : undefined
}

/** Makes or renews the link for members, or ends it without a domain. Returns the code of the new link. */
export async function changeLink(db: Db, owner: string, { purchase_id, domain }: { purchase_id: string; domain: string | null }) {
  const link = await db.transaction(async (tx) => {
    const found = await lockSeats(tx, purchase_id)
    if (!ownsTeam(found, owner)) throw notFound()
    await tx.delete(seatLinks).where(eq(seatLinks.purchase_id, purchase_id))
    if (domain === null) return { code: null }
    if (usableSeats(found.purchase) === 0) return undefined
    const code = newCode()
    const expires_at = sql`now() + make_interval(days => ${LINK_DAYS}::int)`
    await tx.insert(seatLinks).values({ purchase_id, account_id: owner, code_hash: hashToken(code), domain, expires_at })
    return { code }
  })
  // After the transaction, which deletes the earlier link all the same.
  if (!link) throw conflict(ENDED)
  return link
}

type Change = { what: 'claim_seat' | 'leave_seat' | 'take_back_seat'; who: string; account_id: string; reason: string }

const record = (tx: Tx, { id, purchase_id }: Pick<SeatRow, 'id' | 'purchase_id'>, change: Change) =>
  tx.insert(auditLog).values({ ...change, details: { seat: id, purchase: purchase_id } })

/** Takes a seat back as its buyer, until it started, or leaves it as its holder. A started seat that is left is used up. */
export async function removeSeat(db: Db, account_id: string, id: string): Promise<'left' | 'taken_back'> {
  return await db.transaction(async (tx) => {
    const [seat] = await tx.select().from(seats).where(eq(seats.id, id))
    const found = seat && (await lockSeats(tx, seat.purchase_id))
    const current = found?.rows.find((row) => row.id === id)
    if (!found || !current) throw notFound()
    const isHolder = current.account_id === account_id
    if (!isHolder && !ownsTeam(found, account_id)) throw notFound()
    // Serializes with the start of the course.
    if (current.account_id !== null) await lockGuarantee(tx, current.account_id)
    const [locked] = await tx.select().from(seats).where(eq(seats.id, id))
    if (!locked) throw notFound()
    const hasStarted = locked.started_at !== null
    if (hasStarted && !isHolder) throw conflict('This member has started the course, so the seat cannot be moved any more.')
    if (hasStarted) await tx.update(seats).set({ account_id: null, code_hash: null }).where(eq(seats.id, id))
    else await tx.delete(seats).where(eq(seats.id, id))
    if (locked.account_id !== null) {
      const change = isHolder
        ? { what: 'leave_seat' as const, reason: 'The member left the seat.' }
        : { what: 'take_back_seat' as const, reason: 'The buyer took the seat back, which had not started.' }
      await record(tx, locked, { ...change, who: 'the user', account_id: locked.account_id })
      await notifyEntitlementsChanged(tx, locked.account_id)
    }
    await notifySeatHolders(tx, [locked.purchase_id])
    return isHolder ? 'left' : 'taken_back'
  })
}

/** Returns whether the requested refund of seats was made, waits, or was refused by Stripe. */
export async function seatRefundState(db: Db, purchase_id: string, requested: number): Promise<'made' | 'waiting' | 'refused'> {
  const [purchase] = await findPurchases(db, eq(purchases.id, purchase_id))
  if (!purchase || purchase.refunded_amount >= shareOfSeats(purchase, requested)) return 'made'
  return purchase.refund_seats < requested ? 'refused' : 'waiting'
}

const seatsText = (count: number): string => (count === 1 ? '1 seat' : `${count} seats`)

const refundReason = (purchase: OwnedSeats): string =>
  new Date() < guaranteeEnd(purchase)
    ? 'The 30-day guarantee: these seats had not started.'
    : 'The gift had been unclaimed for a year after its day.'

/**
 * Records that the buyer requests the share of seats back that did not start. They are closed from then on, and the next sync of the customer makes
 * the refund; reconciling retries it. Returns the customer, and the seats requested back in total.
 */
export async function requestSeatRefund(db: Db, owner: string, { purchase_id, seats: count }: { purchase_id: string; seats: number }) {
  return await db.transaction(async (tx) => {
    const found = await lockSeats(tx, purchase_id)
    if (found?.purchase.owner_id !== owner) throw notFound()
    // Serializes with members who start now.
    for (const holder of found.rows.flatMap(({ account_id }) => account_id ?? []).sort()) await lockGuarantee(tx, holder)
    const { purchase } = found
    const deliver_on = purchase.gift?.deliver_on
    const refundable = refundableSeats(purchase, claimedOf(await seatsOf(tx, purchase_id)), new Date(), deliver_on)
    if (count > refundable && deliver_on !== undefined)
      throw conflict(
        `A gift can be refunded within ${GUARANTEE_DAYS} days of buying until it ${isStudioGift(purchase.offer) ? 'was claimed' : 'started'}, and from ${formatLongDay(unclaimedGiftRefund(deliver_on))} on if it is unclaimed.`,
      )
    if (count > refundable)
      throw conflict(
        `You asked for ${seatsText(count)} of ${purchase.seats}, and ${seatsText(refundable)} can be refunded: within ${GUARANTEE_DAYS} days, those that did not start.`,
      )
    const refund_seats = purchase.seats - usableSeats(purchase) + count
    await tx.update(purchases).set({ refund_seats }).where(eq(purchases.id, purchase_id))
    await tx.insert(auditLog).values({
      ...{ who: 'the user', what: 'request_refund', account_id: owner, reason: refundReason(purchase) },
      details: { checkout: purchase_id, seats: String(count) },
    })
    const { customer_id } = purchase
    await queueSync(tx, {
      customer_id,
      account_id: purchase.account_id,
      error: 'The owner asked for a refund of seats, which has to be made at Stripe.',
    })
    await notifyEntitlementsChanged(tx, owner)
    await notifySeatHolders(tx, [purchase_id])
    return { customer_id, refund_seats }
  })
}

type NewOwner = { purchase_id: string; email: string; reason: string; by: string }

/** Names the owner of seats whose buyer was erased. */
export async function nameOwner(db: Db, { purchase_id, email, reason, by }: NewOwner): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockSeats(tx, purchase_id)
    if (!found) throw notFound('There is no purchase of seats with this id.')
    if (!(await lacksOwner(tx, purchase_id))) throw conflict('These seats have an owner: only seats whose buyer was erased get a new one.')
    const buyer = found.purchase.account_id
    const accounts = await tx.execute<{ account_id: string }>(sql`
      select account_id from accounts where lower(email collate "pg_c_utf8") = lower(${asciiEmail(email)} collate "pg_c_utf8") and confirmed_at is not null`)
    const [account] = accounts
    if (!account || accounts.length > 1)
      throw invalidField('email', 'No account has this address, or its user has not signed in with it yet.')
    await tx.insert(seatOwners).values({ purchase_id, account_id: account.account_id })
    const details = { purchase: purchase_id, buyer }
    await tx.insert(auditLog).values({ who: by, what: 'name_seat_owner', account_id: account.account_id, reason, details })
  })
}

const unknownCode = () => notFound('This address leads to no seat. It was renewed or taken back: ask the person who sent it for a new one.')

type Claimer = { id: string; email: string }

/** @throws HttpError if an address may not use the link. */
function refuseLink({ domain, expires_at }: typeof seatLinks.$inferSelect, { email }: Claimer): void {
  if (expires_at <= new Date())
    throw conflict(`This link ended on ${formatLongMinute(expires_at)}. Ask the person who sent it for a new one.`)
  if (!asciiEmail(email).toLowerCase().endsWith(`@${domain}`))
    throw conflict(`This link is for addresses that end with @${domain}, and you are signed in as ${email}.`)
}

/** @throws HttpError if an account does not need a seat, which stays free. A further gift of the Studio begins when the one before ends. */
function refuseOwner({ offer, ...purchase }: OwnedSeats, facts: RecordedFacts): void {
  const now = new Date()
  const forward = 'forward its email to another person, or tell the person who gave it to you.'
  if (isStudioGift(offer)) {
    const isSubscribed = facts.subscriptions.some(({ status }) => !isOver(status))
    if (!isSubscribed && !holdsStudioWithoutGifts({ ...facts, now })) return
    throw conflict(
      `You have the ${PACKAGE_NAMES.studio} already, so the gift stays free and nothing is lost: claim it when your ${isSubscribed ? 'subscription' : 'access'} has ended, ${forward}`,
    )
  }
  const entitlements = entitlementsFor({ ...facts, isAdmin: false, now })
  if (!PACKAGE_UNLOCKS[soldPackage(offer)].every((entitlement) => entitlements[entitlement])) return
  const stays = isGift(purchase) ? `gift stays free and nothing is lost: ${forward}` : 'seat stays free for another member.'
  throw conflict(`The ${nameOf({ offer })} is yours already, so the ${stays}`)
}

/** Returns whether a seat starts when its member claims it: the member started the course before, or the months of the Studio begin. */
async function hasStarted(tx: Tx, account_id: string, { offer }: OwnedSeats): Promise<boolean> {
  const unlocked = soldPackage(offer)
  if (!isCourseId(unlocked)) return true
  const [start] = await tx
    .select()
    .from(courseStarts)
    .where(and(eq(courseStarts.account_id, account_id), eq(courseStarts.product, unlocked)))
  return start !== undefined
}

/** Claims the seat of an invitation or a link for an account. Repeating it changes nothing. Returns the name of what it opens. */
export async function claimSeat(db: Db, claimer: Claimer, code: string): Promise<{ name: string; purchase_id: string }> {
  const code_hash = hashToken(code)
  return await db.transaction(async (tx) => {
    const [invitation] = await tx.select().from(seats).where(eq(seats.code_hash, code_hash))
    const [link] = await tx.select().from(seatLinks).where(eq(seatLinks.code_hash, code_hash))
    const purchase_id = invitation?.purchase_id ?? link?.purchase_id
    const found = purchase_id === undefined ? undefined : await lockSeats(tx, purchase_id)
    if (!found) throw unknownCode()
    const { purchase, rows } = found
    const seat = invitation && rows.find((row) => row.id === invitation.id)
    if (invitation && !seat) throw unknownCode()
    if (link) refuseLink(link, claimer)
    const name = nameOf(purchase)
    const claimedSeat = { name, purchase_id: purchase.id }
    if (rows.some(({ account_id }) => account_id === claimer.id)) return claimedSeat
    const what = isGift(purchase) ? 'gift' : 'seat'
    if (seat?.claimed_at) throw conflict(`Another account claimed this ${what}.`)
    const usable = usableSeats(purchase)
    if (usable === 0) throw conflict(isGift(purchase) ? 'This gift has ended, because its payment was returned.' : ENDED)
    const taken = seat ? claimedOf(rows).length : rows.length
    if (taken >= usable) throw conflict(`All ${usable} seats are taken. Ask the person who invited you for another one.`)

    await lockGuarantee(tx, claimer.id)
    refuseOwner(purchase, await factsReader(tx)(claimer.id))
    const claimed_at = new Date()
    const claimed = {
      account_id: claimer.id,
      email: null,
      claimed_at,
      started_at: (await hasStarted(tx, claimer.id, purchase)) ? claimed_at : null,
    }
    const id = seat?.id ?? randomUUID()
    if (seat) await tx.update(seats).set(claimed).where(eq(seats.id, id))
    else await tx.insert(seats).values({ id, purchase_id: purchase.id, ...claimed })
    const reason = isGift(purchase) ? 'A gift of the buyer.' : seat ? 'By an invitation of the buyer.' : 'By the link of the buyer.'
    await record(tx, { id, purchase_id: purchase.id }, { what: 'claim_seat', who: 'the user', account_id: claimer.id, reason })
    await notifySeatHolders(tx, [purchase.id])
    return claimedSeat
  })
}

import { GIFT_HOUR, isGift, refundableSeats, usableSeats } from '@academy/catalog'
import type { GiftInput } from '@academy/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { conflict } from '../../http/errors.ts'
import { mails } from '../../mail/mails.table.ts'
import { hashToken } from '../../plugins/auth/token-text.ts'
import { gifts } from '../billing/facts/gifts.table.ts'
import { purchases } from '../billing/facts/purchases.table.ts'
import { findPurchases, type OwnedSeats } from '../billing/facts/seat-purchases.store.ts'
import { seats } from '../billing/facts/seats.table.ts'
import { isFromConnectedStripe } from '../billing/facts/stripe-origin.ts'
import { lockSeats, notFound, SEAT_INVITATION } from './change-seats.ts'
import { claimedOf, seatsOf } from './team.store.ts'

/** The kind of the mails in the outbox that say that a gift is unclaimed. Their key is the id of the gift. */
export const GIFT_UNCLAIMED = 'gift_unclaimed'

/** Days in which a mail about a gift is tried to be sent. */
const MAIL_DAYS = 30

/** Days after which a gift without a payment is deleted. A bank debit takes less. */
const UNPAID_DAYS = 30

/** The condition that the money for a gift has stayed, and no bank decides about it. The composer decides again, by the catalog. */
const IS_VALID = sql`${purchases.refunded_at} is null and ${purchases.revoked_at} is null and ${purchases.refund_requested_at} is null
  and ${purchases.refund_seats} = 0 and coalesce(${purchases.dispute_status}, 'won') = 'won' and ${isFromConnectedStripe(purchases)}`

/** The last day whose gifts are delivered by now. */
const LAST_DAY = sql`(now() at time zone 'utc' - make_interval(hours => ${GIFT_HOUR}::int))`

/** The condition that the day of a gift has come. One that the buyer wrote for the same day does not wait for the hour. */
const IS_DUE = sql`${gifts.deliver_on} <= (now() at time zone 'utc')::date
  and (${gifts.deliver_on} <= ${LAST_DAY}::date or ${gifts.deliver_on} <= (${gifts.created_at} at time zone 'utc')::date)`

/**
 * Makes the seat of each gift whose day has come, and queues its mail, once: the gift is marked in the same statement. Deletes gifts that were
 * not paid.
 */
export async function deliverGifts(db: Db): Promise<void> {
  await db.execute(sql`
    with due as (
      select ${gifts.id}, ${purchases.id} as purchase_id, gen_random_uuid() as seat_id
      from ${gifts} join ${purchases} on ${purchases.gift_id} = ${gifts.id}
      where ${gifts.queued_at} is null and ${gifts.email} is not null and ${IS_DUE} and ${IS_VALID}
      for update of ${gifts} skip locked
    ), marked as (
      update ${gifts} set queued_at = now() from due where ${gifts.id} = due.id
    ), given as (
      insert into ${seats} (id, purchase_id) select seat_id, purchase_id from due
    )
    insert into ${mails} (kind, key, expires_at)
    select ${SEAT_INVITATION}, seat_id, now() + make_interval(days => ${MAIL_DAYS}::int) from due`)
  await db.execute(sql`
    delete from ${gifts} where queued_at is null and created_at < now() - make_interval(days => ${UNPAID_DAYS}::int)
      and not exists (select from ${purchases} where gift_id = ${gifts.id})`)
}

/** Queues a mail to the buyer of each gift that was not claimed for a year after its day, once. */
export async function remindOfGifts(db: Db): Promise<void> {
  await db.execute(sql`
    with due as (
      select ${gifts.id}, ${IS_VALID} and not exists (
        select from ${seats} where purchase_id = ${purchases.id} and claimed_at is not null) as is_unclaimed
      from ${gifts} join ${purchases} on ${purchases.gift_id} = ${gifts.id}
      where ${gifts.queued_at} is not null and ${gifts.reminded_at} is null and ${gifts.deliver_on} <= (${LAST_DAY} - interval '1 year')::date
      for update of ${gifts} skip locked
    ), marked as (
      update ${gifts} set reminded_at = now() from due where ${gifts.id} = due.id
    )
    insert into ${mails} (kind, key, expires_at)
    select ${GIFT_UNCLAIMED}, id, now() + make_interval(days => ${MAIL_DAYS}::int) from due where is_unclaimed on conflict do nothing`)
}

/** Returns a gift about which its buyer is reminded; undefined if it was claimed or refunded meanwhile. */
export async function findUnclaimed(db: Db, gift_id: string): Promise<OwnedSeats | undefined> {
  const [purchase] = await findPurchases(db, eq(purchases.gift_id, gift_id))
  if (!purchase?.gift) return undefined
  const claimed = claimedOf(await seatsOf(db, purchase.id))
  return claimed.length === 0 && refundableSeats(purchase, claimed, new Date(), purchase.gift.deliver_on) > 0 ? purchase : undefined
}

/** Empties a gift of an erased buyer after its mail has left. */
export async function forgetErasedGiver(db: Db, seat_id: string): Promise<void> {
  await db.execute(sql`
    update ${gifts} set email = null, message = null from ${purchases} join ${seats} on ${seats.purchase_id} = ${purchases.id}
    where ${seats.id} = ${seat_id} and ${purchases.gift_id} = ${gifts.id}
      and exists (select from erased_accounts where erased_accounts.account_id = ${gifts.account_id})`)
}

/** Changes recipient, message and day of the caller's gift until it is claimed. The link of a mail that was sent before ends. */
export async function changeGift(db: Db, owner: string, purchase_id: string, changes: GiftInput): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockSeats(tx, purchase_id)
    const gift_id = found?.purchase.gift_id
    if (found?.purchase.owner_id !== owner || !isGift(found.purchase) || !gift_id) throw notFound()
    if (usableSeats(found.purchase) === 0) throw conflict('This gift has ended, because its payment was returned.')
    if (claimedOf(found.rows).length > 0) throw conflict('This gift is claimed already.')
    const changed = { ...changes, created_at: new Date(), queued_at: null, reminded_at: null }
    // A restored database may lack the row.
    await tx
      .insert(gifts)
      .values({ id: gift_id, account_id: found.purchase.account_id, ...changed })
      .onConflictDoUpdate({ target: gifts.id, set: changed })
    // After the gift, so that a delivery at this moment has ended.
    await tx.delete(seats).where(and(eq(seats.purchase_id, purchase_id), isNull(seats.claimed_at)))
  })
}

/** Returns the gift of a code, claimed or not; undefined for another code. */
export async function findGift(db: Db, code: string): Promise<OwnedSeats | undefined> {
  const [seat] = await db
    .select({ purchase_id: seats.purchase_id })
    .from(seats)
    .where(eq(seats.code_hash, hashToken(code)))
  const [purchase] = seat ? await findPurchases(db, eq(purchases.id, seat.purchase_id)) : []
  return purchase && isGift(purchase) ? purchase : undefined
}

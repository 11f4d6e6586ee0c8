import { heldSeats, isGift, isSeatOffer, type SeatPurchase } from '@academy/catalog'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import type { RecordedFacts } from './facts.store.ts'
import { gifts } from './gifts.table.ts'
import { purchases } from './purchases.table.ts'
import { seatOwners } from './seats.table.ts'
import { isFromConnectedStripe } from './stripe-origin.ts'

/** A purchase of seats as the catalog's rules read it. `account_id` is the buyer, who owns the seats unless the administrator named another owner. */
export type OwnedSeats = SeatPurchase & {
  id: string
  account_id: string
  owner_id: string
  customer_id: string
  currency: string
  gift_id: string | null
  /** What the buyer of a gift wrote; null for the seats of a team. */
  gift: typeof gifts.$inferSelect | null
}

/** The condition of purchases whose seats an account owns. An array, so that Postgres can use an index for each side of the `or`. */
export const isOwnedBy = (account_id: string): SQL =>
  sql`(${purchases.account_id} = ${account_id} or ${purchases.id} = any(array(select purchase_id from ${seatOwners} where ${seatOwners.account_id} = ${account_id})))`

/** Loads purchases of seats. */
export async function findPurchases(db: Db, condition: SQL): Promise<OwnedSeats[]> {
  const rows = await db
    .select({
      purchase: purchases,
      owner_id: sql<string>`coalesce(${seatOwners.account_id}, ${purchases.account_id})`,
      gift: gifts,
    })
    .from(purchases)
    .leftJoin(seatOwners, eq(seatOwners.purchase_id, purchases.id))
    .leftJoin(gifts, eq(gifts.id, purchases.gift_id))
    .where(and(condition, sql`${purchases.seats} > 0`, isFromConnectedStripe(purchases)))
    .orderBy(desc(purchases.paid_at), desc(purchases.id))
  return rows
    .filter(({ purchase: { offer } }) => isSeatOffer(offer))
    .map(({ purchase, owner_id, gift }) => ({ ...purchase, dispute: purchase.dispute_status, owner_id, gift }))
}

/** Loads the owners of the seats that an account holds, while those seats are open. A gift makes no team. */
export async function loadSeatOwners(db: Db, { seats }: Pick<RecordedFacts, 'seats'>): Promise<string[]> {
  const ids = heldSeats(seats, new Date()).flatMap(({ seat, state }) =>
    state === 'active' && !isGift(seat.purchase) ? [seat.purchase_id] : [],
  )
  if (ids.length === 0) return []
  const found = await findPurchases(db, sql`purchases.id = any(${sql.param(ids)}::text[])`)
  return [...new Set(found.map(({ owner_id }) => owner_id))]
}

import {
  guaranteeLastDay,
  isGift,
  openSeats,
  purchaseState,
  refundableSeats,
  type SeatPurchase,
  soldPackage,
  soldTitle,
  usableSeats,
} from '@academy/catalog'
import type { Team, TeamSeat, UnownedSeats } from '@academy/contract'
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { purchases } from '../billing/facts/purchases.table.ts'
import { findPurchases, isOwnedBy, type OwnedSeats } from '../billing/facts/seat-purchases.store.ts'
import { seatLinks, seatOwners, seats } from '../billing/facts/seats.table.ts'

export type SeatRow = typeof seats.$inferSelect

/** Loads the seats of a purchase that are not free. */
export const seatsOf = async (db: Db, purchase_id: string): Promise<SeatRow[]> =>
  await db.select().from(seats).where(eq(seats.purchase_id, purchase_id))

/** Returns the claimed seats among rows, as the catalog's rules read them. */
export const claimedOf = (rows: readonly SeatRow[]) =>
  rows.flatMap(({ id, claimed_at, started_at }) => (claimed_at === null ? [] : [{ id, claimed_at, started_at }]))

/** Returns the state of a purchase of seats for its buyer, who also reads that a bank decides about a dispute. */
function stateOfPurchase(purchase: OwnedSeats): string {
  const state = purchaseState(purchase)
  return state === 'active' && purchase.dispute === 'open' ? 'disputed' : state
}

type Member = { id: string; email: string | null; finished: string[] }

/** Loads the addresses of members, and the courses that they finished. Reads tables of other modules by their names. */
async function membersOf(db: Db, ids: readonly string[]): Promise<Map<string, Member>> {
  const rows = await db.execute<Member>(sql`
    select account_id as id, email, array(select product from certificates where certificates.account_id = accounts.account_id) as finished
    from accounts where account_id = any(${sql.param([...ids])}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

type Usable = { usable: number; open: ReadonlySet<string> }

function stateOf({ claimed_at, started_at, id }: SeatRow, { usable, open }: Usable, hasFinished: boolean): TeamSeat['state'] {
  if (claimed_at === null) return usable > 0 ? 'invited' : 'closed'
  if (!open.has(id)) return 'closed'
  if (started_at === null) return 'claimed'
  return hasFinished ? 'finished' : 'started'
}

/** Returns what the giver sees of a gift that was sent: whether it was claimed, not by whom or how it is used. */
const takenGift = (seat: SeatRow, usable: Usable): TeamSeat => ({
  id: seat.id,
  state: stateOf({ ...seat, started_at: null }, usable, false),
  email: null,
  since: (seat.claimed_at ?? seat.created_at).toISOString(),
})

/** Returns what the giver wrote; null for the seats of a team. */
function giftOf(purchase: OwnedSeats): Team['purchases'][number]['gift'] {
  if (!isGift(purchase)) return null
  const { gift, paid_at } = purchase
  return {
    email: gift?.email ?? null,
    message: gift?.message ?? '',
    deliver_on: gift?.deliver_on ?? paid_at.toISOString().slice(0, 10),
    is_sent: (gift?.queued_at ?? null) !== null,
  }
}

/** Loads what the owner of seats sees: of each member the address and how far the course is. */
export async function loadTeam(db: Db, account_id: string): Promise<Team['purchases']> {
  const bought = await findPurchases(db, isOwnedBy(account_id))
  if (bought.length === 0) return []
  const ids = bought.map(({ id }) => id)
  const rows = await db.select().from(seats).where(inArray(seats.purchase_id, ids)).orderBy(seats.claimed_at, seats.email, seats.id)
  const links = await db.select().from(seatLinks).where(inArray(seatLinks.purchase_id, ids))
  const members = await membersOf(
    db,
    rows.flatMap(({ account_id }) => account_id ?? []),
  )
  return bought.map((purchase) => {
    const taken = rows.filter(({ purchase_id }) => purchase_id === purchase.id)
    const usable = usableSeats(purchase)
    const open = openSeats(purchase, claimedOf(taken))
    const link = links.find(({ purchase_id }) => purchase_id === purchase.id)
    return {
      ...serializeDates(purchase),
      purchase_id: purchase.id,
      is_buyer: purchase.account_id === account_id,
      state: stateOfPurchase(purchase),
      guarantee_until: guaranteeLastDay(purchase).toISOString(),
      usable,
      open: Math.max(0, usable - taken.length),
      refundable: refundableSeats(purchase, claimedOf(taken), new Date(), purchase.gift?.deliver_on),
      gift: giftOf(purchase),
      taken: taken.map((seat) => {
        if (isGift(purchase)) return takenGift(seat, { usable, open })
        const member = seat.account_id === null ? undefined : members.get(seat.account_id)
        const since = seat.started_at ?? seat.claimed_at ?? seat.created_at
        const hasFinished = member?.finished.includes(soldPackage(purchase.offer)) ?? false
        return {
          id: seat.id,
          state: stateOf(seat, { usable, open }, hasFinished),
          email: seat.email ?? member?.email ?? null,
          since: since.toISOString(),
        }
      }),
      link: link ? { domain: link.domain, expires_at: link.expires_at.toISOString() } : null,
    }
  })
}

/** A gift needs no owner: its recipient claims it without the buyer. */
const isUnowned = sql`${isNull(seatOwners.account_id)} and ${isNull(purchases.gift_id)} and exists (select from erased_accounts where erased_accounts.account_id = ${purchases.account_id})`

/** Returns whether the account of the buyer was erased, and no other owner was named. */
export const lacksOwner = async (db: Db, purchase_id: string): Promise<boolean> =>
  (await findPurchases(db, sql`${purchases.id} = ${purchase_id} and ${isUnowned}`)).length > 0

/** Loads the purchases whose seats can be used, and have no owner any more, newest first. */
export async function unownedSeats(db: Db): Promise<UnownedSeats[]> {
  const found = (await findPurchases(db, isUnowned)).filter((purchase) => usableSeats(purchase) > 0)
  const ids = found.map(({ id }) => id)
  const rows = ids.length > 0 ? await db.select().from(seats).where(inArray(seats.purchase_id, ids)) : []
  return found.map((purchase) => ({
    ...serializeDates(purchase),
    purchase_id: purchase.id,
    usable: usableSeats(purchase),
    taken: rows.filter(({ purchase_id }) => purchase_id === purchase.id).length,
  }))
}

/** Returns the name of what a purchase of seats opens. */
export const nameOf = ({ offer }: Pick<SeatPurchase, 'offer'>): string => soldTitle(offer)

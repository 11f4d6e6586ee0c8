import { isSeatOffer, type Seat } from '@academy/catalog'
import { type SQL, sql } from 'drizzle-orm'
import { type AccountRow, PURCHASE_FACTS, valuesOf } from './account-rows.ts'
import { purchases } from './purchases.table.ts'
import { seats } from './seats.table.ts'
import { isFromConnectedStripe } from './stripe-origin.ts'

const timeOf = (value: unknown): Date => purchases.paid_at.mapFromDriverValue(value) as Date
const timeOrNull = (value: unknown): Date | null => (value === null ? null : timeOf(value))

type Claimed = [id: string, claimed_at: string, started_at: string | null]

/** A claimed seat with its purchase, as recorded. */
export type RecordedSeat = Seat & { purchase_id: string; purchase: Seat['purchase'] & { currency: string } }

const PURCHASE_COLUMNS = { ...PURCHASE_FACTS, seats: purchases.seats, refund_seats: purchases.refund_seats }
const parsePurchase = valuesOf(PURCHASE_COLUMNS)

/** The seats that accounts claimed, each with its purchase and the other claimed seats of it, which decide whether a refund closes it. */
export const SEATS = {
  select: (condition: SQL): SQL =>
    sql`select json_build_array('seats', held.account_id, held.id, held.purchase_id, held.claimed_at, held.started_at,
        (select json_agg(json_build_array(id, claimed_at, started_at)) from ${seats} where purchase_id = held.purchase_id and claimed_at is not null),
        ${sql.join(Object.values(PURCHASE_COLUMNS), sql`, `)}) as account_row
      from (select * from ${seats} where ${condition}) as held
      join ${purchases} on ${purchases.id} = held.purchase_id and ${isFromConnectedStripe(purchases)}`,
  parse: (rows: readonly AccountRow[]): RecordedSeat[] =>
    rows
      .filter(([table]) => table === 'seats')
      .map(([, , id, purchase_id, claimed_at, started_at, claimed, ...values]) => ({
        id: id as string,
        purchase_id: purchase_id as string,
        claimed_at: timeOf(claimed_at),
        started_at: timeOrNull(started_at),
        claimed: (claimed as Claimed[]).map(([id, claimed_at, started_at]) => ({
          id,
          claimed_at: timeOf(claimed_at),
          started_at: timeOrNull(started_at),
        })),
        purchase: parsePurchase(values),
      }))
      .filter(({ purchase: { offer } }) => isSeatOffer(offer)),
}

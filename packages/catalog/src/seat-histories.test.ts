import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entitlementsFor } from './decide-entitlements.ts'
import { isGift } from './gifts.ts'
import { type ClaimedSeat, refundableSeats, type Seat, type SeatPurchase, shareOfSeats, usableSeats } from './seats.ts'
import { isStudioGift, STUDIO_GIFT_NAMES, STUDIO_GIFTS } from './studio-gifts.ts'
import { after, bought, DAY_MS, emptyAccount, subscribed } from './testing/account-facts.ts'

const MEMBERS = [0, 1, 2, 3, 4, 5]

const member = fc.constantFrom(...MEMBERS)
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('claim', 'claim', 'start'), member }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('leave', 'take back', 'erase', 'subscribe', 'another gift'), member }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('refund at Stripe', 'refund by the button'), seats: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('refund a cent', 'dispute', 'win', 'lose') }) },
  // 29 days are less than the guarantee, and 366 days are a year from any day.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), days: fc.constantFrom(1, 29, 366) }) },
)
type Step = { do: string; member?: number; seats?: number; days?: number }
const history = fc.record({
  // One seat is a gift.
  seats: fc.constantFrom(1, 1, 2, 3, 4, 5),
  gift: fc.constantFrom('master_course', ...STUDIO_GIFT_NAMES),
  giftDay: fc.nat(40),
  cents: fc.integer({ min: 0, max: 99 }),
  steps: fc.array(step, { minLength: 10, maxLength: 30 }),
})

/** What the database holds of a purchase for others. */
type Facts = {
  purchase: SeatPurchase
  rows: (ClaimedSeat & { holder: number | null })[]
  subscribers: Set<number>
  /** Valid gifts of the Studio for 3 months that members claimed beside. */
  others: (Seat & { holder: number | null })[]
  /** The day of delivery; undefined for the seats of a team. */
  deliver_on: string | undefined
}
/** What happened, in the order in which it happened, without dates and money. `day` counts from the purchase. */
type Model = {
  paid: number
  back: number
  isLost: boolean
  wasDisputed: boolean
  day: number
  giftDay: number | undefined
  claims: { holder: number | null; started: boolean; day: number; order: number }[]
  /** Of the gift of the Studio; undefined for courses. */
  months: number | undefined
  /** When the whole money went back, and when the buyer disputed it. */
  refundDay: number | undefined
  disputeDay: number | undefined
  others: { holder: number | null; day: number; order: number }[]
}

/** Returns how many seats can be refunded, by the words of the guarantee and of gifts. */
function refundableNow({ paid, back, isLost, wasDisputed, day, giftDay, claims }: Model): number {
  if (isLost || wasDisputed) return 0
  // The last day of the guarantee counts to its end in every time zone.
  const isCovered = day < 31 || (giftDay !== undefined && claims.length === 0 && day >= giftDay + 365)
  return isCovered ? Math.max(0, paid - back - claims.filter(({ started }) => started).length) : 0
}

/** Returns the claims that stay open: as long as there are too many, the last one that did not start goes, then the last one. */
function openClaims({ paid, back, isLost, claims }: Model): Model['claims'] {
  let open = [...claims]
  while (open.length > (isLost ? 0 : paid - back)) {
    const victim = open.findLast(({ started }) => !started) ?? open.at(-1)
    open = open.filter((claim) => claim !== victim)
  }
  return open
}

/** Returns the day on which months end that begin on a day, by the calendar. */
function endDay(begin: number, months: number): number {
  const [year = 0, month = 0, day = 0] = after(begin * DAY_MS)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return Math.round((Date.UTC(year, month - 1 + months, Math.min(day, last), 12) - after(0).getTime()) / DAY_MS)
}

/** Returns whether gifts open the Studio to a member: each begins when the one before ends, or its money went back. */
function hasStudioGift(model: Model, member: number): boolean {
  const { months, refundDay, disputeDay, day } = model
  const main = months === undefined ? [] : model.claims.map((claim) => ({ ...claim, months, isVoid: !openClaims(model).includes(claim) }))
  const all = [...main, ...model.others.map((other) => ({ ...other, months: 3, isVoid: false }))].filter(({ holder }) => holder === member)
  let free = 0
  let isOpen = false
  for (const gift of all.toSorted((a, b) => a.order - b.order)) {
    const begin = Math.max(free, gift.day)
    const end = endDay(begin, gift.months)
    free = gift.isVoid ? Math.max(free, Math.min(refundDay ?? disputeDay ?? 0, end)) : end
    isOpen ||= !gift.isVoid && day < end
  }
  return isOpen
}

const accountOf = ({ purchase, rows, subscribers, others }: Facts, member: number, now = after(0)) => ({
  ...emptyAccount,
  now,
  subscriptions: subscribers.has(member) ? [subscribed('active')] : [],
  seats: [...rows.map((own) => ({ ...own, purchase, claimed: rows })), ...others].filter(({ holder }) => holder === member),
})

function changeSeat(facts: Facts, model: Model, { do: what, member = 0 }: Step, time: Date): void {
  const row = facts.rows.find(({ holder }) => holder === member)
  const claim = model.claims.find(({ holder }) => holder === member)
  // The mail of a gift, with the only link to it, leaves on its day.
  const isDelivered = model.giftDay === undefined || model.day >= model.giftDay
  if (what === 'claim' && row === undefined && isDelivered && facts.rows.length < usableSeats(facts.purchase)) {
    // Random ids, as in the database: their order says nothing.
    facts.rows.push({
      id: String((facts.rows.length * 7 + member * 13) % 1000) + time.getTime(),
      claimed_at: time,
      started_at: model.months === undefined ? null : time,
      holder: member,
    })
    model.claims.push({ holder: member, started: model.months !== undefined, day: model.day, order: time.getTime() })
  }
  if (what === 'another gift') {
    const own = { id: `other ${time.getTime()}`, claimed_at: time, started_at: time }
    const purchase = { ...bought('master_course'), offer: 'studio_3_months' as const, seats: 1, amount: 51_00 }
    facts.others.push({
      ...own,
      purchase: { ...purchase, refunded_amount: 0, refund_seats: 0, charge_id: 'ch_2' },
      claimed: [own],
      holder: member,
    })
    model.others.push({ holder: member, day: model.day, order: time.getTime() })
  }
  if (what === 'erase') for (const other of [...facts.others, ...model.others]) if (other.holder === member) other.holder = null
  if (row === undefined || claim === undefined) return
  if (what === 'start' && entitlementsFor(accountOf(facts, member)).master_course) {
    row.started_at ??= time
    claim.started = true
  }
  const ends = what === 'leave' || what === 'erase' || (what === 'take back' && row.started_at === null)
  if (!ends) return
  row.holder = null
  claim.holder = null
  if (row.started_at !== null) return
  facts.rows = facts.rows.filter((other) => other !== row)
  model.claims = model.claims.filter((other) => other !== claim)
}

function changeMoney({ purchase, rows, deliver_on }: Facts, model: Model, { do: what, seats: count = 1 }: Step, time: Date): void {
  const gone = purchase.seats - usableSeats(purchase)
  if (what === 'refund by the button' && count <= refundableSeats(purchase, rows, time, deliver_on)) {
    purchase.refund_seats = gone + count
    purchase.refunded_amount = Math.max(purchase.refunded_amount, shareOfSeats(purchase, purchase.refund_seats))
    model.back += count
  }
  if (what === 'refund at Stripe' && !model.isLost && gone + count <= purchase.seats) {
    purchase.refunded_amount = shareOfSeats(purchase, gone + count)
    model.back += count
  }
  // Less than the share of a seat.
  if (what === 'refund a cent' && purchase.refunded_amount === shareOfSeats(purchase, gone) && gone < purchase.seats)
    purchase.refunded_amount += 1
  if (purchase.refunded_amount === purchase.amount) {
    purchase.refunded_at ??= time
    model.refundDay ??= model.day
  }
  if (what === 'dispute') {
    purchase.dispute ??= 'open'
    model.wasDisputed = true
    model.disputeDay ??= model.day
  }
  if (purchase.dispute === 'open' && (what === 'win' || what === 'lose')) {
    purchase.dispute = what === 'win' ? 'won' : 'lost'
    model.isLost = what === 'lose'
  }
  purchase.dispute_at ??= purchase.dispute && time
}

test('SEAT-03 SEAT-04 GIFT-02 GIFT-17 GIFT-18 GIFT-19 in 10,000 histories a seat or a gift opens its course or the Studio exactly where an independent model says', () => {
  fc.assert(
    fc.property(history, ({ seats, gift, giftDay, cents, steps }) => {
      const amount = seats * 220_15 - cents
      const offer = seats === 1 ? gift : 'master_course'
      const paid = { ...bought('master_course'), offer, seats, amount, refunded_amount: 0, refund_seats: 0, charge_id: 'ch_1' }
      const purchase: SeatPurchase = paid
      const deliver_on = isGift(purchase)
        ? after(giftDay * DAY_MS)
            .toISOString()
            .slice(0, 10)
        : undefined
      const facts: Facts = { purchase, rows: [], subscribers: new Set(), others: [], deliver_on }
      const model: Model = {
        ...{ paid: seats, back: 0, isLost: false, wasDisputed: false, day: 0, claims: [], others: [] },
        ...{ refundDay: undefined, disputeDay: undefined },
        months: isStudioGift(offer) ? STUDIO_GIFTS[offer] : undefined,
        giftDay: deliver_on === undefined ? undefined : giftDay,
      }
      for (const [index, one] of steps.entries()) {
        if ('days' in one) model.day += one.days
        const time = after(model.day * DAY_MS + index * 60_000)
        if (one.do === 'subscribe' && 'member' in one) facts.subscribers.add(one.member)
        if ('member' in one) changeSeat(facts, model, one, time)
        else changeMoney(facts, model, one, time)
        const open = openClaims(model)
        // One comparison of all members: an `expect` costs more than the decision for a member.
        const decided = MEMBERS.map((member) => entitlementsFor(accountOf(facts, member, time)))
        expect({
          tooManySeats: open.length > model.paid - model.back,
          refundable: refundableSeats(purchase, facts.rows, time, deliver_on),
          inCourse: MEMBERS.filter((member) => decided[member]?.master_course),
          withResources: MEMBERS.filter((member) => decided[member]?.resources),
        }).toEqual({
          tooManySeats: false,
          refundable: refundableNow(model),
          inCourse: MEMBERS.filter((member) => model.months === undefined && open.some(({ holder }) => holder === member)),
          withResources: MEMBERS.filter((member) => facts.subscribers.has(member) || hasStudioGift(model, member)),
        })
      }
    }),
    { numRuns: 10_000 },
  )
})

import { contract, type Team, type TeamSeat } from '@academy/contract'
import { sampleOf } from './sample-of.ts'

type TeamPurchase = Team['purchases'][number]

/** A seat that is not free, of a member with this name. */
export const sampleSeat = (name: string, state: TeamSeat['state'], changes: Partial<TeamSeat> = {}): TeamSeat => ({
  id: `0198b1a2-3c4d-7e5f-8a9b-${[...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')
    .slice(-12)}`,
  state,
  email: `${name}@example.com`,
  since: '2026-03-02T12:00:00.000Z',
  ...changes,
})

/** Five seats of the Master Course, of which one is free. */
export const samplePurchase = sampleOf(contract.team.get.responses[200].shape.data.shape.purchases.element, {
  purchase_id: 'cs_1',
  offer: 'master_course',
  is_buyer: true,
  state: 'active',
  paid_at: '2026-03-01T12:00:00.000Z',
  amount: 5 * 220_15,
  refunded_amount: 0,
  currency: 'eur',
  guarantee_until: '2026-03-31T12:00:00.000Z',
  seats: 5,
  usable: 5,
  open: 1,
  refundable: 3,
  taken: [sampleSeat('fin', 'finished'), sampleSeat('sue', 'started'), sampleSeat('amy', 'claimed'), sampleSeat('bob', 'invited')],
})

/** A gift of the Master Course that has not been sent. */
export const sampleGift = ({ gift, ...changes }: Omit<Partial<TeamPurchase>, 'gift'> & { gift?: Partial<TeamPurchase['gift']> } = {}) =>
  samplePurchase({
    ...{ purchase_id: 'cs_gift', amount: 259_00, seats: 1, usable: 1, open: 1, refundable: 1, taken: [] },
    gift: { email: 'bob@example.com', message: 'Happy birthday!', deliver_on: '2099-12-24', is_sent: false, ...gift },
    ...changes,
  })

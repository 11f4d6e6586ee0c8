import { randomUUID } from 'node:crypto'
import { giftDays } from '@academy/catalog'
import { expect } from 'vitest'
import type { startSellingAcademy } from './selling-academy.ts'
import { teamUsers } from './team-users.ts'

export const newAddress = () => `${randomUUID().slice(0, 8)}@example.test`

/** What the buyer of a gift writes, by default for the last day that can be chosen. */
export const writtenGift = (changes: object = {}) => ({
  email: newAddress(),
  message: 'For you, Bob',
  deliver_on: giftDays(new Date()).last,
  ...changes,
})

/** Creates users who buy gifts, get them by mail and claim them. */
export async function giftUsers(academy: Awaited<ReturnType<typeof startSellingAcademy>>) {
  const { app, mailsTo, stripe } = academy
  const newTeamUser = await teamUsers(academy)

  async function newUser(email?: string) {
    const user = await newTeamUser(email)
    return { ...user, read: (code: string) => user.call('POST', '/api/seats/gift', { code }) }
  }

  /** A buyer who paid for a gift at Stripe, by default of the course. */
  async function newGiver(changes: object = {}, choice: object = { masterCourse: true }) {
    const giver = await newUser()
    const gift = writtenGift(changes)
    const purchase_id = await giver.buys({ ...choice, gift })
    const customer = await giver.customer()
    const sync = () => app.payments?.sync(customer)
    await sync()
    const bought = async () => (await giver.team()).purchases[0]
    const charge = async () => (await stripe.charges.list({ customer })).data[0]
    /** Makes a number of days pass since the day of the delivery. */
    const daysAfterDelivery = (days: number) => academy.owner`
      update gifts set deliver_on = (now() at time zone 'utc')::date - ${days}::int
      where id = (select gift_id from purchases where id = ${purchase_id})`
    const dayComes = () => daysAfterDelivery(1)
    return {
      ...giver,
      ...{ gift, purchase_id, customer, sync, bought, charge, daysAfterDelivery, dayComes },
      change: (to: object, id = purchase_id) => giver.call('PUT', '/api/team/gift', { purchase_id: id, gift: { ...gift, ...to } }),
      refund: () => giver.call('POST', '/api/team/refund', { purchase_id, seats: 1 }),
    }
  }

  /** Runs the outbox until an address has a number of mails, and returns the last one with its code. */
  async function delivered(email: string, count = 1) {
    await app.outbox.run()
    await expect.poll(async () => (await mailsTo(email)).length).toBe(count)
    const mail = (await mailsTo(email)).at(-1)
    return { mail, code: /\/seats\/([\w-]{43})\?gift/.exec(mail?.text ?? '')?.[1] ?? '' }
  }

  return { newUser, newGiver, delivered }
}

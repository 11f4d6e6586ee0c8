import { addMonths } from '@academy/catalog'
import { beforeEach, expect, test } from 'vitest'
import { giftUsers, writtenGift as written } from '../../testing/gift-users.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { startSellingAcademy } from '../../testing/selling-academy.ts'
import { grantPackage, revokePackage } from '../billing/facts/manage-grants.ts'

const ADMIN = 'admin@example.test'
const academy = await startSellingAcademy({ mails: true, env: { ADMIN_EMAIL: ADMIN } })
const { app, mailsTo, stripe } = academy
const { newUser, newGiver, delivered } = await giftUsers(academy)

type User = Awaited<ReturnType<typeof newUser>>
const STUDIO = { resources: true, my_prompts: true, slack_premium: true, slack_standard: true, master_course: false }
const DAY_MS = 86_400_000

/** A buyer of a gift of the Studio whose day has come, with its code. */
async function newStudioGiver(gift_months = 3) {
  const giver = await newGiver({}, { numberOfPlans: 1, gift_months })
  await giver.dayComes()
  return { ...giver, ...(await delivered(giver.gift.email)) }
}

const entitlementsOf = async (user: User) => (await user.context()).entitlements

/** The subscription of a user at Stripe with its free days, by Stripe's clock. */
async function trialOf(user: User) {
  const [subscription] = (await stripe.subscriptions.list({ customer: await user.customer() })).data
  const { status, trial_end, created } = subscription ?? { status: undefined, trial_end: null, created: 0 }
  return { status, trial_end: trial_end ?? 0, days: ((trial_end ?? 0) - created) / 86_400 }
}

/** Makes days pass since a user claimed gifts. */
async function daysPass({ id }: User, days: number) {
  await app.sql`update seats set claimed_at = claimed_at - make_interval(days => ${days}), started_at = started_at - make_interval(days => ${days}) where account_id = ${id}`
  app.invalidateFacts(id)
}

// The limits of a minute are tested where they are.
beforeEach(async () => {
  await academy.owner`delete from rate_limits`
})

test.each([
  ['a gift of the Studio without months', { numberOfPlans: 1, gift: written() }],
  ['other months', { numberOfPlans: 1, gift: written(), gift_months: 4 }],
  ['months of a course', { masterCourse: true, gift: written(), gift_months: 3 }],
  ['months without a gift', { numberOfPlans: 1, gift_months: 3 }],
])('GIFT-16 the checkout refuses %s with the field', async (_, choice) => {
  const ada = await newUser()
  const refused = await ada.checkout(choice)
  expect([refused.statusCode, refused.json().fields]).toEqual([
    400,
    { gift_months: 'gift_months must be 3, 6, 12 for a gift of the Studio, or left out.' },
  ])
  expect(await ada.customer()).toBe('')
})

test('GIFT-16 subscribers give months of the Studio, paid once, also more than once', async () => {
  const ada = await newUser()
  await recordFacts(app.db, ada.id).subscription()
  for (const [gift_months, amount] of [
    [3, 51_00],
    [12, 204_00],
  ]) {
    const session = await ada.buys({ numberOfPlans: 1, gift: written(), gift_months })
    const { amount_total, mode, metadata } = await stripe.checkout.sessions.retrieve(session)
    expect([amount_total, mode, metadata?.offer]).toEqual([amount, 'payment', `studio_${gift_months}_months`])
    await app.payments?.sync(await ada.customer())
  }
  const { purchases, held } = await ada.team()
  // Both may be of the same second.
  expect(purchases.map(({ offer, amount, state }) => [offer, amount, state]).toSorted()).toEqual([
    ['studio_12_months', 204_00, 'active'],
    ['studio_3_months', 51_00, 'active'],
  ])
  expect(held).toEqual([])
})

test('GIFT-16 a gift of the Studio opens nothing for its buyer, and is no subscription', async () => {
  const giver = await newStudioGiver()
  const { entitlements, subscriptions, prices } = await giver.context()
  expect([entitlements.resources, subscriptions, prices]).toEqual([false, [], []])
})

test('GIFT-17 a claimed gift opens the Studio until its end without a card, and closes it by itself', async () => {
  const [giver, bob] = [await newStudioGiver(), await newUser()]
  expect((await bob.read(giver.code)).json().data).toEqual({ offer: 'studio_3_months', message: 'For you, Bob' })
  const before = new Date()
  const claimed = await bob.claim(giver.code)
  expect(claimed.json().message).toMatch(
    /^The Vibe Coding Studio is open to you until .* 20\d\d\. It ends by itself: you need no card, and nothing is charged\.$/,
  )
  expect(await entitlementsOf(bob)).toMatchObject(STUDIO)
  expect((await bob.call('GET', '/api/prompts')).statusCode).toBe(200)
  const { held, studio_free_until } = await bob.team()
  expect(held).toMatchObject([{ offer: 'studio_3_months', state: 'active', is_gift: true, until: studio_free_until }])
  expect(Date.parse(studio_free_until ?? '')).toBeGreaterThanOrEqual(addMonths(before, 3).getTime())
  expect(await bob.customer(), 'no customer at Stripe').toBe('')
  expect((await bob.claim(giver.code)).json().message).toBe(claimed.json().message)

  const why = async () => {
    const headers = await academy.signIn({ email: ADMIN })
    const { entitlements } = (await app.inject({ url: `/api/admin/accounts/${bob.id}`, headers })).json().data
    return entitlements.find(({ entitlement }: { entitlement: string }) => entitlement === 'resources').reasons[0]
  }
  expect(await why()).toMatchObject({ kind: 'seat', state: 'active', holds: true, until: studio_free_until })
  expect((await why()).text).toMatch(
    /^A gift of Vibe Coding Studio for 3 months was claimed on .*; it was bought on .*\. It ends on .* UTC, and nothing is charged then\.$/,
  )

  await daysPass(bob, 93)
  expect((await why()).text).toMatch(/ It ended on .* UTC\.$/)
  expect(await entitlementsOf(bob)).toMatchObject({ resources: false, my_prompts: false, slack_standard: false })
  expect((await bob.call('GET', '/api/prompts')).statusCode).toBe(403)
  expect(await bob.team()).toMatchObject({ held: [{ state: 'ended' }], studio_free_until: null })
})

test('GIFT-17 50 parallel claims of a gift of the Studio give one', async () => {
  const giver = await newStudioGiver()
  const members = await Promise.all(Array.from({ length: 50 }, () => newUser()))
  const responses = await Promise.all(members.map((member) => member.claim(giver.code)))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(49).fill(409)])
  const open = await Promise.all(members.map(async (member) => (await entitlementsOf(member)).resources))
  expect(open.filter(Boolean)).toHaveLength(1)
})

test('GIFT-18 the buyer gets the money back until the gift is claimed', async () => {
  const [giver, claimed, bob] = [await newStudioGiver(), await newStudioGiver(), await newUser()]
  await bob.claim(claimed.code)
  expect((await claimed.bought())?.refundable).toBe(0)
  const refused = await claimed.refund()
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('until it was claimed')])
  expect((await giver.refund()).statusCode).toBe(200)
  expect((await giver.charge())?.amount_refunded).toBe(51_00)
  expect((await (await newUser()).claim(giver.code)).statusCode).toBe(409)
})

test.each(['a refund', 'a lost dispute', 'a revocation'])('GIFT-18 %s closes the Studio at once', async (what) => {
  const [giver, bob] = [await newStudioGiver(), await newUser()]
  await bob.claim(giver.code)
  expect((await entitlementsOf(bob)).resources).toBe(true)
  const charge = (await giver.charge())?.id ?? ''
  if (what === 'a refund') await stripe.refunds.create({ charge })
  if (what === 'a lost dispute') await academy.loseDispute(charge)
  if (what === 'a revocation') await recordFacts(app.db, bob.id).changePurchase(giver.purchase_id, { revoked_at: new Date() })
  await giver.sync()
  await expect.poll(async () => (await entitlementsOf(bob)).resources).toBe(false)
  expect((await bob.team()).studio_free_until).toBeNull()
})

test('GIFT-19 a subscriber, also one whose payment failed, leaves the gift free, reads so, and claims it after the end', async () => {
  const [giver, bob, vera] = [await newStudioGiver(), await newUser(), await newUser()]
  const facts = recordFacts(app.db, bob.id)
  const subscription = await facts.subscription({ status: 'unpaid', payment: 'failed' })
  const refused = await bob.claim(giver.code)
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'You have the Vibe Coding Studio already, so the gift stays free and nothing is lost: claim it when your subscription has ended, forward its email to another person, or tell the person who gave it to you.',
  ])
  await grantPackage(app.db, { account_id: vera.id, package: 'studio', by: 'ada', reason: 'a speaker', expires_at: null })
  expect((await vera.claim(giver.code)).json().message).toContain('claim it when your access has ended')
  await facts.changeSubscription(subscription, { status: 'canceled', ended_at: new Date() })
  expect((await bob.claim(giver.code)).statusCode).toBe(200)
})

test('GIFT-19 a second gift begins when the first ends', async () => {
  const [first, second, bob] = [await newStudioGiver(3), await newStudioGiver(6), await newUser()]
  await bob.claim(first.code)
  await daysPass(bob, 10)
  expect((await bob.claim(second.code)).json().message).toMatch(
    /^The Vibe Coding Studio begins on .*, when an earlier gift ends, and runs until /,
  )
  const [now, later] = (await bob.team()).held
  expect([now?.state, later?.state, later?.from]).toEqual(['active', 'waiting', now?.until])
  expect((await bob.team()).studio_free_until).toBe(later?.until)
  await daysPass(bob, 90)
  expect((await bob.team()).held).toMatchObject([{ state: 'ended' }, { state: 'active' }])
  expect((await entitlementsOf(bob)).resources).toBe(true)
})

test('GIFT-20 a recipient who subscribes keeps the rest as free days, and is charged after the end of the gift', async () => {
  const [giver, bob] = [await newStudioGiver(), await newUser()]
  await bob.claim(giver.code)
  const end = Date.parse((await bob.team()).studio_free_until ?? '')
  const session = await bob.buys({ numberOfPlans: 1 })
  const { amount_total, custom_text } = await stripe.checkout.sessions.retrieve(session)
  expect(amount_total).toBe(0)
  expect(custom_text.submit?.message).toMatch(
    /^Your gift of the Studio runs until .*, and until then nothing is charged\. Then it costs €17 a month, until you cancel\.$/,
  )
  await app.payments?.sync(await bob.customer())
  const { status, days, trial_end } = await trialOf(bob)
  expect([status, days]).toEqual(['trialing', Math.ceil((end - Date.now()) / DAY_MS)])
  expect((await bob.context()).subscriptions).toMatchObject([{ status: 'trialing' }])
  expect((await bob.team()).studio_free_until, 'the subscription goes on').toBeNull()
  expect((await bob.checkout({ numberOfPlans: 1 })).statusCode).toBe(409)
  await app.outbox.run()
  await expect.poll(async () => (await mailsTo(bob.email)).map(({ text }) => text).join()).toContain('The Studio is free until ')

  await daysPass(bob, 93)
  expect((await entitlementsOf(bob)).resources, 'after the gift').toBe(true)
  await academy.advance(93)
  await app.payments?.sync(await bob.customer())
  const paid = (await stripe.invoices.list({ customer: await bob.customer() })).data.filter(({ amount_paid }) => amount_paid > 0)
  expect(paid.map(({ amount_paid, created }) => [amount_paid, created >= trial_end])).toEqual([[17_00, true]])
})

test('GIFT-20 in the last hour of a gift a subscription still begins with the rest as a free day', async () => {
  const [giver, bob] = [await newStudioGiver(12), await newUser()]
  await bob.claim(giver.code)
  let claimed_at = addMonths(new Date(Date.now() + DAY_MS / 24), -12)
  // Twelve months before a 29th of February have no such day.
  if (addMonths(claimed_at, 12) < new Date()) claimed_at = new Date(claimed_at.getTime() + DAY_MS)
  await app.sql`update seats set claimed_at = ${claimed_at.toISOString()} where account_id = ${bob.id}`
  app.invalidateFacts(bob.id)
  const end = Date.parse((await bob.team()).studio_free_until ?? '')
  await bob.buys({ numberOfPlans: 1 })
  expect((await trialOf(bob)).days).toBe(Math.ceil((end - Date.now()) / DAY_MS))
})

test('GIFT-20 a recipient of gifts for more than two years subscribes later', async () => {
  const bob = await newUser()
  for (let gifts = 0; gifts < 3; gifts += 1) await bob.claim((await newStudioGiver(12)).code)
  expect((await bob.team()).studio_free_until).toBeNull()
  const refused = await bob.checkout({ numberOfPlans: 1 })
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringMatching(/^Your gifts open the Studio until .*two years/),
  ])
})

test('GIFT-20 the recipient keeps the free days of a subscription when the gift is refunded, until an operator revokes it', async () => {
  const [giver, bob] = [await newStudioGiver(), await newUser()]
  await bob.claim(giver.code)
  await bob.buys({ numberOfPlans: 1 })
  const sync = async () => app.payments?.sync(await bob.customer())
  await sync()
  await stripe.refunds.create({ charge: (await giver.charge())?.id ?? '' })
  await giver.sync()
  await sync()
  expect((await bob.team()).held).toMatchObject([{ state: 'refunded' }])
  expect((await bob.context()).subscriptions).toMatchObject([{ status: 'trialing' }])
  expect((await entitlementsOf(bob)).resources).toBe(true)
  const change = { account_id: bob.id, package: 'studio', by: 'ada', reason: 'The bank of the giver took the money back.' }
  expect((await revokePackage(app.db, change)).done).toBe(true)
  await sync()
  expect((await stripe.subscriptions.list({ customer: await bob.customer(), status: 'all' })).data).toMatchObject([{ status: 'canceled' }])
  app.invalidateFacts(bob.id)
  expect((await entitlementsOf(bob)).resources).toBe(false)
})

test('GIFT-21 the mails name the months, no price, and until when the money comes back', async () => {
  const giver = await newStudioGiver(6)
  expect(giver.mail?.subject).toBe('A gift for you: the Vibe Coding Studio for 6 months')
  expect(giver.mail?.text).toContain('It ends by itself after 6 months: you need no card, and nothing is charged.')
  expect(`${giver.mail?.text}${giver.mail?.html}`).not.toMatch(/€|102|\bEUR\b/)
  await expect
    .poll(async () => (await mailsTo(giver.email)).map(({ subject }) => subject))
    .toEqual(['Your gift of the Vibe Coding Studio for 6 months'])
  const [mail] = await mailsTo(giver.email)
  expect(mail?.text).toContain("as long as the recipient hasn't claimed it")
})

test('GIFT-21 an erased buyer and an erased recipient leave the gift as any other', async () => {
  const [giver, bob] = [await newStudioGiver(), await newUser()]
  expect(await giver.erase()).toBe(200)
  expect((await bob.claim(giver.code)).statusCode).toBe(200)
  expect((await bob.call('GET', '/api/accounts/export')).json().data.records.seats).toMatchObject([{ purchase_id: giver.purchase_id }])
  expect(await bob.erase()).toBe(200)
  const seats = await app.sql`select account_id, claimed_at is not null as is_claimed from seats where purchase_id = ${giver.purchase_id}`
  expect([...seats], 'used up').toEqual([{ account_id: null, is_claimed: true }])
})

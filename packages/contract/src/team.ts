import { MAX_SEATS } from '@academy/catalog'
import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, done, ok } from './api-error.ts'
import { giftInput } from './gift-input.ts'
import { MAX_TEAM_PROMPTS } from './prompt-fields.ts'
import { promptSummary, userPrompt } from './prompts.ts'
import { emailAddress, pathId, requiredLine } from './text.ts'

const c = initContract()

const time = z.iso.datetime()

const teamSeat = z
  .object({
    id: z.uuid(),
    state: z.enum(['invited', 'claimed', 'started', 'finished', 'closed']).describe('`closed` by a refund.'),
    email: z.string().nullable().describe('Invited or claimed by; null after that account was erased or left a started seat.'),
    since: time.describe('When it was invited, claimed or started; of a gift never when it started.'),
  })
  .meta({ id: 'TeamSeat', description: 'A seat that is not free.' })
export type TeamSeat = z.infer<typeof teamSeat>

const teamPurchase = z
  .object({
    purchase_id: z.string().describe('Its checkout.'),
    offer: z.string().describe('The course, or the months of the Studio as a gift.'),
    is_buyer: z.boolean().describe('False for an owner whom the administrator named.'),
    state: z.string().describe('`active`, `disputed` while a bank decides, or why all seats are closed.'),
    paid_at: time,
    amount: z.int().describe('Paid, in cents.'),
    refunded_amount: z.int().describe('Refunded of it, in cents.'),
    currency: z.string().describe('Of the amounts, such as `eur`.'),
    guarantee_until: time.describe('The last day of the guarantee.'),
    seats: z.int().describe('Bought.'),
    usable: z.int().describe('Not refunded.'),
    open: z.int().describe('Free.'),
    refundable: z.int().describe('How many the guarantee covers.'),
    taken: z.array(teamSeat).describe('Those that are not free.'),
    link: z
      .object({ domain: z.string().describe('Whose addresses may use it.'), expires_at: time })
      .nullable()
      .describe('By which members claim seats.'),
    gift: z
      .object({
        email: z.string().nullable().describe("The recipient's; null after that account was erased."),
        message: z.string(),
        deliver_on: z.iso.date().describe('The day of the delivery, in UTC.'),
        is_sent: z.boolean().describe('Whether its mail has left.'),
      })
      .nullable()
      .describe('Of one seat for another person; null for a team.'),
  })
  .meta({ id: 'TeamPurchase', description: 'Seats for others that the caller bought or owns.' })

const team = z
  .object({
    purchases: z.array(teamPurchase).describe('Newest first.'),
    held: z
      .array(
        z.object({
          seat_id: z.uuid().describe('To leave it.'),
          offer: z.string().describe('The course, or the months of the Studio.'),
          state: z.string().describe('`active`; `waiting` for an earlier gift; `ended`; or why it is closed.'),
          claimed_at: time,
          started_at: time.nullable().describe('When it was first used.'),
          is_gift: z.boolean().describe('Not of a team.'),
          from: time.describe('When it opens what it is for: at once, or when an earlier gift of the Studio ends.'),
          until: time.nullable().describe('When a gift of the Studio ends; null for a course.'),
        }),
      )
      .describe('Seats that the caller claimed, first the first claimed.'),
    studio_free_until: time
      .nullable()
      .describe(
        'When gifts end that alone open the Studio now: a subscription that begins before is free until then. Null without any, and more than two years before.',
      ),
  })
  .meta({ id: 'Team', description: 'Seats of the caller.' })
export type Team = z.infer<typeof team>

const purchaseId = z
  .string({ error: 'purchase_id is required.' })
  .regex(/^\w{1,255}$/, 'purchase_id must be the id of a purchase.')
  .describe('Of `Team.purchases`.')

const teamPrompt = userPrompt
  .omit({ favourite: true, origin: true, updated_at: true })
  .extend({
    fields: promptSummary.shape.fields,
    is_own: z.boolean().describe('Whether the caller shares it, and changes it in My Prompts.'),
  })
  .meta({ id: 'TeamPrompt', description: 'A prompt that the owner of seats shares with the members.' })
export type TeamPrompt = z.infer<typeof teamPrompt>

const unownedSeats = z
  .object({
    purchase_id: z.string(),
    offer: z.string(),
    customer_id: z.string(),
    charge_id: z.string().nullable(),
    paid_at: time,
    seats: z.int().describe('Bought.'),
    usable: z.int().describe('Not refunded.'),
    taken: z.int().describe('Claimed, or used up.'),
  })
  .meta({ id: 'UnownedSeats', description: 'Seats whose buyer was erased.' })
export type UnownedSeats = z.infer<typeof unownedSeats>

const seatOwnerInput = z
  .strictObject({ email: emailAddress('Enter an email address.').describe('Of the account.'), reason: requiredLine('Reason', 500) })
  .meta({ id: 'SeatOwnerInput', description: 'The new owner.' })

const invitationsInput = z
  .strictObject({
    purchase_id: purchaseId,
    emails: z
      .array(z.string({ error: 'Each address must be a text.' }).trim().max(320, 'Each address must have at most 320 characters.'), {
        error: 'emails must be a list.',
      })
      .min(1, 'Enter at least one address.')
      .max(MAX_SEATS, `Enter at most ${MAX_SEATS} addresses.`)
      .describe('Of the members.'),
  })
  .meta({ id: 'InvitationsInput', description: 'Whom to invite.' })

const linkInput = z
  .strictObject({
    purchase_id: purchaseId,
    domain: z
      .string({ error: 'domain must be a text or null.' })
      .trim()
      .toLowerCase()
      .max(253, 'domain must be at most 253 characters.')
      .regex(/^([a-z0-9-]+\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/, 'Enter a domain, such as example.com.')
      .nullable()
      .describe('Of the addresses that may use it; null ends the link.'),
  })
  .meta({ id: 'SeatLinkInput', description: 'For whom the link is.' })

const refundInput = z
  .strictObject({
    purchase_id: purchaseId,
    seats: z
      .int({ error: 'seats must be a whole number.' })
      .min(1, 'Refund at least one seat.')
      .max(MAX_SEATS, `seats must be at most ${MAX_SEATS}.`)
      .describe('How many to refund.'),
  })
  .meta({ id: 'SeatRefundInput', description: 'The seats to refund.' })

const giftChange = z
  .strictObject({ purchase_id: purchaseId, gift: giftInput })
  .meta({ id: 'GiftChangeInput', description: 'What a gift becomes.' })

const claimInput = z
  .strictObject({
    code: z
      .string({ error: 'code is required.' })
      .regex(/^[\w-]{43}$/, 'This is not the code of a seat.')
      .meta({ description: 'Of the address `/seats/{code}`.', examples: ['Jx0m2v6YcQ8nT4rB1kLw9ZpE7uHsDf3aGi5oNqXtRyM'] }),
  })
  .meta({ id: 'ClaimInput', description: 'The seat to claim.' })

const bearer = { auth: 'bearer' } as const
const changes = { ...bearerErrors, 404: apiError, 409: apiError }

const admin = { auth: 'admin' } as const

/** Seats that an account buys for others, and seats that it holds. */
export const teamRouter = c.router({
  get: {
    method: 'GET',
    path: '/api/team',
    summary: "The caller's seats for others, and seats that the caller holds",
    description: 'Says of a member the address and how far the course is: nothing else.',
    responses: { ...bearerErrors, 200: ok(team) },
    metadata: bearer,
  },
  invite: {
    method: 'POST',
    path: '/api/team/invitations',
    body: invitationsInput,
    summary: 'Invite members by mail',
    description: 'Each address has its own outcome.',
    responses: {
      ...changes,
      200: ok(z.array(z.object({ email: z.string(), error: z.string().nullable().describe('Null if it is invited.') }))),
    },
    metadata: bearer,
  },
  link: {
    method: 'PUT',
    path: '/api/team/link',
    body: linkInput,
    summary: 'Make, renew or end the link for members',
    description: 'The link before ends. The address is shown once.',
    responses: { ...changes, 200: ok(z.object({ url: z.url().nullable().describe('Of the page that claims a seat.') })) },
    metadata: bearer,
  },
  remove: {
    method: 'DELETE',
    path: '/api/team/seats/:seatId',
    pathParams: z.object({ seatId: z.uuid('Seat not found').describe('Of `Team`.') }),
    body: c.noBody(),
    summary: 'Take a seat back, or leave it',
    description: 'Its buyer takes it back until it started. Its holder leaves it at any time; a started seat is then used up.',
    responses: { ...changes, 200: done },
    metadata: bearer,
  },
  refund: {
    method: 'POST',
    path: '/api/team/refund',
    body: refundInput,
    summary: 'Refund seats that did not start, under the guarantee',
    description: '409 `conflict` names how many can be refunded. Free seats close first, then the last claimed.',
    responses: { ...changes, 200: done, 502: apiError },
    metadata: bearer,
  },
  changeGift: {
    method: 'PUT',
    path: '/api/team/gift',
    body: giftChange,
    summary: 'Change a gift until it is claimed',
    description: 'A mail that was sent before opens nothing from then on.',
    responses: { ...changes, 200: done },
    metadata: bearer,
  },
  findGift: {
    method: 'POST',
    path: '/api/seats/gift',
    body: claimInput,
    summary: 'Read a gift',
    description: 'Claims nothing.',
    responses: {
      ...changes,
      200: ok(z.object({ offer: z.string().describe('The course, or the months of the Studio.'), message: z.string() })),
    },
    metadata: bearer,
  },
  claim: {
    method: 'POST',
    path: '/api/seats/claim',
    body: claimInput,
    summary: 'Claim a seat',
    description: '404 for an unknown code. 409 `conflict` says why not.',
    responses: { ...changes, 200: done },
    metadata: bearer,
  },
  prompts: {
    method: 'GET',
    path: '/api/team/prompts',
    summary: 'Prompts that the owner of seats shares with the members',
    description:
      'Those of the seats that the caller holds, and those that the caller shares. Newest first; none while the owner has no Studio.',
    responses: {
      ...bearerErrors,
      200: ok(
        z.object({
          can_share: z.boolean().describe('Whether the caller owns usable seats, and has My Prompts.'),
          prompts: z.array(teamPrompt).describe('Those that the caller may read.'),
        }),
      ),
    },
    metadata: { auth: 'bearer', scope: 'prompts:read' },
  },
  sharePrompt: {
    method: 'PUT',
    path: '/api/prompts/:id/team',
    pathParams: z.object({ id: pathId('Prompt not found').describe('The id of the prompt.') }),
    body: z.strictObject({ shared: z.boolean({ error: 'This must be true or false.' }).describe('Whether members read it.') }),
    summary: 'Share a prompt with the members of your seats, or stop that',
    description: `409 \`conflict\` without usable seats, or with ${MAX_TEAM_PROMPTS} shared prompts.`,
    responses: { ...changes, 200: done },
    metadata: { auth: 'bearer', entitlement: 'my_prompts' },
  },
  unowned: {
    method: 'GET',
    path: '/api/admin/seats',
    summary: 'Seats whose buyer was erased, without a new owner',
    description: 'Newest first.',
    responses: { ...bearerErrors, 200: ok(z.array(unownedSeats)) },
    metadata: admin,
  },
  nameOwner: {
    method: 'POST',
    path: '/api/admin/seats/:purchaseId/owner',
    pathParams: z.object({ purchaseId: pathId('There is no purchase of seats with this id.').describe('Of `UnownedSeats`.') }),
    body: seatOwnerInput,
    summary: 'Name the owner of seats whose buyer was erased',
    description: '409 `conflict` if they have an owner.',
    responses: { ...changes, 200: done },
    metadata: admin,
  },
})

import { randomUUID } from 'node:crypto'
import type { TeamPrompt } from '@academy/contract'
import { MAX_TEAM_PROMPTS } from '@academy/contract/prompt-fields'
import { beforeEach, expect, test } from 'vitest'
import { recordFacts } from '../../testing/record-facts.ts'
import { startSellingAcademy } from '../../testing/selling-academy.ts'
import { teamUsers } from '../../testing/team-users.ts'

const academy = await startSellingAcademy()
const { app } = academy
const newUser = await teamUsers(academy)

// The limits of a minute are tested where they are.
beforeEach(async () => {
  await academy.owner`delete from rate_limits`
})

/** The owner of seats. */
async function newOwner(seats: number) {
  const owner = await newUser()
  const facts = recordFacts(app.db, owner.id)
  const purchase_id = await facts.purchase({ seats, charge_id: 'ch_1' })
  return {
    ...owner,
    newLink: () => owner.newLink(purchase_id),
    refundAll: () => facts.changePurchase(purchase_id, { refunded_at: new Date() }),
  }
}

/** Gives an account the Studio, and returns functions about its prompts. */
async function withStudio(user: Awaited<ReturnType<typeof newUser>>) {
  const subscription = await recordFacts(app.db, user.id).subscription()
  app.invalidateFacts(user.id)
  const write = async (title: string): Promise<string> => {
    const response = await user.call('POST', '/api/prompts', { title, description: 'For the team', content: `${title} for {{product}}` })
    expect(response.statusCode).toBe(201)
    return response.json().id
  }
  const share = (id: string, shared = true) => user.call('PUT', `/api/prompts/${id}/team`, { shared })
  return {
    write,
    share,
    end: () => recordFacts(app.db, user.id).changeSubscription(subscription, { status: 'canceled', ended_at: new Date() }),
  }
}

const shown = async ({ call }: Awaited<ReturnType<typeof newUser>>): Promise<string[]> =>
  (await call('GET', '/api/team/prompts')).json().data.prompts.map(({ title }: TeamPrompt) => title)

test('SEAT-23 the owner of seats shares prompts with the members, who read them while their seat is open, without the Studio', async () => {
  const [owner, ada, bob, eve, giver] = [await newOwner(3), await newUser(), await newUser(), await newUser(), await newUser()]
  const { write, share } = await withStudio(owner)
  const [shared, own] = [await write('Shared'), await write('Own')]
  const code = await owner.newLink()
  for (const member of [ada, bob]) await member.claim(code)
  expect((await share(shared)).statusCode).toBe(200)
  expect((await ada.call('GET', '/api/team/prompts')).json().data).toEqual({
    can_share: false,
    prompts: [
      {
        id: shared,
        title: 'Shared',
        description: 'For the team',
        content: 'Shared for {{product}}',
        code: null,
        tags: [],
        fields: ['product'],
        is_own: false,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ],
  })
  expect((await owner.call('GET', '/api/team/prompts')).json().data).toMatchObject({
    can_share: true,
    prompts: [{ id: shared, is_own: true }],
  })

  // No other account, and no other prompt; a gift makes no team, and a member neither changes nor shares a prompt of the owner.
  expect([await shown(eve), await shown(giver)]).toEqual([[], []])
  const adas = await withStudio(ada)
  expect((await adas.share(shared)).statusCode).toBe(409)
  expect((await ada.call('PUT', `/api/prompts/${shared}`, { title: 'x', description: 'x', content: 'x' })).statusCode).toBe(404)
  expect((await ada.call('GET', `/api/prompts/${shared}`)).statusCode).toBe(404)
  expect((await adas.share(await adas.write('Of a member'))).json().message).toContain('You have no seats for others')
  expect(await shown(owner)).toEqual(['Shared'])
  expect(await shown(bob)).toEqual(['Shared'])

  // Access ends at once.
  await bob.call('DELETE', `/api/team/seats/${(await bob.team()).held[0]?.seat_id}`)
  expect(await shown(bob)).toEqual([])
  await share(own)
  expect(await shown(ada)).toEqual(['Own', 'Shared'])
  await share(shared, false)
  expect(await shown(ada)).toEqual(['Own'])
  await owner.refundAll()
  expect(await shown(ada)).toEqual([])
  expect((await share(shared)).statusCode).toBe(409)
  expect((await share(own, false)).statusCode, 'to stop sharing needs no seats').toBe(200)
})

test('SEAT-23 the prompts of a team are closed while the Studio of the owner is, and gone after its erasure', async () => {
  const [owner, ada] = [await newOwner(2), await newUser()]
  const { write, share, end } = await withStudio(owner)
  await share(await write('Shared'))
  await ada.claim(await owner.newLink())
  expect(await shown(ada)).toEqual(['Shared'])
  await end()
  app.invalidateFacts(owner.id)
  expect([await shown(ada), await shown(owner)]).toEqual([[], []])
  expect((await share(randomUUID())).json().code).toBe('entitlement_required')
  await withStudio(owner)
  expect(await shown(ada)).toEqual(['Shared'])
  const { records } = (await owner.call('GET', '/api/accounts/export')).json().data
  expect(records.prompts).toMatchObject([{ title: 'Shared', team: true }])
  await end()
  await app.sql`update subscriptions set status = 'canceled', ended_at = now() where account_id = ${owner.id}`
  expect(await owner.erase()).toBe(200)
  expect(await shown(ada)).toEqual([])
  expect(await app.sql`select from prompts where account_id = ${owner.id}`).toEqual([])
})

test('SEAT-23 an owner shares at most 50 prompts, and another account or a gift shares none', async () => {
  const owner = await newOwner(2)
  const { write, share } = await withStudio(owner)
  const [first, other] = [await write('First'), await write('Other')]
  await app.sql`insert into prompts (account_id, title, description, content, team)
    select ${owner.id}, 'Title', 'Description', 'Content', true from generate_series(1, 49)`
  expect([(await share(first)).statusCode, (await share(first)).statusCode, (await share(other)).statusCode]).toEqual([200, 200, 409])
  expect((await share(randomUUID())).statusCode).toBe(404)
  expect((await share('nonsense')).statusCode).toBe(404)
  const giver = await newUser()
  await recordFacts(app.db, giver.id).purchase({ seats: 1 })
  const gives = await withStudio(giver)
  expect((await gives.share(await gives.write('Gift'))).statusCode).toBe(409)
})

test('SEAT-23 parallel requests of an owner share at most 50 prompts', async () => {
  const owner = await newOwner(2)
  const { write, share } = await withStudio(owner)
  await app.sql`insert into prompts (account_id, title, description, content, team)
    select ${owner.id}, 'Title', 'Description', 'Content', true from generate_series(1, ${MAX_TEAM_PROMPTS - 1}::int)`
  const ids = await Promise.all(Array.from({ length: 10 }, (_unused, index) => write(`Prompt ${index}`)))
  const statuses = (await Promise.all(ids.map((id) => share(id)))).map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await shown(owner)).toHaveLength(MAX_TEAM_PROMPTS)
})

import { createHash, randomInt } from 'node:crypto'
import { closingTime, roundTime, weeksAfter } from '@academy/contract/mentorship-draw'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { databaseProxy } from '../../testing/database-proxy.ts'
import { startDrawingAcademy } from '../../testing/drawing-academy.ts'
import { ownerUrlOf } from '../../testing/test-database.ts'
import { isSignatureOf } from './beacon.ts'
import { findPlace, moveSession } from './draws.store.ts'

const academy = await startDrawingAcademy()
const { app, config, drand, logs, another, register, subscribers, places, mailKeys, afterRound, justAfterClosing, setTime, signIn } =
  academy
const HOUR = 3_600_000

let week = '2026-12-07'
const nextWeek = (): string => {
  week = weeksAfter(week, 1)
  return week
}
const atHour = (hours: number) => setTime(closingTime(week) + hours * HOUR)
const run = () => app.mentorshipDraws.run()

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-02T12:00:00Z') }))
afterAll(() => void vi.useRealTimers())

const sha256 = (...parts: (string | Buffer)[]) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

/** Computes a draw again from what is published, without the code of the academy. */
function recompute({ list, list_hash, randomness, signature }: { [name: string]: string }): string[] {
  expect(sha256(list ?? '')).toBe(list_hash)
  expect(sha256(Buffer.from(signature ?? '', 'hex'))).toBe(randomness)
  const lines = list === '' ? [] : (list ?? '').split('\n')
  expect(lines).toEqual([...new Set(lines)].sort())
  const left = new Map(lines.map((line) => [line.slice(0, 32), line.length === 33]))
  const drawn: string[] = []
  while (drawn.length < 6 && left.size > 0) {
    let best: { code: string; rank: bigint } | undefined
    for (const [code, isRecent] of left) {
      const rank = BigInt(`0x${sha256(Buffer.from(randomness ?? '', 'hex'), code)}`) + (isRecent ? 1n << 256n : 0n)
      if (best === undefined || rank < best.rank) best = { code, rank }
    }
    drawn.push(best?.code ?? '')
    left.delete(best?.code ?? '')
  }
  return drawn
}

test('DRAW-03 publishes the codes of those who have the Studio when registration ends, before the random value', async () => {
  nextWeek()
  const [ada = '', bob = '', eve = ''] = await subscribers(3)
  await register(week, [ada, bob, eve])
  setTime(closingTime(week) - 1)
  await run()
  expect(await academy.draw(week)).toMatchObject({ closed_at: null, list: null, entrants: null, signature: null, places: [] })
  await app.sql`update grants set revoked_at = now(), revoked_by = 'test', revoke_reason = 'test' where account_id = ${eve}`
  justAfterClosing(week)
  await run()
  const codes = await app.sql<{ code: string }[]>`
    select code from mentorship_registrations where week = ${week} and account_id in ${app.sql([ada, bob])} order by code`
  const list = codes.map(({ code }) => code).join('\n')
  const published = { entrants: 2, list, list_hash: sha256(list), closed_at: new Date().toISOString() }
  expect(await academy.draw(week)).toMatchObject({ ...published, signature: null, randomness: null, places: [] })
  expect(roundTime((await academy.draw(week)).round)).toBeGreaterThanOrEqual(closingTime(week) + HOUR)
  await run()
  expect(await places(week)).toEqual([])
  afterRound(week)
  await run()
  expect(await academy.draw(week)).toMatchObject({ ...published, places: recompute(await academy.draw(week)) })
  expect((await places(week)).map(({ account_id }) => account_id).sort()).toEqual([ada, bob].sort())
})

test('DRAW-04 a signature counts for its round and chain alone', async () => {
  const quicknet =
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a'
  const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
  expect(isSignatureOf(1000, signature, quicknet)).toBe(true)
  expect(isSignatureOf(1001, signature, quicknet)).toBe(false)
  expect(isSignatureOf(1000, signature, drand.publicKey)).toBe(false)
  expect(isSignatureOf(1000, signature.replace('b4', 'b5'), quicknet)).toBe(false)
  expect(isSignatureOf(1000, '00'.repeat(48), quicknet)).toBe(false)
})

test('DRAW-04 without the beacon, or with a wrong signature, the draw waits', async () => {
  nextWeek()
  await register(week, await subscribers(4))
  afterRound(week)
  drand.state.isDown = true
  await run()
  expect([await places(week), (await academy.draw(week)).entrants]).toEqual([[], 4])
  expect(logs.splice(0).join()).toMatch(/answered 503.*failed to draw the winners of a week; retrying/s)
  drand.state.isDown = false
  const [stored] = await app.sql`select public_key from mentorship_draws where week = ${week}`
  await app.sql`update mentorship_draws set public_key = ${config.mentorship?.beacon.publicKey.replace(/^../, 'a0') ?? ''} where week = ${week}`
  await run()
  expect(await places(week)).toEqual([])
  expect(logs.splice(0).join()).toContain('The signature of round')
  await app.sql`update mentorship_draws set public_key = ${stored?.public_key} where week = ${week}`
  await run()
  expect((await places(week)).map(({ session }) => session)).toEqual([1, 2, 3, null])
})

test('DRAW-07 a winner has 48 hours, then the next substitute is asked until the session begins', async () => {
  nextWeek()
  await register(week, await subscribers(8))
  afterRound(week)
  await run()
  const before = await places(week)
  expect(before.map(({ session }) => session)).toEqual([1, 2, 3, null, null, null])
  expect(await mailKeys(week)).toEqual([1, 2, 3].map((place) => `${week}.${place}.0`))
  const answer = async (place: number, given: string) =>
    (
      await app.inject({
        method: 'PUT',
        url: `/api/mentorship/sessions/${week}/answer`,
        headers: await signIn({ id: before[place - 1]?.account_id ?? '' }),
        payload: { answer: given },
      })
    ).statusCode
  expect([await answer(1, 'accepted'), await answer(1, 'accepted'), await answer(5, 'accepted')]).toEqual([200, 200, 409])
  expect(await answer(2, 'passed')).toBe(200)
  await run()
  const states = async () => (await places(week)).map(({ session, answer }) => [session, answer])
  expect(await states()).toEqual([
    [1, 'accepted'],
    [2, 'passed'],
    [3, null],
    [2, null],
    [null, null],
    [null, null],
  ])
  expect(await answer(2, 'accepted')).toBe(409)
  // 48 hours after the round; the substitute was asked a moment later.
  atHour(49.1)
  await run()
  expect(await states()).toEqual([
    [1, 'accepted'],
    [2, 'passed'],
    [3, 'expired'],
    [2, 'expired'],
    [2, null],
    [3, null],
  ])
  expect(await answer(3, 'accepted')).toBe(409)
  expect(await mailKeys(week)).toEqual(['1.0', '2.0', '2.1', '3.0', '3.1', '4.0', '4.1', '5.0', '6.0'].map((key) => `${week}.${key}`))
  atHour(97)
  expect([await answer(6, 'accepted'), await answer(4, 'accepted')]).toEqual([200, 409])
  atHour(98)
  await run()
  expect((await states()).slice(4)).toEqual([
    [2, 'expired'],
    [3, 'accepted'],
  ])
  // The first session begins on Friday at 16:00 in UTC, the third an hour later.
  atHour(4 * 24 + 16)
  expect([await answer(1, 'passed'), await answer(6, 'passed')]).toEqual([409, 200])
  await run()
  expect((await states()).at(-1)).toEqual([3, 'passed'])
})

test('DRAW-07 a substitute without the Studio, or without an account, is left out', async () => {
  nextWeek()
  await register(week, await subscribers(6))
  afterRound(week)
  await run()
  const drawn = await places(week)
  const [, second, , fourth, fifth] = drawn.map(({ account_id }) => account_id)
  await app.sql`update grants set revoked_at = now(), revoked_by = 'test', revoke_reason = 'test' where account_id = ${fourth ?? ''}`
  await app.sql`delete from mentorship_places where account_id in ${app.sql([second ?? '', fifth ?? ''])}`
  await run()
  expect((await places(week)).map(({ place, session }) => [place, session])).toEqual([
    [1, 1],
    [3, 3],
    [4, null],
    [6, 2],
  ])
})

test('DRAW-07 accepting and passing at the same time leaves one answer, and one mail for it', async () => {
  nextWeek()
  await register(week, await subscribers(3))
  afterRound(week)
  await run()
  const [{ account_id: id } = { account_id: '' }] = await places(week)
  const headers = await signIn({ id })
  const url = `/api/mentorship/sessions/${week}/answer`
  await Promise.all(
    ['accepted', 'passed', 'passed', 'accepted'].map((answer) => app.inject({ method: 'PUT', url, headers, payload: { answer } })),
  )
  const [place] = await places(week)
  expect([place?.answer, place?.sequence]).toEqual(['passed', 1])
  expect(await mailKeys(week)).toEqual(['1.0', '1.1', '2.0', '3.0'].map((key) => `${week}.${key}`))
})

test('DRAW-10 an operator moves a session, also for the substitute after it', async () => {
  nextWeek()
  await register(week, await subscribers(4))
  afterRound(week)
  await run()
  const moved = new Date(closingTime(week) + 5 * 24 * HOUR)
  expect(await moveSession(app.db, { week, session: 1 }, moved)).toBe(true)
  expect(await moveSession(app.db, { week, session: 4 }, moved)).toBe(false)
  expect((await mailKeys(week)).slice(0, 2)).toEqual([`${week}.1.0`, `${week}.1.1`])
  atHour(49.1)
  await run()
  const [fourth] = await app.sql`
    select session, (extract(epoch from starts_at - week::timestamp at time zone 'UTC') / 3600)::int as hour
    from mentorship_places where week = ${week} and place = 4`
  expect(fourth).toEqual({ session: 1, hour: 120 })
  const earlier = new Date(closingTime(week) + 72 * HOUR)
  expect(await moveSession(app.db, { week, session: 1 }, earlier)).toBe(true)
  expect(await findPlace(app.db, { week, place: 4 })).toMatchObject({ starts_at: earlier, answer_by: earlier })
})

test('DRAW-05 DRAW-06 an independent computation of 200 weeks finds the same places, and no account wins twice in eight weeks unless all others have', async () => {
  const everyone = await subscribers(40)
  for (let index = 0; index < 200; index += 1) {
    nextWeek()
    const entrants = everyone.filter(() => randomInt(4) < (index % 20 < 3 ? 1 : 3)).slice(0, index % 7 === 0 ? 5 : 40)
    await register(week, entrants)
    const recent = new Set(
      (
        await app.sql<{ account_id: string }[]>`select account_id from mentorship_places
          where week >= ${weeksAfter(week, -8)} and session is not null and answer = 'accepted'`
      ).map(({ account_id }) => account_id),
    )
    afterRound(week)
    await run()
    const [draw, drawn] = [await academy.draw(week), await places(week)]
    const codes = await app.sql<{ code: string }[]>`
      select code from mentorship_places join mentorship_registrations using (week, account_id) where week = ${week} order by place`
    expect([draw.entrants, codes.map(({ code }) => code)]).toEqual([entrants.length, recompute(draw)])
    const winners = drawn.slice(0, 3).map(({ account_id }) => account_id)
    const others = entrants.filter((id) => !recent.has(id))
    const again = winners.filter((id) => recent.has(id))
    if (again.length > 0) expect(others.filter((id) => !winners.includes(id))).toEqual([])
    await app.sql`update mentorship_places set answer = 'accepted' where week = ${week} and session is not null`
  }
}, 240_000)

test('DRAW-08 four instances, one of which ends at any statement, make one draw, and one mail for each winner', async () => {
  let toGo = Number.POSITIVE_INFINITY
  let isDead = false
  const proxy = await databaseProxy(ownerUrlOf(config.databaseUrl), {
    rewrite: (data, client) => {
      if (isDead) {
        client.destroy()
        return Buffer.alloc(0)
      }
      if (!/mentorship|advisory|mails|begin|commit/i.test(data.toString('latin1'))) return data
      toGo -= 1
      if (toGo > 0) return data
      isDead = true
      client.destroy()
      // Every second time the statement still arrives, and only its response is lost.
      return isLost ? Buffer.alloc(0) : data
    },
  })
  let isLost = false
  const mortal = await another({ DATABASE_URL: proxy.url, DATABASE_DIRECT_URL: ownerUrlOf(config.databaseUrl) })
  const others = [app, await another(), await another()]
  onTestFinished(async () => {
    isDead = false
    await Promise.all([mortal, ...others.slice(1)].map((instance) => instance.close()))
  })
  let steps = 0
  for (let didEnd = true; didEnd; ) {
    steps += 1
    for (isLost of [true, false]) {
      nextWeek()
      await register(week, await subscribers(5))
      afterRound(week)
      toGo = steps
      await mortal.mentorshipDraws.run()
      didEnd = isDead
      await Promise.all(others.map(({ mentorshipDraws }) => mentorshipDraws.run()))
      const drawn = await places(week)
      expect(
        drawn.map(({ session }) => session),
        `step ${steps}`,
      ).toEqual([1, 2, 3, null, null])
      expect(await mailKeys(week)).toEqual([1, 2, 3].map((place) => `${week}.${place}.0`))
      expect((await app.sql`select from mentorship_draws where week = ${week}`).length).toBe(1)
      toGo = Number.POSITIVE_INFINITY
      isDead = false
    }
  }
  // Begins, locks, reads and writes of three transactions.
  expect(steps).toBeGreaterThan(15)
}, 240_000)

test('DRAW-08 four instances at the same time make one draw', async () => {
  const others = [await another(), await another(), await another()]
  onTestFinished(async () => void (await Promise.all(others.map((instance) => instance.close()))))
  for (let round = 0; round < 10; round += 1) {
    nextWeek()
    await register(week, await subscribers(5))
    justAfterClosing(week)
    const runAll = () => Promise.all([app, ...others].map(({ mentorshipDraws }) => mentorshipDraws.run()))
    await runAll()
    afterRound(week)
    await runAll()
    expect((await places(week)).map(({ session }) => session)).toEqual([1, 2, 3, null, null])
    expect(await mailKeys(week)).toEqual([1, 2, 3].map((place) => `${week}.${place}.0`))
  }
})

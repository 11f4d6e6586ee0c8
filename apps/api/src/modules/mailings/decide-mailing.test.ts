import { allEntitlements, noEntitlements } from '@academy/catalog'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuiet, nextMorning } from '../../mail/quiet-hours.ts'
import type { PlacedTutorial } from '../courses/outline.ts'
import { decideMailing, type MailingFacts, type Progress } from './decide-mailing.ts'

const NOW = new Date('2026-12-03T10:00:00Z')
const DAY_MS = 86_400_000
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS)

const tutorial = (id: string, session_id: string, more: object = {}) =>
  ({ id, name: id, session_id, course_id: 'master-course', product: 'master_course', free: false, vip: false, ...more }) as PlacedTutorial
const TUTORIALS = [tutorial('a1', 'a', { free: true }), tutorial('a2', 'a'), tutorial('b1', 'b'), tutorial('b2', 'b'), tutorial('c1', 'c')]

const done = (days: number): Progress => ({ done: true, updated_at: daysAgo(days), done_changed_at: daysAgo(days) })
const opened = (days: number): Progress => ({ done: false, updated_at: daysAgo(days), done_changed_at: null })

const factsOf = (progress: Record<string, Progress>, more: Partial<MailingFacts> = {}): MailingFacts => ({
  entitlements: allEntitlements,
  progress: new Map(Object.entries(progress)),
  stops: [],
  tutorials: TUTORIALS,
  prompts: [],
  ...more,
})
const decide = (kind: Parameters<typeof decideMailing>[0], facts: MailingFacts, now = NOW) => decideMailing(kind, facts, now, null)
const finished = Object.fromEntries(TUTORIALS.map(({ id }) => [id, done(8)]))

describe('a mail about a stop', () => {
  test.each([
    [0, undefined],
    [6.99, undefined],
    [7, 7],
    [13.99, 7],
    [14, undefined],
    [20.99, undefined],
    [21, 21],
    [27.99, 21],
    [28, undefined],
  ])('MAIL-14 is due %d days after the last step as %j', (days, expected) => {
    const mailing = decide('stopped', factsOf({ a1: done(days + 3), a2: opened(days) }))
    expect(mailing?.kind === 'stopped' ? [mailing.days, mailing.tutorial.id] : undefined).toEqual(expected && [expected, 'a2'])
  })

  test('MAIL-14 is about another stop after the learner returned, but not within six days', () => {
    const first = decide('stopped', factsOf({ a1: opened(8) }))
    const late = factsOf({ a1: opened(8), a2: opened(7.5) }, { stops: [{ occasion: first?.occasion ?? '', queued_at: daysAgo(1) }] })
    expect(decide('stopped', late)).toBeUndefined()
    const back = { ...late, stops: [{ occasion: first?.occasion ?? '', queued_at: daysAgo(20) }] }
    expect(decide('stopped', back)?.occasion).not.toBe(first?.occasion)
  })
})

describe('a welcome to the next session', () => {
  test.each([
    ['the session before is finished', { a1: done(9), a2: done(1) }, 'b'],
    ['a later session is reached', { a1: done(9), a2: done(8), b1: done(3), b2: done(2) }, 'c'],
    ['it was finished long ago', { a1: done(9), a2: done(7) }, undefined],
    ['a tutorial of it is not done', { a1: done(1), a2: opened(1) }, undefined],
    ['the next session is begun', { a1: done(2), a2: done(1), b2: opened(1) }, undefined],
    ['nothing is finished', { a1: opened(1) }, undefined],
  ])('MAIL-14 when %s', (_name, progress, session) => {
    expect(decide('next_session', factsOf(progress))?.occasion).toBe(session)
  })
})

describe('new prompts', () => {
  const prompts = [
    { id: 'new', name: 'New', published_at: new Date('2026-11-02T00:00:00Z'), changed_at: new Date('2026-12-02T00:00:00Z') },
    { id: 'changed', name: 'Changed', published_at: new Date('2026-09-01T00:00:00Z'), changed_at: new Date('2026-11-30T23:00:00Z') },
    { id: 'old', name: 'Old', published_at: new Date('2026-09-01T00:00:00Z'), changed_at: new Date('2026-10-31T00:00:00Z') },
  ]
  test('MAIL-14 are those of the month before, in its first week', () => {
    const at = (day: string) => decide('new_prompts', factsOf({}, { prompts }), new Date(`${day}T10:00:00Z`))
    expect(at('2026-12-01')).toEqual({ kind: 'new_prompts', occasion: '2026-11', added: [prompts[0]], changed: [prompts[1]] })
    expect(at('2026-12-07')?.occasion).toBe('2026-11')
    expect([at('2026-12-08'), at('2026-11-30'), at('2027-02-01')]).toEqual([undefined, undefined, undefined])
  })

  test('MAIL-14 are for the Studio alone', () => {
    const entitlements = { ...allEntitlements, resources: false }
    expect(decide('new_prompts', factsOf({}, { prompts, entitlements }))).toBeUndefined()
  })

  test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('MAIL-14 are those of the month before in %s', (zone) => {
    for (let hour = -48; hour < 24 * 9; hour += 1) {
      const now = new Date(Date.parse('2026-12-01T00:00:00Z') + hour * 3_600_000)
      expect([undefined, '2026-11']).toContain(decideMailing('new_prompts', factsOf({}, { prompts }), now, zone)?.occasion)
    }
  })
})

test.each(['stopped', 'next_session', 'new_prompts'] as const)(
  'MAIL-15 %s never goes to accounts without access or with a finished course',
  (kind) => {
    const prompts = [{ id: 'new', name: 'New', published_at: daysAgo(10), changed_at: daysAgo(10) }]
    const progress = { a1: done(9), a2: done(kind === 'stopped' ? 8 : 1) }
    expect(decide(kind, factsOf(progress, { prompts }))).toBeDefined()
    expect(decide(kind, factsOf(progress, { prompts, entitlements: noEntitlements }))).toBeUndefined()
    expect(decide(kind, factsOf(finished, { prompts }))).toBeUndefined()
    expect(decide(kind, factsOf(kind === 'new_prompts' ? finished : {}, { prompts }))).toBeUndefined()
  },
)

test('MAIL-17 the decision does not depend on the order of the facts', () => {
  const state = fc.record({ days: fc.integer({ min: 0, max: 30 }), done: fc.boolean() })
  const entries = fc.uniqueArray(fc.tuple(fc.constantFrom(...TUTORIALS.map(({ id }) => id)), state), { selector: ([id]) => id })
  fc.assert(
    fc.property(entries, fc.nat(), (rows, turn) => {
      const progress = rows.map(([id, row]): [string, Progress] => [id, row.done ? done(row.days) : opened(row.days)])
      const turned = progress.map((_, index) => progress[(index + turn) % progress.length] as [string, Progress])
      for (const kind of ['stopped', 'next_session'] as const)
        expect(decide(kind, factsOf(Object.fromEntries(turned)))).toEqual(decide(kind, factsOf(Object.fromEntries(progress))))
    }),
  )
})

test('MAIL-16 the next morning begins at nine, in every time zone and also when clocks change', () => {
  const zones = fc.constantFrom(
    'Europe/Berlin',
    'America/Los_Angeles',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    null,
  )
  fc.assert(
    fc.property(zones, fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }), (zone, at) => {
      const morning = nextMorning(at, zone)
      const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: zone ?? 'UTC' }).format(morning)
      expect([Number(hour), isQuiet(morning, zone)]).toEqual([9, false])
      expect(morning.getTime() - at.getTime()).toBeGreaterThan(0)
      expect(morning.getTime() - at.getTime()).toBeLessThanOrEqual(26 * 3_600_000)
    }),
  )
  expect(['08:59', '09:00', '19:59', '20:00'].map((time) => isQuiet(new Date(`2026-12-03T${time}:00Z`), null))).toEqual([
    true,
    false,
    false,
    true,
  ])
})

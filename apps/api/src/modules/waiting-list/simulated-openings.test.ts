import Fastify from 'fastify'
import fp from 'fastify-plugin'
import { expect, test, vi } from 'vitest'
import { claimMail } from '../../mail/outbox.store.ts'
import { outbox } from '../../mail/outbox.ts'
import { MailNotSent } from '../../mail/transport.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { publisher } from '../../testing/published-pages.ts'
import { COURSE_OPENING, confirmPlace, leavePlace, PLACE_LINK, requestPlace } from './waiting-list.store.ts'
import { waitingListMails } from './waiting-list-mails.ts'

const { app: academy, owner, config } = await buildTestApp()
const { db } = academy
const HOUR_MS = 3_600_000
/** The midnight to come, so that what the simulated clock postpones is due later by the clock of Postgres as well. */
const BEGIN = new Date().setUTCHours(24, 0, 0, 0)
/** The hour of the simulation in which the course opens. */
const OPENING = 72
const ADDRESSES = 300

const received: { id: string; to: string; hour: number }[] = []
let refuses = false

const services = fp(
  async (app) => {
    app.decorate('config', config)
    app.decorate('db', db)
    app.decorate('courses', academy.courses)
    app.decorate('mailer', {
      send: async ({ id, to }) => {
        if (refuses) throw new MailNotSent('refused')
        received.push({ id, to, hour: (Date.now() - BEGIN) / HOUR_MS })
      },
    })
  },
  { name: 'mailer' },
)

async function startInstance() {
  const app = Fastify()
  await app.register(services)
  await app.register(fp(async () => {}, { name: 'database' }))
  await app.register(outbox)
  await app.register(waitingListMails)
  await app.ready()
  return app
}

const idOf = (address: number) => `00000000-0000-4000-8000-${String(address).padStart(12, '0')}`
const emailOf = (address: number) => `waiting-${address}@example.test`
type Fate = 'confirmed' | 'unconfirmed' | 'left'
const fateOf = (address: number): Fate => (['confirmed', 'unconfirmed', 'left'] as const)[address % 3] ?? 'confirmed'

test('COURSES-19 two instances write once to each confirmed address when the course opens, by day, and then delete it', async () => {
  await publisher(db).course('master-course', { opens_on: new Date(BEGIN + OPENING * HOUR_MS).toISOString().slice(0, 10) })
  // The outline of each simulated day is built in real time.
  await academy.courses.current()
  vi.useFakeTimers({ toFake: ['Date'], now: BEGIN })
  const instances = [await startInstance(), await startInstance()] as const
  try {
    for (let hour = 0; hour < 12 * 24; hour += 3) {
      vi.setSystemTime(BEGIN + hour * HOUR_MS)
      const from = (hour / 3) * 25
      for (let address = from; address < Math.min(from + 25, ADDRESSES); address += 1) {
        await requestPlace(db, { id: idOf(address), product: 'master_course', email: emailOf(address) })
        await owner`update waiting_list set delete_at = ${new Date(Date.now() + 7 * 24 * HOUR_MS)} where id = ${idOf(address)}`
      }
      if (hour === 45)
        for (let address = 0; address < ADDRESSES; address += 1) {
          if (fateOf(address) !== 'unconfirmed') await confirmPlace(db, idOf(address))
          if (fateOf(address) === 'left') await leavePlace(db, idOf(address))
        }
      refuses = hour % 2 === 1
      await owner`update mails set due_at = now() where state in ('waiting', 'failed')`
      // An instance ends while it sends a mail.
      if (hour === OPENING + 12) await claimMail(db, [COURSE_OPENING])
      await owner`update mails set due_at = now() where state = 'sending'`
      await Promise.all(instances.map((app) => app.outbox.run()))
      const sent = await owner`select from waiting_list join mails on key = id::text where kind = ${COURSE_OPENING} and state = 'sent'`
      expect(sent, 'is deleted with its mail').toHaveLength(0)
    }
  } finally {
    for (const app of instances) await app.close()
    vi.useRealTimers()
  }
  const openings = received.filter(({ id }) => id.startsWith(`${COURSE_OPENING}.`))
  const confirmed = Array.from({ length: ADDRESSES }, (_, address) => address).filter((address) => fateOf(address) === 'confirmed')
  const interrupted = await owner`select key from mails where kind = ${COURSE_OPENING} and state = 'unknown'`
  expect(interrupted).toHaveLength(1)
  const expected = confirmed.filter((address) => idOf(address) !== interrupted[0]?.key).map(emailOf)
  expect(openings.map(({ to }) => to).toSorted()).toEqual(expected.toSorted())
  for (const { hour } of openings) {
    expect(hour).toBeGreaterThanOrEqual(OPENING)
    expect([hour % 24 >= 9, hour % 24 < 20]).toEqual([true, true])
  }
  expect(received.filter(({ id }) => id.startsWith(`${PLACE_LINK}.`)).length).toBeGreaterThan(0)
  expect(await owner`select from waiting_list`).toHaveLength(0)
}, 60_000)

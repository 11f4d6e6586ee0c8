import { contract, type Draw } from '@academy/contract'
import { closingTime, drawPlaces, parseList, roundOf } from '@academy/contract/mentorship-draw'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { conflict, HttpError, invalidField, orNotFound, urlNotFound } from '../../http/errors.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import type { User } from '../../plugins/auth/auth.ts'
import { findCalendarOwner, findCalendarSecret, renewCalendarSecret } from './calendars.store.ts'
import { answerOffer, findDraw, type StoredDraw } from './draws.store.ts'
import { addRegistration, codeOf, loadOwnPlaces, loadRegistrations, type OwnPlace } from './registrations.store.ts'
import { sessionCalendar } from './session-events.ts'

const DAY_MS = 86_400_000
/** The page offers the next 8 days; the user's day may be one ahead of UTC, and the week of the last day began before it. */
const DAYS_AHEAD = 9
const CALENDAR_WEEKS = '2000-01-03'

const { draw, ...ownRoutes } = contract.mentorship

const toSession = ({ week, starts_at, answer_by, answer }: OwnPlace) =>
  starts_at && answer_by ? [{ week, starts_at: starts_at.toISOString(), answer_by: answer_by.toISOString(), answer }] : []

/** Serves the registrations and sessions of the signed-in user. */
export async function mentorshipRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app
  const { fileSigningKey } = app.config
  app.addHook('onRequest', async () => {
    if (!app.config.mentorship) throw urlNotFound()
  })
  const mayRegister = async (user: User): Promise<boolean> => (await app.entitlementsOf(user)).slack_premium
  await serveRoutes(ownRoutes, app, {
    get: async ({ request: { user } }) => {
      const [may_register, registrations, places, secret] = await Promise.all([
        mayRegister(user),
        loadRegistrations(db, user.id),
        loadOwnPlaces(db, user.id),
        findCalendarSecret(db, fileSigningKey, user.id),
      ])
      const calendar_url = secret && `${app.config.webOrigin}/calendar/${secret}.ics`
      return {
        status: 200,
        body: { success: true, data: { may_register, registrations, sessions: places.flatMap(toSession), calendar_url } },
      }
    },
    register: async ({ request: { user }, params: { week } }) => {
      if (!(await mayRegister(user)))
        throw new HttpError(
          403,
          'entitlement_required',
          'Only subscribers of Vibe Coding Studio are drawn. You get it alone or in the bundle.',
        )
      if (closingTime(week) > Date.now() + DAYS_AHEAD * DAY_MS) throw invalidField('week', 'Registration for this week has not begun.')
      const code = codeOf(fileSigningKey, week, user.id)
      if (!(await addRegistration(db, { account_id: user.id, week, code })))
        throw conflict('Registration for this week ended with the Sunday before it, at 23:59 UTC. The next week is open.')
      return { status: 200, body: { success: true, message: 'You are registered.' } }
    },
    answer: async ({ request: { user }, params: { week }, body: { answer } }) => {
      if (!(await answerOffer(db, { account_id: user.id, week }, answer)))
        throw conflict('This session can no longer be accepted or passed on.')
      app.mentorshipDraws.wake()
      return { status: 200, body: { success: true, message: 'Your answer is recorded.' } }
    },
    renewCalendar: async ({ request: { user } }) => {
      await renewCalendarSecret(db, fileSigningKey, user.id)
      return { status: 200, body: { success: true, message: 'The calendar has a new address.' } }
    },
  })
}

async function toDraw(stored: StoredDraw): Promise<Draw> {
  const entrants = parseList(stored.list)
  const places = stored.randomness === null ? [] : await drawPlaces(stored.randomness, entrants)
  return { ...serializeDates(stored), entrants: entrants.length, places }
}

const toOpenDraw = (week: string, publicKey: string): Draw => ({
  week,
  closed_at: null,
  round: roundOf(week),
  public_key: publicKey,
  entrants: null,
  list: null,
  list_hash: null,
  signature: null,
  randomness: null,
  places: [],
})

/** Serves draws to everyone, and calendars to programs that know their secret. */
export async function publicDrawRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes({ draw }, app, {
    draw: async ({ params: { week } }) => {
      if (!app.config.mentorship) throw urlNotFound()
      const stored = await findDraw(app.db, week)
      if (stored) return { status: 200, body: { success: true, data: await toDraw(stored) } }
      const isOpen = closingTime(week) > Date.now() && closingTime(week) <= Date.now() + DAYS_AHEAD * DAY_MS
      const open = isOpen ? toOpenDraw(week, app.config.mentorship.beacon.publicKey) : undefined
      return { status: 200, body: { success: true, data: orNotFound(open, 'Draw') } }
    },
  })
}

/** Serves the calendars. They are not in the contract, because only calendar programs read them. */
export async function calendarRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', app.limit.publicRoutes)
  app.get<{ Params: { file: string } }>('/calendar/:file', async ({ params: { file } }, reply) => {
    const secret = /^([\w-]{43})\.ics$/.exec(file)?.[1]
    const owner = secret && app.config.mentorship ? await findCalendarOwner(app.db, secret) : undefined
    if (owner === undefined) throw urlNotFound()
    const places = await loadOwnPlaces(app.db, owner, CALENDAR_WEEKS)
    return reply
      .headers({ 'cache-control': 'private, max-age=300', 'content-disposition': 'attachment; filename="mentoring.ics"' })
      .type('text/calendar; charset=utf-8')
      .send(sessionCalendar(places, app.config))
  })
}

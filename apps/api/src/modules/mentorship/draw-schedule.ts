import { roundTime, weekOf } from '@academy/contract/mentorship-draw'
import fp from 'fastify-plugin'
import { type PeriodicTask, startPeriodicTask } from '../../periodic-task.ts'
import { fetchRound } from './beacon.ts'
import { composeSessionMail } from './compose-session-mail.ts'
import { closeWeek, decideWeek, findPlace, offerSessions, SESSION_MAIL, type StoredDraw, undrawn, weeksToClose } from './draws.store.ts'

/** The interval, in milliseconds, of the search for weeks that end, rounds that are published, and offers that expire. */
const CHECK_INTERVAL_MS = 60_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Draws what is due, and offers vacant sessions. */
    mentorshipDraws: PeriodicTask
  }
}

/**
 * Holds the weekly draw: ends registration, draws, offers sessions and mails the winners. Each step is one transaction that only the first
 * instance applies, so any instance may end at any time (decision 067).
 */
export const drawSchedule = fp(
  async (app) => {
    const { mentorship, adminAccountId, mail } = app.config
    if (!mentorship) return
    const { db, outbox, authProvider } = app
    const log = app.log.child({ component: 'mentorship-draw' })
    const { beacon, start } = mentorship
    const rules = { publicKey: beacon.publicKey, adminAccountId, start }

    outbox.compose(SESSION_MAIL, async (key) => {
      const [week = '', place, sequence] = key.split('.')
      const found = await findPlace(db, { week, place: Number(place) })
      const { starts_at, answer_by } = found ?? {}
      // A later mail says more.
      if (!mail || !found || !starts_at || !answer_by || found.sequence !== Number(sequence)) return undefined
      const user = await authProvider.findUser(found.account_id)
      return user?.email ? composeSessionMail({ ...found, starts_at, answer_by }, user.email, mail.from, app.config) : undefined
    })

    const drawWeek = async (draw: StoredDraw): Promise<void> => {
      const signature = await fetchRound({ ...beacon, publicKey: draw.public_key }, draw.round)
      await decideWeek(db, draw, signature)
    }
    const draws = startPeriodicTask(app, {
      intervalMs: CHECK_INTERVAL_MS,
      task: async () => {
        const current = weekOf(Date.now())
        for (const week of await weeksToClose(db, current)) await closeWeek(db, week, rules)
        for (const draw of await undrawn(db)) {
          if (roundTime(draw.round) > Date.now()) continue
          // A week whose round cannot be fetched delays no other.
          await drawWeek(draw).catch((err: unknown) => log.warn({ err, week: draw.week }, 'failed to draw the winners of a week; retrying'))
        }
        await offerSessions(db, current, rules)
        outbox.wake()
      },
      onError: (err) => log.warn({ err }, 'failed to hold the weekly draw; retrying'),
    })
    app.decorate('mentorshipDraws', draws)
  },
  { name: 'draw-schedule', dependencies: ['outbox', 'auth-provider', 'database'] },
)

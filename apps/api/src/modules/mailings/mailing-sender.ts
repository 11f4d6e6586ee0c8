import { MAILING_KINDS } from '@academy/contract/mailing-kinds'
import fp from 'fastify-plugin'
import { isQuiet, nextMorning } from '../../mail/quiet-hours.ts'
import { startPeriodicTask } from '../../periodic-task.ts'
import { composeMailing } from './compose-mailing.ts'
import { withdrawByMailing } from './consents.store.ts'
import { decideMailing, type MailingFacts } from './decide-mailing.ts'
import {
  accountFactsReader,
  claimLooks,
  type DueConsent,
  findMailing,
  finishLooks,
  type Look,
  loadPrompts,
  recordLeaving,
} from './mailings.store.ts'
import { unsubscribeLinks } from './unsubscribe-links.ts'

/** The interval, in milliseconds, of the search for consents that are due for a look. */
const CHECK_INTERVAL_MS = 60_000

/** The number of consents that one statement claims. */
const BATCH_SIZE = 100

declare module 'fastify' {
  interface FastifyInstance {
    /** Looks at each consent once a day, in the morning of its user, and queues the mails that are due. Never rejects. */
    mailingSender: { run: () => Promise<void> }
  }
}

/** Queues the mails that users chose, and composes them when they are sent. Both decide by the facts of that moment. */
export const mailingSender = fp(
  async (app) => {
    const { db, outbox, authProvider, mailer } = app
    const log = app.log.child({ component: 'mailing-sender' })
    const links = unsubscribeLinks(app.config.fileSigningKey, app.config.publicApiUrl || app.config.webOrigin)
    const readFacts = accountFactsReader(db)

    const loadPublished = async (): Promise<Pick<MailingFacts, 'tutorials' | 'prompts'>> => {
      const [{ tutorials }, prompts] = await Promise.all([app.courses.current(), loadPrompts(db)])
      return { tutorials: [...tutorials.values()], prompts }
    }
    const findDue = async (consents: readonly Omit<DueConsent, 'id'>[], now: Date) => {
      const ids = consents.map(({ account_id }) => account_id)
      const [published, facts] = await Promise.all([loadPublished(), readFacts(ids, now)])
      return consents.map(({ account_id, kind, time_zone }) => {
        const ofAccount = facts.get(account_id)
        return ofAccount && decideMailing(kind, { ...published, ...ofAccount }, now, time_zone)
      })
    }

    const lookAt = async (consents: readonly DueConsent[], now: Date): Promise<void> => {
      const awake = consents.filter(({ time_zone }) => !isQuiet(now, time_zone))
      const due = new Map((await findDue(awake, now)).map((mailing, index) => [awake[index]?.id, mailing]))
      const looks = consents.map(
        ({ id, time_zone }): Look => ({
          id,
          next_look_at: nextMorning(now, time_zone),
          occasion: due.get(id)?.occasion ?? null,
        }),
      )
      await finishLooks(db, looks, now)
    }

    for (const kind of MAILING_KINDS) {
      outbox.compose(
        kind,
        async (id) => {
          const now = new Date()
          const queued = await findMailing(db, id)
          if (queued === undefined) return undefined
          if (isQuiet(now, queued.time_zone)) return { notBefore: nextMorning(now, queued.time_zone) }
          const [mailing] = await findDue([queued], now)
          if (mailing?.occasion !== queued.occasion) return undefined
          const user = await authProvider.findUser(queued.account_id)
          if (user === undefined || user.email === '' || !user.isConfirmed || user.isBanned) return undefined
          await recordLeaving(db, id, now)
          return composeMailing(mailing, { to: user.email, unsubscribeUrl: links.urlOf({ kind, id }) }, app.config)
        },
        { onUnknownAddress: (id) => withdrawByMailing(db, id, 'unknown_address', new Date()) },
      )
    }

    const task = startPeriodicTask(app, {
      intervalMs: CHECK_INTERVAL_MS,
      task: async (closing) => {
        // Mails that nothing sends would expire, and count as queued.
        if (!mailer) return
        const now = new Date()
        for (let due = await claimLooks(db, now, BATCH_SIZE); due.length > 0; due = await claimLooks(db, now, BATCH_SIZE)) {
          await lookAt(due, now)
          outbox.wake()
          if (closing.aborted) return
        }
      },
      onError: (err) => log.warn({ err }, 'failed to look which mails are due; retrying'),
    })
    app.decorate('mailingSender', { run: task.run })
  },
  { name: 'mailing-sender', dependencies: ['outbox', 'auth-provider', 'database', 'mailer'] },
)

import fp from 'fastify-plugin'
import { type PeriodicTask, startPeriodicTask } from '../periodic-task.ts'
import type { ComposedMail } from './compose-mail.ts'
import type { MailState } from './mails.table.ts'
import { claimMail, type Mail, markInterrupted, recordMail } from './outbox.store.ts'
import { type Mailer, UnknownAddress, UnknownDelivery } from './transport.ts'

/** The interval, in milliseconds, of the search for mails that failed or that a stopped instance left. */
const CHECK_INTERVAL_MS = 60_000

/** A mail that must not leave yet, such as at night. */
type Postponed = { notBefore: Date }

/** Composes a mail right before an attempt to send it, by the key of its cause; undefined if there is no reason or recipient any more. */
type Composer = (key: string) => Promise<ComposedMail | Postponed | undefined>

/** What a kind of mails declares. */
type Kind = {
  composer: Composer
  /** Called when the mail server knows no mailbox of the address, after which the mail is dropped. Without it the mail is retried. */
  onUnknownAddress?: ((key: string) => Promise<void>) | undefined
  /** Called after a sent mail was recorded as such. */
  onSent?: ((key: string) => Promise<void>) | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the due mails, each once in a run. */
    outbox: PeriodicTask & {
      /** Declares how the mails of a kind are composed. An instance claims only mails of kinds that it knows. */
      compose: (kind: string, composer: Composer, more?: Omit<Kind, 'composer'>) => void
      /** Adds a step that queues mails before each search for due ones. */
      beforeEachRun: (step: () => Promise<unknown>) => void
    }
  }
}

/** Sends the mails of the outbox, each at most once. Without a mail server they wait until they expire. */
export const outbox = fp(
  async (app) => {
    const { db, mailer } = app
    const log = app.log.child({ component: 'outbox' })
    const composers = new Map<string, Kind>()
    const steps: (() => Promise<unknown>)[] = []

    const attempt = async (mailer: Mailer, { kind, key }: Mail): Promise<{ state: MailState; dueAt?: Date }> => {
      const { composer, onUnknownAddress } = composers.get(kind) ?? {}
      const mail = await composer?.(key)
      if (mail === undefined) return { state: 'dropped' }
      if ('notBefore' in mail) return { state: 'waiting', dueAt: mail.notBefore }
      try {
        await mailer.send({ ...mail, id: `${kind}.${key}` })
        return { state: 'sent' }
      } catch (error) {
        if (!(error instanceof UnknownAddress) || onUnknownAddress === undefined) throw error
        await onUnknownAddress(key)
        return { state: 'dropped' }
      }
    }

    const send = async (mailer: Mailer, mail: Mail): Promise<void> => {
      const { kind, key, attempts } = mail
      const { state, why, dueAt } = await attempt(mailer, mail).then(
        (outcome) => ({ dueAt: undefined, why: undefined, ...outcome }),
        (error: unknown) => ({
          state: error instanceof UnknownDelivery ? ('unknown' as const) : ('failed' as const),
          dueAt: undefined,
          // Only the name and the message, because other fields of the error may contain the address.
          why: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown',
        }),
      )
      // Not caught: an outcome that was not recorded is unknown, so that the mail is not repeated (decision 058).
      const isLast = await recordMail(db, mail, state, dueAt)
      if (state === 'sent') await composers.get(kind)?.onSent?.(key)
      const about = { kind, key, attempts, why }
      if (state === 'unknown') log.error(about, 'a mail may not have been sent; it is not repeated')
      else if (isLast) log.error(about, 'gave up sending a mail')
      else if (state === 'failed') log.warn(about, 'failed to send a mail; retrying')
    }

    const sendDue = async (closing: AbortSignal): Promise<void> => {
      for (const step of steps) await step()
      if (!mailer) return
      for (const { kind, key } of await markInterrupted(db)) log.error({ kind, key }, 'a mail may not have been sent; it is not repeated')
      const kinds = [...composers.keys()]
      for (let due = await claimMail(db, kinds); due !== undefined; due = await claimMail(db, kinds)) {
        await send(mailer, due)
        if (closing.aborted) return
      }
    }

    const task = startPeriodicTask(app, {
      intervalMs: CHECK_INTERVAL_MS,
      task: sendDue,
      onError: (err) => log.warn({ err }, 'failed to load or record mails; retrying'),
    })
    app.decorate('outbox', {
      ...task,
      compose: (kind, composer, more) => void composers.set(kind, { composer, ...more }),
      beforeEachRun: (step) => void steps.push(step),
    })
  },
  { name: 'outbox', dependencies: ['mailer', 'database'] },
)

import type { FastifyInstance } from 'fastify'
import { createTables } from '../schema.ts'
import type { ServiceOptions } from '../service.ts'
import { mailboxRoutes } from './mailbox.routes.ts'
import { addMessage, ddl } from './messages.ts'
import { openSmtp, type SmtpInbox } from './smtp.ts'

type Options = Pick<ServiceOptions, 'sql' | 'clock' | 'faults'>

/**
 * Opens the mail server that everything on this machine sends to (0: any free port).
 * Switched-on faults hit it, and not the pages: people must be able to look while mail is failing.
 */
export const openInbox = async ({ sql, clock, faults }: Options, port: number): Promise<SmtpInbox> => {
  await createTables(sql, ddl)
  return openSmtp({
    port,
    takeFault: () => faults.take('mailbox'),
    deliver: (message) => addMessage(sql, { ...message, created_at: clock.now('mailbox') }),
  })
}

/** The mailbox over HTTP: `/mailbox` and `/mailbox/api/messages`. */
export const mailboxStandin = async (app: FastifyInstance, { sql }: Options): Promise<void> => {
  await app.register(mailboxRoutes, { sql })
}

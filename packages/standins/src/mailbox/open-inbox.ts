import { createTables } from '../database.ts'
import type { ServiceOptions } from '../service.ts'
import { addMessage, ddl } from './messages.ts'
import { openSmtp, type SmtpInbox } from './smtp.ts'

type Options = Pick<ServiceOptions, 'sql' | 'clock' | 'faults'>

/**
 * Starts the local mail server (port 0: any free port). Faults affect the mail server, but not the mailbox page, so that developers can still
 * read mail.
 */
export const openInbox = async ({ sql, clock, faults }: Options, port: number): Promise<SmtpInbox> => {
  await createTables(sql, ddl)
  return openSmtp({
    port,
    takeFault: () => faults.take('mailbox'),
    deliver: (message) => addMessage(sql, { ...message, created_at: clock.now('mailbox') }),
  })
}

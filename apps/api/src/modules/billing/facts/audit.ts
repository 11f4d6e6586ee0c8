import fp from 'fastify-plugin'
import { auditLog } from './audit-log.table.ts'

type AuditEntry = Omit<typeof auditLog.$inferInsert, 'id' | 'at'>

declare module 'fastify' {
  interface FastifyInstance {
    /** Records an operator's action that changes nothing in the database itself. Other actions are recorded in their own transaction. */
    audit: (entry: AuditEntry) => Promise<void>
  }
}

export const audit = fp(
  async (app) => {
    app.decorate('audit', async (entry) => void (await app.db.insert(auditLog).values(entry)))
  },
  { name: 'audit', dependencies: ['database'] },
)

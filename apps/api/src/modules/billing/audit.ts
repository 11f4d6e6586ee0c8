import fp from 'fastify-plugin'
import { auditLog } from './audit-log.table.ts'

type Entry = Omit<typeof auditLog.$inferInsert, 'id' | 'at'>

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes down what an operator did, for acts that change nothing in the database themselves; others write it in their transaction. */
    audit: (entry: Entry) => Promise<void>
  }
}

export const audit = fp(
  async (app) => {
    app.decorate('audit', async (entry) => void (await app.db.insert(auditLog).values(entry)))
  },
  { name: 'audit', dependencies: ['database'] },
)

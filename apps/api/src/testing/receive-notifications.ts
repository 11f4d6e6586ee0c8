import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Waits until the API has received all earlier notifications: Postgres delivers them in order, over one connection for all its listeners. */
export async function receiveNotifications(app: FastifyInstance): Promise<void> {
  const channel = `received_${randomUUID()}`
  const { promise, resolve } = Promise.withResolvers<void>()
  await app.directSql.listen(channel, () => resolve())
  await app.sql`select pg_notify(${channel}, '')`
  await promise
}

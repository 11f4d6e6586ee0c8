import type { Sql } from 'postgres'
import { createTables } from '../schema.ts'
import { type Clock, type ServiceName, serviceNames } from '../service.ts'

export type MovableClock = Clock & {
  /** Returns the seconds by which each service is ahead of the real time. */
  offsets(): Record<ServiceName, number>
  advance(seconds: number, service?: ServiceName): Promise<void>
  reset(service?: ServiceName): Promise<void>
}

const ddl = `
  CREATE SCHEMA IF NOT EXISTS control;
  CREATE TABLE IF NOT EXISTS control.clock (service text PRIMARY KEY, offset_seconds double precision NOT NULL);
`

/** Creates the movable clock. Stores the offsets in the database, so that data with later timestamps stays in the past after a restart. */
export const createClock = async (sql: Sql): Promise<MovableClock> => {
  await createTables(sql, ddl)
  const ahead: Record<ServiceName, number> = { auth: 0, notion: 0, stripe: 0, amplitude: 0, mailbox: 0 }
  for (const row of await sql<{ service: ServiceName; offset_seconds: number }[]>`SELECT service, offset_seconds FROM control.clock`) {
    ahead[row.service] = row.offset_seconds
  }
  const listeners: { service: ServiceName; listener: () => Promise<void> }[] = []
  const set = async (services: readonly ServiceName[], change: (now: number) => number): Promise<void> => {
    for (const service of services) {
      ahead[service] = change(ahead[service])
      await sql`
        INSERT INTO control.clock (service, offset_seconds) VALUES (${service}, ${ahead[service]})
        ON CONFLICT (service) DO UPDATE SET offset_seconds = excluded.offset_seconds`
    }
    for (const { service, listener } of listeners) if (services.includes(service)) await listener()
  }
  return {
    now: (service) => new Date(Date.now() + ahead[service] * 1000),
    onMove: (service, listener) => {
      listeners.push({ service, listener })
    },
    offsets: () => ({ ...ahead }),
    advance: (seconds, service) => set(service === undefined ? serviceNames : [service], (now) => now + seconds),
    reset: (service) => set(service === undefined ? serviceNames : [service], () => 0),
  }
}

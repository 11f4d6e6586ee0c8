import type { Sql } from 'postgres'
import { createTables } from '../database.ts'
import type { Clock, ServiceName } from '../service.ts'

export type MovableClock = Clock & {
  /** Moves the clock of a service forward. */
  advance(seconds: number, service: ServiceName): Promise<void>
  /** Sets the clock of a service back to the real time. */
  reset(service: ServiceName): Promise<void>
}

const ddl = `
  CREATE SCHEMA IF NOT EXISTS control;
  CREATE TABLE IF NOT EXISTS control.clock (service text PRIMARY KEY, offset_seconds double precision NOT NULL);
`

/** Creates the movable clock. Stores the offsets, so that stored data has no timestamps in the future after a restart. */
export const createClock = async (sql: Sql): Promise<MovableClock> => {
  await createTables(sql, ddl)
  const offsetSeconds: Record<ServiceName, number> = { auth: 0, notion: 0, stripe: 0, amplitude: 0, drand: 0, mailbox: 0 }
  for (const row of await sql<{ service: ServiceName; offset_seconds: number }[]>`SELECT service, offset_seconds FROM control.clock`) {
    offsetSeconds[row.service] = row.offset_seconds
  }
  const listeners: { service: ServiceName; listener: () => Promise<void> }[] = []
  const set = async (moved: ServiceName, offset: number): Promise<void> => {
    offsetSeconds[moved] = offset
    await sql`
      INSERT INTO control.clock (service, offset_seconds) VALUES (${moved}, ${offset})
      ON CONFLICT (service) DO UPDATE SET offset_seconds = excluded.offset_seconds`
    for (const { service, listener } of listeners) if (service === moved) await listener()
  }
  return {
    now: (service) => new Date(Date.now() + offsetSeconds[service] * 1000),
    onMove: (service, listener) => {
      listeners.push({ service, listener })
    },
    advance: (seconds, service) => set(service, offsetSeconds[service] + seconds),
    reset: (service) => set(service, 0),
  }
}

import type { Sql } from 'postgres'
import { Gauge, type Registry } from 'prom-client'
import { abortable } from '../abortable.ts'

const TIMEOUT_MS = 1_000

type Use = { open: number; busy: number }

/** Counts the connections of this process; undefined if the database does not respond in time. */
async function connectionsOf(sql: Sql, applicationName: string): Promise<Use | undefined> {
  const query = sql<[Use]>`
    select count(*)::int as open, count(*) filter (where state <> 'idle' and pid <> pg_backend_pid())::int as busy
    from pg_stat_activity where application_name = ${applicationName}`
  const rows = await abortable(query, AbortSignal.timeout(TIMEOUT_MS)).catch(() => undefined)
  return rows?.[0]
}

/** Exports the use of the connection pool. Queries it at each scrape, because the driver does not report it. */
export function countConnections(registry: Registry, sql: Sql, pool: { size: number; applicationName: string }): void {
  new Gauge({
    name: 'db_connections',
    help: 'Connections of this process to Postgres: maximum, open and busy. Without the last two, Postgres does not respond.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      this.set({ state: 'max' }, pool.size)
      const use = await connectionsOf(sql, pool.applicationName)
      if (use === undefined) return
      this.set({ state: 'open' }, use.open)
      this.set({ state: 'busy' }, use.busy)
    },
  })
}

import PQueue from 'p-queue'
import { LOCKS } from '../../../database/locks.ts'
import { ensureRetries, pendingRetries } from '../facts/failed-syncs.store.ts'
import { customerOf, HANDLED_TYPES } from './handled-events.ts'
import type { Payments } from './payments.ts'
import { knownCustomers, lastRun, saveReconciled } from './reconcile.store.ts'
import { recordFees } from './record-fees.ts'
import { type EventHint, endUnmatchedEvents, eventHint, findSettledEvents, waitingCustomers } from './stripe-events.store.ts'
import { undefinedIfMissing } from './stripe-objects.ts'
import { ourMetadata, UnmatchedCustomer } from './sync-customer.ts'

/**
 * - `done`: all events were applied, except those of `failed` customers, which later runs retry
 * - `busy`: another instance is reconciling
 * - `fresh`: another instance has just finished
 */
export type ReconcileReport = { result: 'done' | 'busy' | 'fresh'; missed: number; failed: number; comparedAll: boolean }

type ReconcileOptions = {
  /** Does nothing if the last run is younger than this, in seconds. */
  unlessYoungerThan: number
  signal?: AbortSignal | undefined
}

/** In seconds. Stripe may list an event slightly after later events. */
const OVERLAP_S = 15 * 60
/** Stripe lists events of the last thirty days. After a longer pause every customer is synced instead. */
const EVENTS_REACH_DAYS = 28
const DAY_S = 86_400
const AT_A_TIME = 3
const MAX_RETRIES = 1_000

const noChanges = { missed: 0, failed: 0, comparedAll: false }

/** A customer to sync, and the missed event that causes the sync. */
type PendingSync = { customer: string; event?: EventHint }

/** Loads the events since the last run that are not recorded here, oldest first, and the time of the newest. */
async function missedEvents(payments: Payments, since: Date): Promise<{ missed: PendingSync[]; newest: Date }> {
  const { stripe, db } = payments
  const gte = Math.floor(Math.min(since.getTime(), Date.now()) / 1000) - OVERLAP_S
  let newest = since
  const missed: PendingSync[] = []
  let page = await stripe.events.list({ created: { gte }, types: HANDLED_TYPES, limit: 100 })
  for (;;) {
    const recorded = await findSettledEvents(
      db,
      page.data.map(({ id }) => id),
    )
    for (const event of page.data) {
      const hint = eventHint(event, 'reconcile')
      if (hint.created > newest) newest = hint.created
      if (recorded.has(event.id)) continue
      const customer = await customerOf(stripe, event).catch(undefinedIfMissing)
      if (customer !== undefined) missed.push({ customer, event: hint })
    }
    const last = page.data.at(-1)
    if (!page.has_more || !last) return { missed: missed.reverse(), newest }
    page = await stripe.events.list({ created: { gte }, types: HANDLED_TYPES, limit: 100, starting_after: last.id })
  }
}

/** Returns all customers that may have paid: the recorded ones, and those with our metadata at Stripe. */
async function allCustomers({ stripe, db }: Payments): Promise<PendingSync[]> {
  const customers = new Set(await knownCustomers(db))
  for await (const customer of stripe.customers.list({ limit: 100 })) {
    if (ourMetadata.safeParse(customer.metadata).success) customers.add(customer.id)
  }
  return [...customers].map((customer) => ({ customer }))
}

/** Syncs the customers. Returns those that failed. */
async function syncAll({ sync, log }: Payments, pending: readonly PendingSync[], signal: AbortSignal | undefined): Promise<string[]> {
  const failed = new Set<string>()
  const queue = new PQueue({ concurrency: AT_A_TIME })
  await queue.addAll(
    [...Map.groupBy(pending, ({ customer }) => customer)].map(([customer, events]) => async () => {
      if (signal?.aborted) return
      // Concurrent requests for the same customer share one sync.
      const results = await Promise.allSettled(events.map(({ event }) => sync(customer, event ? { event } : { isPatient: true })))
      const failure = results.find((result) => result.status === 'rejected')
      if (failure === undefined) return
      const err: unknown = failure.reason
      failed.add(customer)
      log[err instanceof UnmatchedCustomer ? 'warn' : 'error']({ err, customer_id: customer }, 'failed to reconcile a customer')
    }),
  )
  return [...failed]
}

async function run(payments: Payments, { unlessYoungerThan, signal }: ReconcileOptions): Promise<ReconcileReport> {
  const { db } = payments
  // A change of the account or its mode makes this run compare every customer.
  const account = await payments.connected()
  const last = await lastRun(db)
  // Negative after the clock of the database was ahead, or that of an instance with an earlier version.
  if (last && last.age >= 0 && last.age < unlessYoungerThan) return { ...noChanges, result: 'fresh' }

  const comparesAll = !last || last.age > EVENTS_REACH_DAYS * DAY_S
  const since = last && !comparesAll ? last.seen_until : new Date(Date.now() - EVENTS_REACH_DAYS * DAY_S * 1000)
  const { missed, newest } = await missedEvents(payments, since)
  // Failed syncs are retried, also those from before the listed events.
  await ensureRetries(db, await waitingCustomers(db, MAX_RETRIES))
  const retries = (await pendingRetries(db, MAX_RETRIES)).map((customer) => ({ customer }))
  const failed = await syncAll(payments, [...(comparesAll ? await allCustomers(payments) : []), ...retries, ...missed], signal)
  signal?.throwIfAborted()
  // Recorded before the run counts as done, because these customers are stored nowhere else.
  await ensureRetries(db, failed)
  // After the syncs: they need the open events of customers that this run found.
  const ended = await endUnmatchedEvents(db)
  if (ended > 0) payments.log.warn({ ended }, 'closed events of charges that Stripe does not know')
  await recordFees(payments, signal)
  await saveReconciled(db, { seen_until: newest, missed: missed.length, failed: failed.length }, account)
  return { result: 'done', missed: missed.length, failed: failed.length, comparedAll: comparesAll }
}

/**
 * Compares Stripe's events with the applied events and syncs the customers of missing events. Syncs all customers in the first run and after a
 * long pause. An advisory lock lets one instance run at a time; it ends with its connection.
 * @throws when Stripe or the database is unreachable. The next run then starts from the same event.
 */
export async function reconcile(payments: Payments, options: ReconcileOptions): Promise<ReconcileReport> {
  const connection = await payments.sql.reserve()
  try {
    const [lock] = await connection<{ mine: boolean }[]>`select pg_try_advisory_lock(${LOCKS.reconcile}) as mine`
    if (!lock?.mine) return { ...noChanges, result: 'busy' }
    try {
      return await run(payments, options)
    } finally {
      await connection`select pg_advisory_unlock(${LOCKS.reconcile})`
    }
  } finally {
    connection.release()
  }
}

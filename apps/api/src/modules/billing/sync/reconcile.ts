import PQueue from 'p-queue'
import { lastReconcile } from '../payments.store.ts'
import { dueLooks, keepFailed } from './failed-looks.store.ts'
import { customerOf, HANDLED_TYPES } from './handled-events.ts'
import { isMissing } from './is-missing.ts'
import { ourMetadata } from './our-metadata.ts'
import type { Payments } from './payments.ts'
import { boundCustomers, RECONCILE_LOCK, saveReconciled } from './reconcile.store.ts'
import { type EventHint, endUnmatchedEvents, recordedAmong, waitingCustomers } from './stripe-events.store.ts'
import { UnmatchedCustomer } from './sync-customer.ts'

/**
 * - `done`: everything that Stripe tells of was applied, except for `failed` customers; they are on record, and tried again in later runs
 * - `busy`: another instance is at it
 * - `fresh`: another instance was, a moment ago
 */
export type ReconcileReport = { result: 'done' | 'busy' | 'fresh'; missed: number; failed: number; walked: boolean }

export type ReconcileOptions = {
  /** Does nothing if the last run is less than so many seconds old. */
  unlessYoungerThan?: number
  signal?: AbortSignal
}

/** Stripe may list an event a little after others that happened later. */
const OVERLAP_S = 15 * 60
/** Stripe lists events of the last thirty days. After a longer silence each customer is looked at instead. */
const EVENTS_REACH_DAYS = 28
const DAY_MS = 86_400_000
const AT_A_TIME = 3
const MOST_REPEATED = 1_000

const nothing = { missed: 0, failed: 0, walked: false }

type Found = { customer: string; event?: EventHint }

/** The events since the last run that are not on record here, the oldest first, and how far Stripe's list went. */
async function missedEvents(payments: Payments, since: Date): Promise<{ found: Found[]; newest: Date }> {
  const { stripe, db } = payments
  const gte = Math.floor(Math.min(since.getTime(), Date.now()) / 1000) - OVERLAP_S
  let newest = since
  const found: Found[] = []
  let page = await stripe.events.list({ created: { gte }, types: HANDLED_TYPES, limit: 100 })
  for (;;) {
    const recorded = await recordedAmong(
      db,
      page.data.map(({ id }) => id),
    )
    for (const event of page.data) {
      const created = new Date(event.created * 1000)
      if (created > newest) newest = created
      if (recorded.has(event.id)) continue
      const customer = await customerOf(stripe, event).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
      if (customer !== undefined) found.push({ customer, event: { id: event.id, type: event.type, created, source: 'reconcile' } })
    }
    const last = page.data.at(-1)
    if (!page.has_more || !last) return { found: found.reverse(), newest }
    page = await stripe.events.list({ created: { gte }, types: HANDLED_TYPES, limit: 100, starting_after: last.id })
  }
}

/** Everybody who may have paid: whom we know, and whom Stripe knows as ours. */
async function everybody({ stripe, db }: Payments): Promise<Found[]> {
  const customers = new Set(await boundCustomers(db))
  for await (const customer of stripe.customers.list({ limit: 100 })) {
    if (ourMetadata.safeParse(customer.metadata).success) customers.add(customer.id)
  }
  return [...customers].map((customer) => ({ customer }))
}

/** @returns the customers who could not be looked at. */
async function syncAll({ sync, log }: Payments, found: readonly Found[], signal: AbortSignal | undefined): Promise<string[]> {
  const failed = new Set<string>()
  const queue = new PQueue({ concurrency: AT_A_TIME })
  await queue.addAll(
    [...Map.groupBy(found, ({ customer }) => customer)].map(([customer, ones]) => async () => {
      if (signal?.aborted) return
      // Asked for at the same time, one look answers for all the events of a customer.
      const looks = await Promise.allSettled(ones.map(({ event }) => sync(customer, event ? { event } : { isPatient: true })))
      const failure = looks.find((look) => look.status === 'rejected')
      if (failure === undefined) return
      const err: unknown = failure.reason
      failed.add(customer)
      log[err instanceof UnmatchedCustomer ? 'warn' : 'error']({ err, customer_id: customer }, 'a customer could not be reconciled')
    }),
  )
  return [...failed]
}

async function run(payments: Payments, { unlessYoungerThan = 0, signal }: ReconcileOptions): Promise<ReconcileReport> {
  const { db } = payments
  // A change of the account or its mode makes this run compare every customer.
  await payments.connected()
  const last = await lastReconcile(db)
  const age = last ? Date.now() - last.finished_at.getTime() : Number.POSITIVE_INFINITY
  if (age < unlessYoungerThan * 1000) return { ...nothing, result: 'fresh' }

  const walks = !last || age > EVENTS_REACH_DAYS * DAY_MS
  const since = last && !walks ? last.seen_until : new Date(Date.now() - EVENTS_REACH_DAYS * DAY_MS)
  const { found, newest } = await missedEvents(payments, since)
  // Failed syncs are retried, also those from before the listed events.
  const ended = await endUnmatchedEvents(db)
  if (ended > 0) payments.log.warn({ ended }, 'events of charges that Stripe does not know were given up')
  await keepFailed(db, await waitingCustomers(db, MOST_REPEATED))
  const again = (await dueLooks(db, MOST_REPEATED)).map((customer) => ({ customer }))
  const failed = await syncAll(payments, [...(walks ? await everybody(payments) : []), ...again, ...found], signal)
  signal?.throwIfAborted()
  // Before the run counts as done: of a walk nothing else remembers whom it did not reach.
  await keepFailed(db, failed)
  await saveReconciled(db, { seen_until: newest, finished_at: new Date(), missed: found.length, failed: failed.length })
  return { result: 'done', missed: found.length, failed: failed.length, walked: walks }
}

/**
 * Compares Stripe's list of events with what was applied here, and looks at the customers concerned; after a long silence, and the first
 * time, at all of them. One run at a time, however many instances there are: its lock lives and dies with a connection.
 * @throws when Stripe or the database cannot be asked; nothing is forgotten then, the next run begins where this one did.
 */
export async function reconcile(payments: Payments, options: ReconcileOptions = {}): Promise<ReconcileReport> {
  const connection = await payments.sql.reserve()
  try {
    const [lock] = await connection<{ mine: boolean }[]>`select pg_try_advisory_lock(${RECONCILE_LOCK}) as mine`
    if (!lock?.mine) return { ...nothing, result: 'busy' }
    try {
      return await run(payments, options)
    } finally {
      await connection`select pg_advisory_unlock(${RECONCILE_LOCK})`
    }
  } finally {
    connection.release()
  }
}

import { and, asc, desc, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../database/open-database.ts'
import { auditLog } from '../billing/facts/audit-log.table.ts'
import { isAfter } from './deliveries.store.ts'
import { webhookAttempts, webhookEndpoints, webhookEvents } from './webhooks.table.ts'

type Operator = { id: string; email: string }

/** How many outcomes a page has. */
const PAGE = 50

/** How many events wait for an endpoint, up to 100. */
const waiting = sql<number>`(
  select least(count(*), 100) from unnest(webhook_endpoints.events) as wanted (type) cross join lateral (
    select from webhook_events where ${isAfter('webhook_endpoints')} order by type, position limit 100
  ) as of_type
)`.mapWith(Number)

const columns = { ...getTableColumns(webhookEndpoints), waiting }
export type StoredWebhook = typeof webhookEndpoints.$inferSelect & { waiting: number }

/** Returns the webhooks, oldest first. */
export const listWebhooks = (db: Db): Promise<StoredWebhook[]> =>
  db.select(columns).from(webhookEndpoints).orderBy(asc(webhookEndpoints.id))

async function findWebhook(tx: Db | Tx, id: string): Promise<StoredWebhook | undefined> {
  const [found] = await tx.select(columns).from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  return found
}

type Act = { operator: Operator; reason: string; id: string; url: string }

const recordAct = (tx: Tx, { operator, reason, id, url }: Act) =>
  tx
    .insert(auditLog)
    .values({ who: operator.email, what: 'change_webhook', account_id: operator.id, reason, details: { webhook: id, url } })

type Input = { url: string; events: readonly string[] }

/** Creates a webhook for the events from now on; undefined if there are `most`. */
export async function createWebhook(db: Db, input: Input, { most, operator }: { most: number; operator: Operator }) {
  return await db.transaction(async (tx) => {
    if ((await tx.$count(webhookEndpoints)) >= most) return undefined
    const [created] = await tx
      .insert(webhookEndpoints)
      .values({ url: input.url, events: [...input.events], position: sql`(select coalesce(max(position), 0) from webhook_events)` })
      .returning()
    if (!created) throw new Error('an insert returned no row')
    await recordAct(tx, { operator, reason: 'created', id: created.id, url: created.url })
    return { ...created, waiting: 0 }
  })
}

/** Changes a webhook, and records the act; undefined without such a webhook. */
async function changeRow(db: Db, id: string, operator: Operator, reason: string, set: { [column: string]: unknown }) {
  return await db.transaction(async (tx) => {
    const [changed] = await tx.update(webhookEndpoints).set(set).where(eq(webhookEndpoints.id, id)).returning({ url: webhookEndpoints.url })
    if (changed === undefined) return undefined
    await recordAct(tx, { operator, reason, id, url: changed.url })
    return await findWebhook(tx, id)
  })
}

type Change = Input & { paused: boolean; replay_from?: number | undefined }

/** Sends the events from a number on again. Outcomes of attempts that run now no longer count. */
const replay = (from: number): Record<string, SQL | number | null> => ({
  position: sql`least(${from - 1}, greatest(${webhookEndpoints.position}, (select coalesce(max(position), 0) from webhook_events)))`,
  attempts: 0,
  due_at: sql`now()`,
  claim: null,
})

/** Changes, pauses, resumes or replays a webhook; undefined without such a webhook. */
export function changeWebhook(db: Db, id: string, { url, events, paused, replay_from }: Change, operator: Operator) {
  const pause = paused
    ? { paused_at: sql`coalesce(paused_at, now())`, paused_by: sql`coalesce(paused_by, 'administrator')` }
    : {
        paused_at: null,
        paused_by: null,
        attempts: sql`case when paused_at is null then attempts else 0 end`,
        due_at: sql`case when paused_at is null then due_at else now() end`,
      }
  const reason = replay_from === undefined ? `changed${paused ? ', paused' : ''}` : `replayed from ${replay_from}`
  return changeRow(db, id, operator, reason, { url, events: [...events], ...pause, ...(replay_from !== undefined && replay(replay_from)) })
}

/** Replaces the secret; undefined without such a webhook. */
export const rotateSecret = (db: Db, id: string, operator: Operator) =>
  changeRow(db, id, operator, 'secret replaced', { secret_version: sql`secret_version + 1`, rotated_at: sql`now()` })

/** Removes a webhook with its log. Returns whether there was one. */
export async function removeWebhook(db: Db, id: string, operator: Operator): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const [removed] = await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).returning()
    if (removed === undefined) return false
    await tx.delete(webhookAttempts).where(eq(webhookAttempts.endpoint_id, id))
    await recordAct(tx, { operator, reason: 'removed', id, url: removed.url })
    return true
  })
}

/** Returns the outcomes of a webhook before a position, newest first; undefined without such a webhook. */
export async function listAttempts(db: Db, endpointId: string, before: string | undefined) {
  const { endpoint_id, ...shown } = getTableColumns(webhookAttempts)
  const [exists] = await db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId))
  if (exists === undefined) return undefined
  const attempts = await db
    .select({ ...shown, type: webhookEvents.type, event: webhookEvents.id })
    .from(webhookAttempts)
    .leftJoin(webhookEvents, eq(webhookEvents.position, webhookAttempts.position))
    .where(and(eq(endpoint_id, endpointId), before === undefined ? undefined : lt(webhookAttempts.id, before)))
    .orderBy(desc(webhookAttempts.id))
    .limit(PAGE + 1)
  return { attempts: attempts.slice(0, PAGE), next: attempts.length > PAGE ? (attempts[PAGE - 1]?.id ?? null) : null }
}

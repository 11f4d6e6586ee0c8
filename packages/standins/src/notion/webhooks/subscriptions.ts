import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'

export type Subscription = {
  id: string
  url: string
  /** The verification token, which also signs deliveries. The subscriber must return it before events are sent. */
  verification_token: string
  active: boolean
  created_time: Date
}

export const listSubscriptions = (sql: Sql) =>
  sql<Subscription[]>`
    select id, url, verification_token, active, created_time from notion.webhook_subscriptions order by created_time, id`

export async function findSubscription(sql: Sql, id: string): Promise<Subscription | undefined> {
  return (await listSubscriptions(sql)).find((subscription) => subscription.id === id)
}

/** Returns the subscription of a URL, or creates it. */
export async function subscribe(sql: Sql, url: string, now: Date) {
  const token = `secret_${randomBytes(32).toString('base64url')}`
  const inserted = await sql`
    insert into notion.webhook_subscriptions (id, url, verification_token, created_time)
    values (${randomUUID()}, ${url}, ${token}, ${now}) on conflict (url) do nothing returning id`
  const [subscription] = (await listSubscriptions(sql)).filter((other) => other.url === url)
  if (subscription === undefined) throw new Error(`the subscription of ${url} was deleted meanwhile`)
  return { subscription, isNew: inserted.length > 0 }
}

export const activate = (sql: Sql, id: string) => sql`update notion.webhook_subscriptions set active = true where id = ${id}`

export const unsubscribe = (sql: Sql, id: string) => sql`delete from notion.webhook_subscriptions where id = ${id}`

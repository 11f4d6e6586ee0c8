import { entitlementsFor } from '@academy/catalog'
import type { MailingKind } from '@academy/contract/mailing-kinds'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { mails } from '../../mail/mails.table.ts'
import { accountRowsReader, parseFacts } from '../billing/facts/facts.store.ts'
import { contentResources } from '../content/mirror/content.table.ts'
import type { MailingFacts, Progress, Prompt } from './decide-mailing.ts'
import { mailConsents, mailings } from './mailings.table.ts'

/** Days in which a queued mail is tried. Its reason is decided again at each attempt. */
const MAIL_DAYS = 2

/** Sent after mails for which a user waits. */
const PRIORITY = 3

export type DueConsent = { id: string; account_id: string; kind: MailingKind; time_zone: string | null }

/** Claims up to `limit` consents that are due for a look. When the instance ends, others look again ten minutes later. */
export async function claimLooks(db: Db, now: Date, limit: number): Promise<DueConsent[]> {
  return await db.execute<DueConsent>(sql`
    update ${mailConsents} set next_look_at = ${now.toISOString()}::timestamptz + interval '10 minutes'
    where id = any(array(
      select id from ${mailConsents} where withdrawn_at is null and next_look_at <= ${now.toISOString()}
      order by next_look_at limit ${limit} for update skip locked))
    returning id, account_id, kind, time_zone`)
}

export type Look = Pick<DueConsent, 'id'> & {
  next_look_at: Date
  /** Of the mail that is due; null without one. */
  occasion: string | null
}

/** Stores the outcome of looks: queues the mails that are due, each once, and says when to look next, both or neither. */
export async function finishLooks(db: Db, looks: readonly Look[], now: Date): Promise<void> {
  await db.execute(sql`
    with looks as (
      select * from json_to_recordset(${JSON.stringify(looks)}::json) as looked(id uuid, next_look_at timestamptz, occasion text)
    ), locked as (
      select id from ${mailConsents} where id = any(array(select id from looks)) and withdrawn_at is null order by id for update
    ), looked as (
      update ${mailConsents} set next_look_at = looks.next_look_at from looks
      where ${mailConsents.id} = looks.id and ${mailConsents.id} in (select id from locked)
      returning account_id, kind, occasion
    ), queued as (
      insert into ${mailings} (account_id, kind, occasion, queued_at)
      select account_id, kind, occasion, ${now.toISOString()} from looked where occasion is not null
      on conflict do nothing returning kind, id
    )
    insert into ${mails} (kind, key, priority, expires_at)
    select kind, id, ${PRIORITY}::int, now() + make_interval(days => ${MAIL_DAYS}::int) from queued`)
}

export type QueuedMailing = Omit<DueConsent, 'id'> & { occasion: string }

/** Loads a queued mail whose consent lasts; undefined otherwise. */
export async function findMailing(db: Db, id: string): Promise<QueuedMailing | undefined> {
  const [found] = await db.execute<QueuedMailing>(sql`
    select account_id, kind, occasion, time_zone from ${mailings} join ${mailConsents} using (account_id, kind)
    where ${mailings.id} = ${id} and withdrawn_at is null`)
  return found
}

/** Records that a queued mail leaves now, which may be days after it was queued. */
export async function recordLeaving(db: Db, id: string, now: Date): Promise<void> {
  await db.update(mailings).set({ queued_at: now }).where(eq(mailings.id, id))
}

/** Loads the prompts of the library with the times of their publication and their last change. */
export async function loadPrompts(db: Db): Promise<Prompt[]> {
  const { public_id, name, published_at, last_edited_time, position } = contentResources
  const rows = await db.select({ id: public_id, name, published_at, last_edited_time }).from(contentResources).orderBy(position, public_id)
  return rows.map(({ last_edited_time: edited, ...prompt }) => ({
    ...prompt,
    changed_at: new Date(Math.max(edited.getTime(), prompt.published_at.getTime())),
  }))
}

type AccountFacts = Omit<MailingFacts, 'tutorials' | 'prompts'>

/** Returns a function that loads the facts that decide the mails of accounts. */
export function accountFactsReader(db: Db) {
  const readBilling = accountRowsReader(db, 'mailing_facts', sql.placeholder('ids'))
  return async (accountIds: readonly string[], now: Date): Promise<Map<string, AccountFacts>> => {
    const ids = `{${[...new Set(accountIds)].join(',')}}`
    const [billing, progress, stops] = await Promise.all([
      readBilling({ ids }),
      // Names the table, because it belongs to another module.
      db.execute<{ account_id: string; tutorial_id: string; done: boolean; updated_at: string; done_changed_at: string | null }>(sql`
        select account_id, tutorial_id, done, updated_at, done_changed_at from tutorial_progress where account_id = any(${ids}::uuid[])`),
      db.execute<{ account_id: string; occasion: string; queued_at: string }>(sql`
        select account_id, occasion, queued_at from ${mailings} where account_id = any(${ids}::uuid[]) and kind = 'stopped'`),
    ])
    const progressOf = Map.groupBy(progress, ({ account_id }) => account_id)
    const stopsOf = Map.groupBy(stops, ({ account_id }) => account_id)
    return new Map(
      accountIds.map((id) => [
        id,
        {
          entitlements: entitlementsFor({ ...parseFacts(billing.get(id) ?? []), isAdmin: false, now }),
          progress: new Map(
            (progressOf.get(id) ?? []).map(({ tutorial_id, done, updated_at, done_changed_at }): [string, Progress] => [
              tutorial_id,
              { done, updated_at: new Date(updated_at), done_changed_at: done_changed_at === null ? null : new Date(done_changed_at) },
            ]),
          ),
          stops: (stopsOf.get(id) ?? []).map(({ occasion, queued_at }) => ({ occasion, queued_at: new Date(queued_at) })),
        },
      ]),
    )
  }
}

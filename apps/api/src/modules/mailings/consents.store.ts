import type { MailingKind } from '@academy/contract/mailing-kinds'
import { sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { checkouts } from '../billing/facts/checkouts.table.ts'
import { mailConsents } from './mailings.table.ts'

type StoredConsent = typeof mailConsents.$inferSelect

/** Loads the kinds that an account wants, and whether to ask for consents: after its first purchase, unless it chose mails before. */
export async function findChosen(db: Db, account_id: string): Promise<{ kinds: MailingKind[]; ask: boolean }> {
  const [found] = await db.execute<{ kinds: MailingKind[] | null; ask: boolean }>(sql`
    select array_agg(kind order by kind) filter (where withdrawn_at is null) as kinds, count(*) = 0
      and (select count(*) = 1 from ${checkouts} where ${checkouts.account_id} = ${account_id} and status = 'paid') as ask
    from ${mailConsents} where ${mailConsents.account_id} = ${account_id}`)
  return { kinds: found?.kinds ?? [], ask: found?.ask ?? false }
}

type Choice = Pick<StoredConsent, 'account_id' | 'given_via' | 'time_zone'> & { kinds: readonly MailingKind[]; now: Date }

/** Stores a consent for each kind that the account did not want before, and the end of those to other kinds. */
export async function saveChosen(db: Db, { account_id, kinds, given_via, time_zone, now }: Choice): Promise<void> {
  const at = now.toISOString()
  const wanted = sql`array[${sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  )}]::text[]`
  await db.execute(sql`
    with unwanted as (
      select id from ${mailConsents} where account_id = ${account_id} and withdrawn_at is null and kind <> all(${wanted})
      order by id for update
    ), withdrawn as (
      update ${mailConsents} set withdrawn_at = ${at}, withdrawn_via = 'settings' where id in (select id from unwanted)
    )
    insert into ${mailConsents} (account_id, kind, given_at, given_via, time_zone, next_look_at)
    select ${account_id}, kind, ${at}, ${given_via}, ${time_zone}, ${at} from unnest(${wanted}) kind
    group by kind order by kind
    on conflict (account_id, kind) where withdrawn_at is null do update set time_zone = excluded.time_zone`)
}

/** Ends the consent of an account to a kind: that of the mail with this id, or a newer one. */
export async function withdrawByMailing(db: Db, id: string, via: NonNullable<StoredConsent['withdrawn_via']>, now: Date): Promise<void> {
  await db.execute(sql`
    update ${mailConsents} set withdrawn_at = ${now.toISOString()}, withdrawn_via = ${via}
    where withdrawn_at is null and (account_id, kind) in (select account_id, kind from mailings where id = ${id})`)
}

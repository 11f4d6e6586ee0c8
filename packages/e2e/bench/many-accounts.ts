import postgres from 'postgres'
import { type TokenUser, tokensOf } from './tokens.ts'

/** SQL for the id of account number n: a UUID that is the same in every run. */
const accountIdSql = "overlay(overlay(md5('account ' || n) placing '4' from 13) placing '8' from 17)::uuid"

/** The number of prompts of each of the first fifty accounts. */
const SUBSCRIBER_PROMPTS = 20

/**
 * Adds the accounts with the numbers `from` to `to` - 1 to the database. The first fifty accounts (0 to 49) have twenty prompts, all others
 * two. A quarter of the accounts (0, 4, 8, …) bought the course. Another quarter (1, 5, 9, …) and the first fifty pay for the Studio.
 */
export async function addAccounts(databaseUrl: string, from: number, to: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const id = sql.unsafe(accountIdSql)
  await sql`
    insert into accounts (account_id, email, first_name, last_name)
    select ${id}, 'measured-' || n || '@academy.test', 'First' || n % 1000, 'Last' || n
    from generate_series(${from}::int, ${to - 1}::int) n`
  await sql`
    insert into prompts (account_id, title, description, content)
    select ${id}, 'Prompt ' || k, 'Groups interview notes', repeat('Reads the notes and groups them. ', 10)
    from generate_series(${from}::int, ${to - 1}::int) n, generate_series(1, case when n < 50 then ${SUBSCRIBER_PROMPTS}::int else 2 end) k`
  await sql`
    insert into purchases (id, account_id, customer_id, offer, price_id, currency, amount, paid_at, synced_at)
    select 'cs_measured_' || n, ${id}, 'cus_measured_' || n, 'master_course', 'price_measured', 'eur', 25900, now(), now()
    from generate_series(${from}::int, ${to - 1}::int) n where n % 4 = 0`
  await sql`
    insert into subscriptions (id, account_id, customer_id, offer, price_id, status, started_at, paid_until, current_period_end, synced_at)
    select 'sub_measured_' || n, ${id}, 'cus_measured_' || n, 'studio', 'price_measured', 'active', now(),
      now() + interval '20 days', now() + interval '20 days', now()
    from generate_series(${from}::int, ${to - 1}::int) n where n % 4 = 1 or n < 50`
  // as autovacuum does later
  await sql`vacuum (analyze) accounts, prompts, purchases, subscriptions`
  await sql.end()
}

/** Returns the authorization headers of fifty subscribers: the accounts 0 to 49 of `addAccounts`. */
export async function subscriberHeaders(databaseUrl: string, supabaseUrl: string): Promise<Record<string, string>[]> {
  const sql = postgres(databaseUrl, { max: 1 })
  const callers = await sql<
    TokenUser[]
  >`select ${sql.unsafe(accountIdSql)} as sub, 'measured-' || n || '@academy.test' as email from generate_series(0, 49) n`
  await sql.end()
  return tokensOf(callers, supabaseUrl).map((token) => ({ authorization: `Bearer ${token}` }))
}

import { entitlementsFor, isGift, seatState, usableSeats } from '@academy/catalog'
import type { TeamPrompt } from '@academy/contract'
import { MAX_TEAM_PROMPTS } from '@academy/contract/prompt-fields'
import { listedFields } from '@academy/contract/prompt-template'
import { sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { factsReader } from '../billing/facts/facts.store.ts'
import { findPurchases, isOwnedBy } from './team.store.ts'

/** Returns the accounts whose seats an account holds, while those seats are open. A gift makes no team. */
async function ownersOf(db: Db, account_id: string): Promise<string[]> {
  const { seats } = await factsReader(db)(account_id)
  const ids = seats.filter((seat) => seatState(seat) === 'active' && !isGift(seat.purchase)).map(({ purchase_id }) => purchase_id)
  if (ids.length === 0) return []
  const purchases = await findPurchases(db, sql`purchases.id = any(${sql.param(ids)}::text[])`)
  return [...new Set(purchases.map(({ owner_id }) => owner_id))]
}

const hasMyPrompts = async (db: Db, account_id: string): Promise<boolean> =>
  entitlementsFor({ ...(await factsReader(db)(account_id)), isAdmin: false, now: new Date() }).my_prompts

const ownsSeats = async (db: Db, account_id: string): Promise<boolean> =>
  (await findPurchases(db, isOwnedBy(account_id))).some((purchase) => !isGift(purchase) && usableSeats(purchase) > 0)

type PromptRow = Omit<TeamPrompt, 'is_own' | 'fields'> & { account_id: string }

/**
 * Loads the prompts that the owners of the account's seats share, and those that the account itself shares, newest first. The prompts of an owner
 * are closed while its My Prompts is. Names the table, because it belongs to another module.
 */
export async function loadTeamPrompts(db: Db, account_id: string): Promise<TeamPrompt[]> {
  const readable: string[] = []
  for (const owner of new Set([account_id, ...(await ownersOf(db, account_id))])) if (await hasMyPrompts(db, owner)) readable.push(owner)
  if (readable.length === 0) return []
  const rows = await db.execute<PromptRow>(sql`
    select id, account_id, title, description, content, code, tags, to_json(created_at) #>> '{}' as created_at from prompts
    where account_id = any(${sql.param(readable)}::uuid[]) and team order by prompts.created_at desc, id desc`)
  return rows.map(({ account_id: author, created_at, ...prompt }) => ({
    ...prompt,
    created_at: new Date(created_at).toISOString(),
    fields: listedFields(prompt.content),
    is_own: author === account_id,
  }))
}

/** Returns whether an account may share prompts: it owns seats that can be used, and has My Prompts. */
export const canShare = async (db: Db, account_id: string): Promise<boolean> =>
  (await ownsSeats(db, account_id)) && (await hasMyPrompts(db, account_id))

/** Shares a prompt of the account with the members of its seats, or stops that. Concurrent calls may exceed the limit by a few prompts. */
export async function sharePrompt(
  db: Db,
  { account_id, id, shared }: { account_id: string; id: string; shared: boolean },
): Promise<'done' | 'not_found' | 'no_team' | 'full'> {
  if (shared && !(await canShare(db, account_id))) return 'no_team'
  const isPrompt = sql`account_id = ${account_id} and id = ${id}`
  const others = sql`select count(*) from prompts where account_id = ${account_id} and team and id <> ${id}`
  const [found] = await db.execute<{ others: number }>(sql`select (${others})::int as others from prompts where ${isPrompt}`)
  if (!found) return 'not_found'
  if (shared && found.others >= MAX_TEAM_PROMPTS) return 'full'
  await db.execute(sql`update prompts set team = ${shared} where ${isPrompt}`)
  return 'done'
}

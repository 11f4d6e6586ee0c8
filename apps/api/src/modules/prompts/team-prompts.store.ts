import { entitlementsFor, isGift, usableSeats } from '@academy/catalog'
import type { TeamPrompt } from '@academy/contract'
import { MAX_TEAM_PROMPTS } from '@academy/contract/prompt-fields'
import { listedFields } from '@academy/contract/prompt-template'
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { lockUntilEnd } from '../../database/locks.ts'
import type { Db } from '../../database/open-database.ts'
import { factsReader } from '../billing/facts/facts.store.ts'
import { findPurchases, isOwnedBy, loadSeatOwners } from '../billing/facts/seat-purchases.store.ts'
import { isOwnPrompt } from './prompts.store.ts'
import { prompts } from './prompts.table.ts'

/** Returns the functions that share prompts with the members of seats. */
export function teamPrompts(db: Db) {
  const readFacts = factsReader(db)

  const hasMyPrompts = async (accountId: string): Promise<boolean> =>
    entitlementsFor({ ...(await readFacts(accountId)), isAdmin: false, now: new Date() }).my_prompts

  const ownsSeats = async (accountId: string): Promise<boolean> =>
    (await findPurchases(db, isOwnedBy(accountId))).some((purchase) => !isGift(purchase) && usableSeats(purchase) > 0)

  /** Returns whether an account may share prompts: it owns seats that can be used, and has My Prompts. */
  const canShare = async (accountId: string): Promise<boolean> => (await ownsSeats(accountId)) && (await hasMyPrompts(accountId))

  /**
   * Loads the prompts that the owners of the account's seats share, and those that the account itself shares, newest first. The prompts of an owner
   * are closed while its My Prompts is.
   */
  async function list(accountId: string): Promise<TeamPrompt[]> {
    const readable: string[] = []
    const owners = await loadSeatOwners(db, await readFacts(accountId))
    for (const owner of new Set([accountId, ...owners])) if (await hasMyPrompts(owner)) readable.push(owner)
    if (readable.length === 0) return []
    const { account_id, id, title, description, content, code, tags, created_at } = prompts
    const rows = await db
      .select({ account_id, id, title, description, content, code, tags, created_at })
      .from(prompts)
      .where(and(inArray(account_id, readable), prompts.team))
      .orderBy(desc(created_at), desc(id))
    return rows.map(({ account_id: author, created_at: created, ...prompt }) => ({
      ...prompt,
      created_at: created.toISOString(),
      fields: listedFields(prompt.content),
      is_own: author === accountId,
    }))
  }

  /** Shares a prompt of the account with the members of its seats, or stops that. The lock lets no concurrent calls exceed the limit. */
  async function share(accountId: string, id: string, shared: boolean): Promise<'done' | 'not_found' | 'no_team' | 'full'> {
    if (shared && !(await canShare(accountId))) return 'no_team'
    return await db.transaction(async (tx) => {
      await lockUntilEnd(tx, 'teamPrompts', accountId)
      if ((await tx.$count(prompts, isOwnPrompt(accountId, id))) === 0) return 'not_found'
      const others = await tx.$count(prompts, and(eq(prompts.account_id, accountId), prompts.team, ne(prompts.id, id)))
      if (shared && others >= MAX_TEAM_PROMPTS) return 'full'
      await tx.update(prompts).set({ team: shared }).where(isOwnPrompt(accountId, id))
      return 'done'
    })
  }

  return { canShare, list, share }
}

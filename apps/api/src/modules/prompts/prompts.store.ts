import { PROMPT_LIMITS, type PromptField } from '@academy/contract/prompt-fields'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { prompts } from './prompts.table.ts'

const { size: _generated, ...storedColumns } = getTableColumns(prompts)
const { account_id: _owner, ...columns } = storedColumns

export { columns as promptColumns }

export type StoredPrompt = Pick<typeof prompts.$inferSelect, keyof typeof columns>
type PromptTexts = Pick<StoredPrompt, PromptField>

const own = (accountId: string, id: string) => and(eq(prompts.account_id, accountId), eq(prompts.id, id))

const lengthOf = (texts: PromptTexts): number => Object.values(texts).reduce((sum, text) => sum + (text?.length ?? 0), 0)

export async function findPrompt(db: Db, accountId: string, id: string): Promise<StoredPrompt | undefined> {
  const [found] = await db.select(columns).from(prompts).where(own(accountId, id))
  return found
}

/**
 * Keeps a new prompt; undefined when the account holds as much as it may. Calls at the very same moment may end a few above that: it
 * guards against floods, not against one prompt more.
 */
export async function insertPrompt(db: Db, account_id: string, texts: PromptTexts): Promise<StoredPrompt | undefined> {
  const row: Record<keyof typeof storedColumns, unknown> = {
    id: sql`uuidv7()`,
    account_id: sql`${account_id}::uuid`,
    ...texts,
    created_at: sql`now()`,
    updated_at: sql`now()`,
  }
  const values = Object.keys(storedColumns).map((column) => sql`${row[column as keyof typeof row]}`)
  const [made] = await db
    .insert(prompts)
    .select(
      sql`select ${sql.join(values, sql`, `)}
        from (select count(*) as held, coalesce(sum(size), 0) as text from prompts where account_id = ${account_id}) as mine
        where held < ${PROMPT_LIMITS.prompts} and text + ${lengthOf(texts)} <= ${PROMPT_LIMITS.text}` as SQL,
    )
    .returning(columns)
  return made
}

export type Change = { prompt: StoredPrompt } | { refused: 'missing' | 'changed' | 'full' }

/**
 * Changes a prompt, in one statement. With `version` only if the prompt is still that one: whoever comes second of two tabs or devices is
 * told so instead of overwriting the first.
 */
export async function updatePrompt(
  db: Db,
  { accountId, id, version }: { accountId: string; id: string; version: Date | undefined },
  texts: PromptTexts,
): Promise<Change> {
  const others = sql`select coalesce(sum(size), 0) from prompts where account_id = ${accountId} and id <> ${id}`
  const fits = sql<boolean>`(${others}) + ${lengthOf(texts)} <= ${PROMPT_LIMITS.text}`
  const changed = db.$with('changed').as(
    db
      .update(prompts)
      // Never the same version twice, also not for two changes within a millisecond.
      .set({ ...texts, updated_at: sql`greatest(now(), ${prompts.updated_at} + interval '1 millisecond')` })
      .where(and(own(accountId, id), version && eq(prompts.updated_at, version), fits))
      .returning(columns),
  )
  const mine = db
    .select({ fits: fits.as('fits') })
    .from(prompts)
    .where(own(accountId, id))
    .as('mine')
  const [found] = await db.with(changed).select().from(mine).leftJoin(changed, sql`true`)
  if (!found) return { refused: 'missing' }
  if (found.changed) return { prompt: found.changed }
  return { refused: found.mine.fits ? 'changed' : 'full' }
}

/** Deletes a prompt for good. @returns whether there was one. */
export async function deletePrompt(db: Db, accountId: string, id: string): Promise<boolean> {
  const gone = await db.delete(prompts).where(own(accountId, id)).returning({ id: prompts.id })
  return gone.length > 0
}

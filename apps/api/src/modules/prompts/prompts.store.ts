import { PROMPT_LIMITS } from '@academy/contract/prompt-limits'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { prompts } from './prompts.table.ts'

const columns = {
  id: prompts.id,
  title: prompts.title,
  description: prompts.description,
  content: prompts.content,
  code: prompts.code,
  created_at: prompts.created_at,
  updated_at: prompts.updated_at,
}

export type StoredPrompt = Pick<typeof prompts.$inferSelect, keyof typeof columns>
export type PromptTexts = Pick<StoredPrompt, 'title' | 'description' | 'content' | 'code'>

const own = (accountId: string, id: string) => and(eq(prompts.account_id, accountId), eq(prompts.id, id))

const lengthOf = ({ title, description, content, code }: PromptTexts): number =>
  title.length + description.length + content.length + (code?.length ?? 0)

export async function findPrompt(db: Db, accountId: string, id: string): Promise<StoredPrompt | undefined> {
  const [found] = await db.select(columns).from(prompts).where(own(accountId, id))
  return found
}

/**
 * Keeps a new prompt; undefined when the account holds as much as it may. Calls at the very same moment may end a few above that: it
 * guards against floods, not against one prompt more.
 */
export async function insertPrompt(db: Db, account_id: string, texts: PromptTexts): Promise<StoredPrompt | undefined> {
  const { title, description, content, code } = texts
  const [made] = await db
    .insert(prompts)
    .select(
      sql`select uuidv7(), ${account_id}::uuid, ${title}, ${description}, ${content}, ${code}, now(), now()
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

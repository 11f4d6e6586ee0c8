import { isDeepStrictEqual } from 'node:util'
import type { PromptOrigin, PromptSource } from '@academy/contract'
import { PROMPT_LIMITS, type PromptField, promptFields } from '@academy/contract/prompt-fields'
import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../database/locks.ts'
import type { Db } from '../../database/open-database.ts'
import { prompts, promptVersions } from './prompts.table.ts'

const { size: _generated, ...storedColumns } = getTableColumns(prompts)
const { account_id: _owner, team: _shared, ...columns } = storedColumns

export { columns as promptColumns }

type StoredPrompt = Pick<typeof prompts.$inferSelect, keyof typeof columns>
type PromptTexts = Pick<StoredPrompt, PromptField>
/** Tags and an origin that are left out stay as they are; a new prompt has none. */
type PromptChange = PromptTexts & { tags?: string[] | undefined; origin?: PromptOrigin | null | undefined }
/** The client may choose the id of a new prompt. */
type NewPrompt = PromptChange & { id?: string | undefined }

export const isOwnPrompt = (accountId: string, id: string) => and(eq(prompts.account_id, accountId), eq(prompts.id, id))

const lengthOf = (texts: PromptTexts): number => promptFields.reduce((sum, field) => sum + (texts[field]?.length ?? 0), 0)

export async function findPrompt(db: Db, accountId: string, id: string): Promise<StoredPrompt | undefined> {
  const [prompt] = await db.select(columns).from(prompts).where(isOwnPrompt(accountId, id))
  return prompt
}

/** Returns the oldest prompt that the account saved from an original. */
async function findCopy(db: Db, accountId: string, { kind, id, prompt }: PromptSource): Promise<StoredPrompt | undefined> {
  const source = JSON.stringify({ kind, id, prompt })
  const ofSource = and(eq(prompts.account_id, accountId), sql`${prompts.origin} @> ${source}::jsonb`)
  const [copy] = await db.select(columns).from(prompts).where(ofSource).orderBy(prompts.created_at).limit(1)
  return copy
}

/**
 * Saves an original as a prompt of the account, once: a later or concurrent save returns the existing prompt. Returns undefined when the account has
 * reached its limit.
 */
export async function saveCopy(db: Db, accountId: string, source: PromptSource, texts: PromptChange) {
  return await db.transaction(async (tx) => {
    const key = JSON.stringify([accountId, source.kind, source.id, source.prompt])
    await lockUntilEnd(tx, 'promptCopy', key)
    const existing = await findCopy(tx, accountId, source)
    if (existing) return { prompt: existing, isNew: false }
    const prompt = await insertPrompt(tx, accountId, texts)
    return prompt && { prompt, isNew: true }
  })
}

const isSame = (stored: StoredPrompt, { tags = [], origin = null, ...texts }: PromptChange): boolean =>
  promptFields.every((field) => stored[field] === texts[field]) && isDeepStrictEqual([stored.tags, stored.origin], [tags, origin])

/** The saved prompt, or the reason why none was saved: another prompt has the id, or the limit of the account. */
type CreateOutcome = { prompt: StoredPrompt } | { refused: 'id_taken' | 'full' }

/** Saves a new prompt. A repeated request with the same id returns the saved prompt. */
export async function createPrompt(db: Db, accountId: string, input: NewPrompt): Promise<CreateOutcome> {
  const created = await insertPrompt(db, accountId, input)
  if (created) return { prompt: created }
  if (input.id === undefined) return { refused: 'full' }
  const [stored] = await db
    .select({ ...columns, owner: prompts.account_id })
    .from(prompts)
    .where(eq(prompts.id, input.id))
  if (!stored) return { refused: 'full' }
  const { owner, ...prompt } = stored
  return owner === accountId && isSame(prompt, input) ? { prompt } : { refused: 'id_taken' }
}

/**
 * Stores a new prompt. Returns undefined when the account has reached its limit, or a prompt has the id. Concurrent calls may exceed the limit by
 * a few prompts, which is acceptable because the limit only guards against floods.
 */
async function insertPrompt(db: Db, account_id: string, { id, tags = [], origin, ...texts }: NewPrompt): Promise<StoredPrompt | undefined> {
  const row: Record<keyof typeof storedColumns, unknown> = {
    id: id === undefined ? sql`uuidv7()` : sql`${id}::uuid`,
    account_id: sql`${account_id}::uuid`,
    ...texts,
    tags: sql.param(tags, prompts.tags),
    favourite: false,
    team: sql`false`,
    origin: origin ? sql`${JSON.stringify(origin)}::jsonb` : sql`null`,
    created_at: sql`now()`,
    updated_at: sql`now()`,
  }
  const values = Object.keys(storedColumns).map((column) => sql`${row[column as keyof typeof row]}`)
  const [created] = await db
    .insert(prompts)
    .select(
      sql`select ${sql.join(values, sql`, `)}
        from (select count(*) as prompts, coalesce(sum(size), 0) as text from prompts where account_id = ${account_id}) as existing
        where prompts < ${PROMPT_LIMITS.prompts} and text + ${lengthOf(texts)} <= ${PROMPT_LIMITS.text}` as SQL,
    )
    .onConflictDoNothing({ target: prompts.id })
    .returning(columns)
  return created
}

/** The changed prompt, or the reason why it did not change: another stored version, or the text limit of the account. */
export type UpdateOutcome = { prompt: StoredPrompt } | { refused: 'changed' | 'full' }

/**
 * Changes a prompt in one statement. With `versions` it changes the prompt only if one of them is still the stored version: the second of two tabs or
 * devices gets a conflict instead of overwriting the first. Returns undefined without such a prompt.
 */
export async function updatePrompt(
  db: Db,
  { accountId, id, versions }: { accountId: string; id: string; versions: Date[] | undefined },
  { tags, origin, ...texts }: PromptChange,
): Promise<UpdateOutcome | undefined> {
  const others = sql`select coalesce(sum(size), 0) from prompts where account_id = ${accountId} and id <> ${id}`
  const fits = sql<boolean>`(${others}) + ${lengthOf(texts)} <= ${PROMPT_LIMITS.text}`
  const changed = db.$with('changed').as(
    db
      .update(prompts)
      // A new version also for two changes within a millisecond.
      .set({
        ...texts,
        ...(tags && { tags }),
        ...(origin !== undefined && { origin }),
        updated_at: sql`greatest(now(), ${prompts.updated_at} + interval '1 millisecond')`,
      })
      .where(and(isOwnPrompt(accountId, id), versions && inArray(prompts.updated_at, versions), fits))
      .returning(columns),
  )
  const existing = db
    .select({ fits: fits.as('fits') })
    .from(prompts)
    .where(isOwnPrompt(accountId, id))
    .as('existing')
  const [row] = await db.with(changed).select().from(existing).leftJoin(changed, sql`true`)
  if (!row) return undefined
  if (row.changed) return { prompt: row.changed }
  return { refused: row.existing.fits ? 'changed' : 'full' }
}

/**
 * Deletes a prompt with all its versions, with `versions` only if one of them is still the stored version. Returns whether it did; undefined if the
 * account has no such prompt.
 */
export async function deletePrompt(db: Db, accountId: string, id: string, versions: Date[] | undefined): Promise<boolean | undefined> {
  const isVersion = versions && inArray(prompts.updated_at, versions)
  const deleted = await db
    .delete(prompts)
    .where(and(isOwnPrompt(accountId, id), isVersion))
    .returning({ id: prompts.id })
  if (deleted.length > 0) return true
  return versions && (await findPrompt(db, accountId, id)) ? false : undefined
}

/** Sets whether a prompt is a favourite. Its version stays the same, so another tab that edits the prompt gets no conflict. */
export async function setFavourite(db: Db, accountId: string, id: string, favourite: boolean): Promise<StoredPrompt | undefined> {
  const [prompt] = await db.update(prompts).set({ favourite }).where(isOwnPrompt(accountId, id)).returning(columns)
  return prompt
}

const { size: _length, account_id: _account, prompt_id: _prompt, ...versionColumns } = getTableColumns(promptVersions)

/** Returns the versions of a prompt, newest first; undefined without such a prompt. */
export async function listVersions(db: Db, accountId: string, id: string) {
  const rows = await db
    .select({ version: { id: promptVersions.id, title: promptVersions.title, saved_at: promptVersions.saved_at } })
    .from(prompts)
    .leftJoin(promptVersions, eq(promptVersions.prompt_id, prompts.id))
    .where(isOwnPrompt(accountId, id))
    .orderBy(desc(promptVersions.saved_at))
  return rows.length > 0 ? rows.flatMap(({ version }) => version ?? []) : undefined
}

export async function findVersion(db: Db, { accountId, promptId, id }: { accountId: string; promptId: string; id: string }) {
  const [version] = await db
    .select(versionColumns)
    .from(promptVersions)
    .where(and(eq(promptVersions.account_id, accountId), eq(promptVersions.prompt_id, promptId), eq(promptVersions.id, id)))
  return version
}

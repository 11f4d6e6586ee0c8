import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { contentResources } from '../content/mirror/content.table.ts'
import type { ResourceParts } from '../content/mirror/stored-parts.ts'
import { hashPrompt, partText } from '../content/read/prompt-texts.ts'
import { checkReason } from './needs-check.ts'
import { promptVotes } from './votes.table.ts'

type VoteKey = Pick<typeof promptVotes.$inferSelect, 'account_id' | 'resource_id' | 'text_hash'>

const matchesKey = ({ account_id, resource_id, text_hash }: VoteKey) =>
  and(eq(promptVotes.account_id, account_id), eq(promptVotes.resource_id, resource_id), eq(promptVotes.text_hash, text_hash))

/** Returns what names the version of a resource's prompts. */
export const hashResource = ({ prompt, code_sample }: ResourceParts): string =>
  hashPrompt(partText(prompt?.html), partText(code_sample?.html))

/** Returns the vote of an account on a version of a text; null without one. */
export async function findVote(db: Db, key: VoteKey): Promise<boolean | null> {
  const [vote] = await db.select({ worked: promptVotes.worked }).from(promptVotes).where(matchesKey(key))
  return vote?.worked ?? null
}

/** Saves or changes a vote; null takes it back. The same vote again keeps its time. */
export async function saveVote(db: Db, key: VoteKey, worked: boolean | null): Promise<void> {
  if (worked === null) {
    await db.delete(promptVotes).where(matchesKey(key))
    return
  }
  const voted_at = sql`case when ${promptVotes.worked} = excluded.worked then ${promptVotes.voted_at} else now() end`
  await db
    .insert(promptVotes)
    .values({ ...key, worked })
    .onConflictDoUpdate({
      target: [promptVotes.account_id, promptVotes.resource_id, promptVotes.text_hash],
      set: { worked, voted_at },
    })
}

/** Loads the resources that their authors should try again, by title. */
export async function resourcesToCheck(db: Db, now: Date) {
  const { notion_page_id: page_id, public_id: id, name, tried_with, tried_on, published_at } = contentResources
  const resources = await db
    .select({ page_id, id, name, tried_with, tried_on, published_at })
    .from(contentResources)
    .orderBy(asc(name), asc(id))
  const votes = await votesOnPresentTexts(db)
  return resources.flatMap((resource) => {
    const { worked = 0, complaints = [] } = votes.get(resource.id) ?? {}
    const triedOn = resource.tried_on === null ? null : new Date(resource.tried_on)
    const reason = checkReason({ triedOn, complaints }, now)
    return reason ? [{ ...resource, reason, worked, did_not: complaints.length }] : []
  })
}

/** Loads the votes on the texts that are published now, by resource. */
async function votesOnPresentTexts(db: Db) {
  const { resource_id, text_hash, worked, voted_at } = promptVotes
  const counted = await db
    .select({
      resource_id,
      text_hash,
      worked: sql<number>`count(*) filter (where ${worked})`.mapWith(Number),
      complaints: sql<number[]>`coalesce(json_agg(extract(epoch from ${voted_at}) * 1000) filter (where not ${worked}), '[]')`,
    })
    .from(promptVotes)
    .groupBy(resource_id, text_hash)
  const { public_id: id, parts } = contentResources
  const voted = [...new Set(counted.map((votes) => votes.resource_id))]
  const texts = voted.length === 0 ? [] : await db.select({ id, parts }).from(contentResources).where(inArray(id, voted))
  const present = new Map(texts.map((text) => [text.id, hashResource(text.parts)]))
  return new Map(
    counted
      .filter((votes) => present.get(votes.resource_id) === votes.text_hash)
      .map((votes) => [votes.resource_id, { worked: votes.worked, complaints: votes.complaints.map((ms) => new Date(ms)) }]),
  )
}

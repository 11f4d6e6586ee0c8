import type { Entitlements } from '@academy/catalog'
import type { Sql } from '../../database/open-database.ts'
import type { User } from '../../plugins/auth/auth.ts'
import type { SearchTerms } from './search-terms.ts'

/** A text of the account itself that has words of the query. `text` is what surrounds the first of them. */
export type OwnText = {
  kind: 'own_prompt' | 'own_note'
  /** Of the prompt, or of the tutorial with the note. */
  id: string
  /** Empty for a note. */
  title: string
  text: string
  /** Which words of the query it has, by their place; 1 is the first. `stems` are the beginnings by which they were found. */
  stems: [stem: string, place: number][]
  inTitle: number
  inText: number
  locked: boolean
}

/**
 * Texts that only their account finds: a query for kind, id, title, text and locked. They are searched where they are stored, so that
 * nothing of them is in the index.
 */
type PrivateSource = (sql: Sql, accountId: string, held: Entitlements) => ReturnType<Sql>

/** Without the entitlement prompts cannot be opened: their titles are searched alone. */
const ownPrompts: PrivateSource = (sql, accountId, { my_prompts }) => sql`
  select 'own_prompt' as kind, id::text, title, case when ${my_prompts} then concat_ws(' ', description, content, code) else '' end as text,
    not ${my_prompts} as locked
  from prompts where account_id = ${accountId}`

/** Notes stay readable when access ends. */
const ownNotes: PrivateSource = (sql, accountId) => sql`
  select 'own_note', tutorial_id, '', text, false from tutorial_notes where account_id = ${accountId}`

/** A personal access token finds prompts with their scope alone, and no notes (TOKEN-06). */
const sourcesFor = ({ token }: User): PrivateSource[] => {
  if (token === null) return [ownPrompts, ownNotes]
  return token.scopes.includes('prompts:read') ? [ownPrompts] : []
}

const MOST_TEXTS = 20
/** Characters around the first match. */
const BEFORE = 300
const AROUND = 1_200

/** Returns a function that searches what an account wrote for words of the query or forms of them, the most words first. */
export function privateTextSearcher(sql: Sql) {
  return async (user: User, { words }: SearchTerms, held: Entitlements): Promise<OwnText[]> => {
    const sources = sourcesFor(user)
    if (sources.length === 0) return []
    const texts = sources.map((source) => source(sql, user.id, held)).reduce((all, next) => sql`${all} union all ${next}`)
    return await sql<OwnText[]>`
      with terms as materialized (
        -- The stem of “easy” is “easi”: without its last letter it begins both forms.
        select place::int, regexp_replace((ts_lexize('pg_catalog.english_stem', word))[1], '(..)i$', '\\1') as stem
        from unnest(${words}::text[]) with ordinality as given(word, place)
      ),
      own as (${texts}),
      found as (
        select kind, id, title, text, locked, array_agg(stem order by place) as stems,
          jsonb_agg(jsonb_build_array(stem, place) order by place) as pairs,
          count(*) filter (where title ilike '%' || stem || '%')::int as in_title,
          count(*) filter (where text ilike '%' || stem || '%')::int as in_text
        from own join terms on title ilike '%' || stem || '%' or text ilike '%' || stem || '%'
        group by kind, id, title, text, locked
      )
      select kind, id, title, locked, pairs as stems, in_title as "inTitle", in_text as "inText",
        substr(text, greatest(1, (
          select coalesce(min(nullif(strpos(lower(text), stem), 0)), 1) from unnest(stems) as stem
        ) - ${BEFORE}), ${AROUND}) as text
      from found order by 2 * in_title + in_text desc, kind, id limit ${MOST_TEXTS}`
  }
}

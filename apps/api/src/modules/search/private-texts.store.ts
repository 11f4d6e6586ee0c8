import type { Entitlements } from '@academy/catalog'
import type { Sql } from '../../database/open-database.ts'
import type { User } from '../../plugins/auth/auth.ts'
import type { SearchTerms } from './search-terms.ts'

/** A text of the account itself that has words of the query. `text` is the excerpt around the first match. */
export type OwnText = {
  kind: 'own_prompt' | 'own_note'
  /** The id of the prompt, or of the tutorial with the note. */
  id: string
  /** Empty for a note. */
  title: string
  text: string
  /** The stems that matched, each with the position of its query term, from 1. */
  stems: [stem: string, term: number][]
  /** The number of query terms that the title has. */
  inTitle: number
  /** The number of query terms that the text has. */
  inText: number
  locked: boolean
}

/**
 * A query for the kind, id, title, text and locked state of texts that only their account can find. They are searched in their own tables and
 * never indexed.
 */
type PrivateSource = (sql: Sql, accountId: string, entitlements: Entitlements) => ReturnType<Sql>

/** Without `my_prompts`, prompts cannot be opened, so only their titles are searched. */
const ownPrompts: PrivateSource = (sql, accountId, { my_prompts }) => sql`
  select 'own_prompt' as kind, id::text, title, case when ${my_prompts} then concat_ws(' ', description, content, code) else '' end as text,
    not ${my_prompts} as locked
  from prompts where account_id = ${accountId}`

/** Notes stay readable when access ends. */
const ownNotes: PrivateSource = (sql, accountId) => sql`
  select 'own_note', tutorial_id, '', text, false from tutorial_notes where account_id = ${accountId}`

/** Returns the wanted sources that a user may search. A personal access token needs `prompts:read` for prompts, and finds no notes (TOKEN-06). */
const sourcesFor = ({ token }: User, promptsOnly: boolean): PrivateSource[] => {
  if (token === null) return promptsOnly ? [ownPrompts] : [ownPrompts, ownNotes]
  return token.scopes.includes('prompts:read') ? [ownPrompts] : []
}

const MAX_TEXTS = 20
/** Characters of an excerpt before the first match, and of the whole excerpt. */
const CHARACTERS_BEFORE = 300
const EXCERPT_LENGTH = 1_200

/** Returns a function that searches what an account wrote for words of the query or forms of them, the most words first. */
export function privateTextSearcher(sql: Sql) {
  return async (user: User, { words }: SearchTerms, entitlements: Entitlements, promptsOnly: boolean): Promise<OwnText[]> => {
    const sources = sourcesFor(user, promptsOnly)
    if (sources.length === 0) return []
    const texts = sources.map((source) => source(sql, user.id, entitlements)).reduce((all, next) => sql`${all} union all ${next}`)
    return await sql<OwnText[]>`
      with terms as materialized (
        -- The stem of “easy” is “easi”. Without its last letter it is a prefix of both forms.
        select term::int, regexp_replace((ts_lexize('pg_catalog.english_stem', word))[1], '(..)i$', '\\1') as stem
        from unnest(${words}::text[]) with ordinality as given(word, term)
      ),
      own as (${texts}),
      found as (
        select kind, id, title, text, locked, array_agg(stem order by term) as stems,
          jsonb_agg(jsonb_build_array(stem, term) order by term) as pairs,
          count(*) filter (where title ilike '%' || stem || '%')::int as in_title,
          count(*) filter (where text ilike '%' || stem || '%')::int as in_text
        from own join terms on title ilike '%' || stem || '%' or text ilike '%' || stem || '%'
        group by kind, id, title, text, locked
      )
      select kind, id, title, locked, pairs as stems, in_title as "inTitle", in_text as "inText",
        substr(text, greatest(1, (
          select coalesce(min(nullif(strpos(lower(text), stem), 0)), 1) from unnest(stems) as stem
        ) - ${CHARACTERS_BEFORE}), ${EXCERPT_LENGTH}) as text
      from found order by 2 * in_title + in_text desc, kind, id limit ${MAX_TEXTS}`
  }
}

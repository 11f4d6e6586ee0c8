import type { Entitlements } from '@academy/catalog'
import { foldedPatterns } from '../../../database/folded-pattern.ts'
import type { Sql } from '../../../database/open-database.ts'
import type { User } from '../../../plugins/auth/auth.ts'
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

/** Returns the wanted sources that a user may search. A personal access token needs `prompts:read` for prompts, and finds no notes. */
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
    const { split, patterns } = foldedPatterns(words.map((word) => word.normalize()))
    return await sql<OwnText[]>`
      with stemmed as (
        -- The stem of “easy” is “easi”.
        select term::int, word, regexp_replace((ts_lexize('pg_catalog.english_stem', word))[1], '(...)i$', '\\1') as stem
        from unnest(${words}::text[]) with ordinality as given(word, term)
      ),
      prefixes as (
        -- The stem of “writing” is “write”. Without its last letter it is a prefix of both.
        select term, case when starts_with(word, stem) then stem when length(stem) > 3 and starts_with(word, left(stem, -1)) then left(stem, -1) else word end as stem
        from stemmed where stem is not null
      ),
      terms as materialized (
        -- Words of a query are folded.
        select term, stem, (
          select string_agg(${JSON.stringify(patterns)}::text::jsonb ->> letters[1], '' order by position)
          from regexp_matches(normalize(stem), ${split}, 'g') with ordinality as matched(letters, position)
        ) as pattern
        from prefixes
      ),
      -- Tests for all words at once first, because most texts have none of them.
      any_term as (select string_agg(pattern, '|') as pattern from terms),
      own as materialized (
        select * from (${texts}) as texts where title ~* (select pattern from any_term) or text ~* (select pattern from any_term)
      ),
      found as (
        select * from own cross join lateral (
          select array_agg(pattern) as patterns, jsonb_agg(jsonb_build_array(stem, term) order by term) as stems,
            (count(*) filter (where in_title))::int as "inTitle", (count(*) filter (where in_text))::int as "inText"
          from terms cross join lateral (select title ~* pattern as in_title, text ~* pattern as in_text offset 0) as tested -- “offset 0” makes Postgres evaluate each once
          where in_title or in_text
        ) as matches
        order by 2 * "inTitle" + "inText" desc, kind, id limit ${MAX_TEXTS}
      )
      select kind, id, title, locked, stems, "inTitle", "inText",
        substr(text, greatest(1, position - ${CHARACTERS_BEFORE}), ${EXCERPT_LENGTH}) as text
      from found cross join lateral (
        -- A match inside a word is not marked, so the excerpt is around one that begins a word.
        select coalesce(min(nullif(regexp_instr(text, '\\m' || pattern, 1, 1, 0, 'i'), 0)), min(nullif(regexp_instr(text, pattern, 1, 1, 0, 'i'), 0)), 1) as position
        from unnest(patterns) as pattern
      ) as first_match
      order by 2 * "inTitle" + "inText" desc, kind, id`
  }
}

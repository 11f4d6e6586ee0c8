import type { Sql } from '../../../database/open-database.ts'
import type { CueStart, SearchKind } from './search-documents.ts'
import { MIN_MISSPELLED_LENGTH, type SearchTerms } from './search-terms.ts'

/** A document that a search found. `words` are its words that match the query, each with the position of its query term, from 1. */
export type FoundDocument = {
  notion_page_id: string
  kind: SearchKind
  body: string
  cues: CueStart[] | null
  /** Null for other pages than resources. `id` is the public id. */
  resource: { id: string; name: string } | null
  words: [word: string, term: number][]
  score: number
  /** The share of the query's terms that the document has, weighted by their rarity. */
  coverage: number
}

/** What the account may read. Every other page is found by its title alone. */
export type Readable = { pages: string[]; resources: boolean }

type ContentSearchOptions = {
  /** `resource`: only resources, each of which has every word. `course`: only tutorials and sessions. */
  only: 'resource' | 'course' | undefined
  limit: number
}

/** The most documents of one page among the results. */
const MAX_PER_PAGE = 2

/** The assumed number of documents, a constant, so that ranks depend on nothing that the account may not read. */
const DOCUMENT_COUNT = 4_000

/** Weights of matches that are not a form of the word itself. */
const PREFIX_FACTOR = 0.7
const SIMILAR_FACTOR = 0.7
/** The similarity of two words that differ in two swapped neighboring letters. */
const SWAPPED_FACTOR = 0.85

/** The minimum length of a prefix that is searched in whole texts. Shorter ones match too many words, and are searched in titles only. */
const MIN_PREFIX_LENGTH = 4

/**
 * The number of documents from which a term is common. If a search also has a rarer term, a common one finds no documents: reading them would
 * take most of the time, and it hardly tells them apart. It is still highlighted, and counts for the distance between words. If every term is
 * common, each of its words finds that many documents, in which it has the most weight. A search in resources reads all documents of each
 * term, because each of its results must contain every word.
 */
const COMMON = 400

const MAX_SIMILAR = 3

/**
 * Returns a function that searches the content in one prepared statement. It reads the documents that the account may read, and the titles of
 * all others. No other text has an effect on the result, not even the frequency of its words.
 */
export function contentSearcher(sql: Sql) {
  return async ({ words, prefix, swaps }: SearchTerms, readable: Readable, { only, limit }: ContentSearchOptions) => {
    const resourcesOnly = only === 'resource'
    const lastTerm = words.length
    // The subquery becomes a hashed subplan. Joining all readable pages would take longer than the rest of most searches.
    const isLocked = sql`(page_id in (select id from exceptions)) = (select resources from params)`
    // Course pages are few, so that matches in a large library must not use up the candidates.
    const isWanted = only === 'course' ? sql`page_id in (select id from course_pages)` : sql`true`
    const isVisible = sql`title_only = (${isLocked}) and ${isWanted}`
    const isFound = (wordId: ReturnType<Sql>) =>
      sql`exists (select from search_postings posting where posting.word_id = ${wordId} and ${isVisible})`
    return await sql<FoundDocument[]>`
      -- Hides the values from the planner. Otherwise it plans each search again, which takes longer than many searches.
      with params as materialized (
        select ${words}::text[] as words, ${prefix}::text as prefix, ${`${prefix}\u{10ffff}`}::text as prefix_end, ${prefix.length >= MIN_PREFIX_LENGTH}::boolean as is_long,
          ${swaps.map(({ term }) => term)}::int[] as swapped_terms, ${swaps.map(({ word }) => word)}::text[] as swapped_words,
          ${readable.pages}::text[] as pages, ${readable.resources}::boolean as resources
      ),
      -- The pages whose access differs from that of resources. They are few, also in a large library.
      exceptions as materialized (
        select id from search_pages where kind <> 'resource' and (notion_page_id in (select unnest(pages) from params)) <> (select resources from params)
      ),
      course_pages as materialized (
        select id from search_pages where kind <> 'resource'
      ),
      terms as materialized (
        select term::int, word, (ts_lexize('pg_catalog.english_stem', word))[1] as stem
        from unnest((select words from params)) with ordinality as each(word, term)
      ),
      prefixed as materialized (
        select id as word_id from search_words
        where word ~>=~ (select prefix from params) and word ~<~ (select prefix_end from params)
          and stem is distinct from (select stem from terms where term = ${lastTerm})
          and ((select stem from terms where term = ${lastTerm}) is not null or not exists (select from terms where stem is not null))
      ),
      short_prefix_hits as materialized (
        select ${lastTerm}::int as term, word_id, page_id, case when ${isLocked} then 0 else 1 end as part, weight * ${PREFIX_FACTOR} as weight
        from prefixed join search_postings using (word_id) where title_only and ${isWanted} and not (select is_long from params)
      ),
      spelled as materialized (
        select term, search_words.id as word_id, 1::real as factor from terms join search_words using (stem)
        union all
        select ${lastTerm}, word_id, ${PREFIX_FACTOR} from prefixed where (select is_long from params)
      ),
      misspelled as (
        select term, word from terms
        where stem is not null and length(word) >= ${MIN_MISSPELLED_LENGTH} and term not in (select term from short_prefix_hits)
          and not exists (select from spelled where spelled.term = terms.term and ${isFound(sql`spelled.word_id`)})
      ),
      similar_words as (
        select term, word_id, similarity from misspelled cross join lateral similar_search_words(word)
        union all
        select term, search_words.id, ${SWAPPED_FACTOR}
        from params cross join unnest(swapped_terms, swapped_words) as swapped(term, word) join search_words using (word) where term in (select term from misspelled)
      ),
      ranked as (
        select term, stem, max(similarity) as similarity, row_number() over (partition by term order by max(similarity) desc, stem) as rank
        from similar_words join search_words on search_words.id = word_id
        where ${isFound(sql`similar_words.word_id`)}
        group by term, stem
      ),
      matching as materialized (
        select term, word_id, factor from spelled
        union all
        select term, id, similarity * ${SIMILAR_FACTOR} from ranked join search_words using (stem) where rank <= ${MAX_SIMILAR}
      ),
      counts as materialized (
        select term, count(*) as hits from (
          select term from matching cross join lateral (
            select from search_postings where search_postings.word_id = matching.word_id and ${isVisible} limit ${COMMON}
          ) as postings
          union all
          select term from short_prefix_hits
        ) as found group by term
      ),
      rarity as materialized (
        select term, ln(1 + ${DOCUMENT_COUNT} / hits::float) as rarity from counts
        where hits < ${COMMON} or ${resourcesOnly} or not exists (select from counts where hits < ${COMMON})
      ),
      hits as materialized (
        select term, word_id, page_id, part, weight * factor as weight
        from matching join rarity using (term) cross join lateral (
          select page_id, part, weight from search_postings where search_postings.word_id = matching.word_id and ${isVisible}
          order by weight desc, page_id, part limit ${resourcesOnly ? null : COMMON}::int
        ) as postings
        union all
        select * from short_prefix_hits
      ),
      page_hits as (
        select term, page_id, part, sum(weight) as weight from hits group by term, page_id, part
      ),
      scored as (
        select page_id, part, sum(weight * rarity) as score, sum(rarity) / (select sum(rarity) from rarity) as coverage, count(*) as terms_found
        from page_hits join rarity using (term) group by page_id, part
      ),
      best as (
        select page_id, part, score, coverage, row_number() over (partition by page_id order by score * coverage desc, part) as rank_in_page
        from scored
        where not ${resourcesOnly} or terms_found >= (select count(*) from terms where stem is not null)
      ),
      best_documents as materialized (
        select best.page_id, best.part, best.score, best.coverage, page.notion_page_id
        from best join search_pages page on page.id = best.page_id
        where rank_in_page <= ${resourcesOnly ? 1 : MAX_PER_PAGE} and (page.kind = 'resource' or not ${resourcesOnly})
        order by score * coverage desc, page.notion_page_id, part limit ${limit}
      ),
      document_words as (
        select page_id, part, word_id, term from best_documents join hits using (page_id, part)
        union all
        select page_id, part, word_id, term from best_documents cross join matching cross join lateral (
          select from search_postings posting
          where posting.word_id = matching.word_id and posting.page_id = best_documents.page_id and posting.part = best_documents.part limit 1
        ) as posting
        where term not in (select term from rarity)
      ),
      found_words as (
        select page_id, part, jsonb_agg(distinct jsonb_build_array(word, term)) as words
        from document_words join search_words on search_words.id = word_id group by page_id, part
      )
      select best_documents.notion_page_id, document.kind, document.body, document.cues, best_documents.score, best_documents.coverage,
        case when resource.public_id is not null then
          jsonb_build_object('id', resource.public_id, 'name', resource.name)
        end as resource, words
      from best_documents
      join search_documents document on document.page_id = best_documents.page_id and document.part = best_documents.part
      join found_words on found_words.page_id = best_documents.page_id and found_words.part = best_documents.part
      left join content_resources resource on resource.notion_page_id = best_documents.notion_page_id
      order by score * coverage desc, best_documents.notion_page_id, best_documents.part`
  }
}

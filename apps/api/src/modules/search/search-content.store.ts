import type { Sql } from '../../database/open-database.ts'
import type { CueStart, SearchKind } from '../content/search-documents.ts'
import { type SearchTerms, SHORTEST_MISSPELT } from './search-terms.ts'

/** A document that a search found, and which word of the query each of its words answers. */
export type FoundDocument = {
  notion_page_id: string
  kind: SearchKind
  body: string
  cues: CueStart[] | null
  /** Public id, name and first tag of a resource; null for other pages. */
  resource: { id: string; name: string; tag: string | null } | null
  words: [word: string, place: number][]
  score: number
  /** The share of the query, by how rare its words are, that the document has. */
  coverage: number
}

/** What the account may read. Every other page is found by its title alone. */
export type Readable = { pages: string[]; resources: boolean }

export type ContentSearchOptions = {
  /** Only resources, each of which has every word. */
  resourcesOnly: boolean
  limit: number
}

/** Documents of one page among the results. */
const MOST_OF_A_PAGE = 2

/** A constant, so that ranks depend on nothing that the account may not read. */
const USUAL_DOCUMENTS = 4_000

/** How much a match counts that is no form of the word itself. */
const PREFIX_FACTOR = 0.7
const SIMILAR_FACTOR = 0.7
/** As similar as two words are between which only two neighbouring letters are swapped. */
const SWAPPED_FACTOR = 0.85

/** Fewer letters begin too many words: they search titles only. */
const LONG_PREFIX = 4

/**
 * Documents are found by the rarest words of the query, until there are so many; the other words only rank them. Common words are in
 * thousands of documents and say little.
 */
const ENOUGH_CANDIDATES = 400

const MOST_SIMILAR = 3

/**
 * Returns a function that searches the content in one prepared statement. It sees the documents that the account may read, and the titles of
 * all others: no other word, neither its text nor its frequency, has any effect on the result.
 */
export function contentSearcher(sql: Sql) {
  return async ({ words, prefix, swaps }: SearchTerms, readable: Readable, { resourcesOnly, limit }: ContentSearchOptions) => {
    const last = words.length
    // A hashed subplan: joining all readable pages takes longer than the rest of most searches.
    const isLocked = sql`(page_id in (select id from exceptions)) = (select resources from given)`
    const isVisible = sql`title_only = (${isLocked})`
    return await sql<FoundDocument[]>`
      -- Values that the planner does not know: else it plans each search anew, which takes longer than many searches do.
      with given as materialized (
        select ${words}::text[] as words, ${prefix}::text as prefix, ${`${prefix}\u{10ffff}`}::text as prefix_end, ${prefix.length >= LONG_PREFIX}::boolean as is_long,
          ${swaps.map(({ place }) => place)}::int[] as swapped_places, ${swaps.map(({ word }) => word)}::text[] as swapped_words,
          ${readable.pages}::text[] as pages, ${readable.resources}::boolean as resources
      ),
      -- The pages to which the rule for resources does not apply: few, however large the library is.
      exceptions as materialized (
        select id from search_pages where kind <> 'resource' and (notion_page_id in (select unnest(pages) from given)) <> (select resources from given)
      ),
      terms as materialized (
        select place::int, word, (ts_lexize('pg_catalog.english_stem', word))[1] as stem
        from unnest((select words from given)) with ordinality as each(word, place)
      ),
      prefixed as materialized (
        select id as word_id from search_words
        where word ~>=~ (select prefix from given) and word ~<~ (select prefix_end from given)
          and stem is distinct from (select stem from terms where place = ${last})
          and ((select stem from terms where place = ${last}) is not null or not exists (select from terms where stem is not null))
      ),
      matching as (
        select place, search_words.id as word_id, 1::real as factor from terms join search_words using (stem)
        union all
        select ${last}, word_id, ${PREFIX_FACTOR} from prefixed where (select is_long from given)
      ),
      found as materialized (
        select place, word_id, page_id, part, weight * factor as weight from matching join search_postings using (word_id) where ${isVisible}
        union all
        select ${last}, word_id, page_id, case when ${isLocked} then 0 else 1 end, weight * ${PREFIX_FACTOR}
        from prefixed join search_postings using (word_id) where title_only and not (select is_long from given)
      ),
      found_counts as materialized (select place, count(*) as hits from found group by place),
      misspelt as (
        select place, word from terms
        where stem is not null and length(word) >= ${SHORTEST_MISSPELT} and place not in (select place from found_counts)
      ),
      swapped as (
        select place, word from given cross join unnest(swapped_places, swapped_words) as swaps(place, word)
      ),
      alike as (
        select place, word_id, similarity from misspelt cross join lateral similar_search_words(word)
        union all
        select place, search_words.id, ${SWAPPED_FACTOR} from swapped join search_words using (word) where place in (select place from misspelt)
      ),
      ranked as (
        select place, stem, max(similarity) as similarity, row_number() over (partition by place order by max(similarity) desc, stem) as rank
        from alike join search_words on search_words.id = word_id
        where exists (select from search_postings posting where posting.word_id = alike.word_id and ${isVisible})
        group by place, stem
      ),
      similar_found as materialized (
        select place, word_id, page_id, part, weight * similarity * ${SIMILAR_FACTOR} as weight
        from ranked join search_words using (stem) join search_postings on word_id = search_words.id
        where rank <= ${MOST_SIMILAR} and ${isVisible}
      ),
      hits as materialized (select * from found union all select * from similar_found),
      counts as (select * from found_counts union all select place, count(*) from similar_found group by place),
      rarity as materialized (
        select place, ln(1 + ${USUAL_DOCUMENTS} / hits::float) as rarity, sum(hits) over (order by hits, place) - hits as before from counts
      ),
      candidates as materialized (
        select page_id, part from hits join rarity using (place) where before < ${ENOUGH_CANDIDATES}
        group by page_id, part order by max(weight) desc, page_id, part limit ${ENOUGH_CANDIDATES * 2}
      ),
      answered as (
        select place, page_id, part, sum(weight) as weight from hits join candidates using (page_id, part) group by place, page_id, part
      ),
      scored as (
        select page_id, part, sum(weight * rarity) as score, sum(rarity) / (select sum(rarity) from rarity) as coverage, count(*) as places
        from answered join rarity using (place) group by page_id, part
      ),
      best as (
        select page_id, part, score, coverage, row_number() over (partition by page_id order by score * coverage desc, part) as of_page
        from scored
        where not ${resourcesOnly} or places >= (select count(*) from terms where stem is not null)
      ),
      top as materialized (
        select best.page_id, best.part, best.score, best.coverage, page.notion_page_id
        from best join search_pages page on page.id = best.page_id
        where of_page <= ${resourcesOnly ? 1 : MOST_OF_A_PAGE} and (page.kind = 'resource' or not ${resourcesOnly})
        order by score * coverage desc, page.notion_page_id, part limit ${limit}
      ),
      found_words as (
        select page_id, part, jsonb_agg(distinct jsonb_build_array(word, place)) as words
        from top join hits using (page_id, part) join search_words on search_words.id = word_id group by page_id, part
      )
      select top.notion_page_id, document.kind, document.body, document.cues, top.score, top.coverage,
        case when resource.public_id is not null then
          jsonb_build_object('id', resource.public_id, 'name', resource.name, 'tag', resource.tags ->> 0)
        end as resource, words
      from top
      join search_documents document on document.page_id = top.page_id and document.part = top.part
      join found_words on found_words.page_id = top.page_id and found_words.part = top.part
      left join content_resources resource on resource.notion_page_id = top.notion_page_id
      order by score * coverage desc, top.notion_page_id, top.part`
  }
}

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
    const isLong = prefix.length >= LONG_PREFIX
    return await sql<FoundDocument[]>`
      with readable as materialized (
        select id from search_pages join unnest(${readable.pages}::text[]) as given(notion_page_id) using (notion_page_id)
        union all
        select id from search_pages where kind = 'resource' and ${readable.resources}
      ),
      terms as materialized (
        select place::int, word, (ts_lexize('pg_catalog.english_stem', word))[1] as stem
        from unnest(${words}::text[]) with ordinality as given(word, place)
      ),
      prefixed as materialized (
        select id as word_id from search_words
        where word ~>=~ ${prefix} and word ~<~ ${`${prefix}\u{10ffff}`}
          and stem is distinct from (select stem from terms where place = ${last})
          and ((select stem from terms where place = ${last}) is not null or not exists (select from terms where stem is not null))
      ),
      matching as (
        select place, search_words.id as word_id, 1::real as factor from terms join search_words using (stem)
        union all
        select ${last}, word_id, ${PREFIX_FACTOR} from prefixed where ${isLong}
      ),
      found as materialized (
        select place, word_id, page_id, part, weight * factor as weight
        from matching join search_postings using (word_id) left join readable on readable.id = page_id
        where title_only = (readable.id is null)
        union all
        select ${last}, word_id, page_id, case when readable.id is null then 0 else 1 end, weight * ${PREFIX_FACTOR}
        from prefixed join search_postings using (word_id) left join readable on readable.id = page_id
        where title_only and not ${isLong}
      ),
      misspelt as (
        select place, word from terms
        where stem is not null and length(word) >= ${SHORTEST_MISSPELT} and not exists (select from found where found.place = terms.place)
      ),
      swapped as (
        select place, word from unnest(${swaps.map(({ place }) => place)}::int[], ${swaps.map(({ word }) => word)}::text[]) as given(place, word)
      ),
      alike as (
        select place, word_id, similarity from misspelt cross join lateral similar_search_words(word)
        union all
        select place, search_words.id, ${SWAPPED_FACTOR} from swapped join search_words using (word) where place in (select place from misspelt)
      ),
      ranked as (
        select place, stem, max(similarity) as similarity, row_number() over (partition by place order by max(similarity) desc, stem) as rank
        from alike join search_words on search_words.id = word_id
        where exists (
          select from search_postings posting left join readable on readable.id = page_id
          where posting.word_id = alike.word_id and title_only = (readable.id is null)
        )
        group by place, stem
      ),
      hits as materialized (
        select * from found
        union all
        select place, word_id, page_id, part, weight * similarity * ${SIMILAR_FACTOR}
        from ranked join search_words using (stem) join search_postings on word_id = search_words.id left join readable on readable.id = page_id
        where rank <= ${MOST_SIMILAR} and title_only = (readable.id is null)
      ),
      rarity as materialized (
        select place, count(*) as hits, ln(1 + ${USUAL_DOCUMENTS} / count(*)::float) as rarity,
          sum(count(*)) over (order by count(*), place) - count(*) as before
        from hits group by place
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
        select hits.page_id, hits.part, jsonb_agg(distinct jsonb_build_array(word, place)) as words
        from top join hits using (page_id, part) join search_words on search_words.id = word_id group by hits.page_id, hits.part
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

import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../../http/contract-routes.ts'
import { candidateOf, candidateOfOwn, readableBy, type SearchOutline, searchOutline } from './candidates.ts'
import { recordMissedSearch } from './missed-searches.store.ts'
import { privateTextSearcher } from './private-texts.store.ts'
import { rankResults } from './rank-results.ts'
import { contentSearcher } from './search-content.store.ts'
import { searchTerms } from './search-terms.ts'

const MAX_RESULTS = 20
/** The maximum number of content matches that are ranked again by the proximity of their words. */
const MAX_CANDIDATES = 30
/** The maximum number of results of a search in resources only. */
const MAX_LISTED = 100

/** Serves the search in content, own prompts and notes. */
export async function searchRoutes(app: FastifyInstance): Promise<void> {
  const searchContent = contentSearcher(app.sql)
  const searchOwn = privateTextSearcher(app.sql)
  const outlines = new WeakMap<object, SearchOutline>()

  const currentOutline = async (): Promise<SearchOutline> => {
    const courses = await app.courses.current()
    const outline = outlines.get(courses) ?? searchOutline(courses)
    outlines.set(courses, outline)
    return outline
  }

  await serveRoutes(contract.search, app, {
    search: async ({ request: { user }, query: { q, kind }, reply }) => {
      const terms = searchTerms(q)
      if (terms === undefined) return { status: 200, body: { results: [] } }
      const [outline, entitlements] = await Promise.all([currentOutline(), app.entitlementsToQuote(user)])
      const resourcesOnly = kind === 'resource'
      const promptsOnly = kind === 'own_prompt'
      const [documents, own] = await app.inTurn({ accountId: user.id, reply }, () =>
        Promise.all([
          promptsOnly
            ? []
            : searchContent(terms, readableBy(entitlements, outline), { only: kind, limit: resourcesOnly ? MAX_LISTED : MAX_CANDIDATES }),
          resourcesOnly || kind === 'course' ? [] : searchOwn(user, terms, entitlements, promptsOnly),
        ]),
      )
      const candidates = [
        ...documents.map((found) => candidateOf(found, outline)),
        ...own.map((text) => candidateOfOwn(text, terms.words.length, outline)),
      ].filter((candidate) => candidate !== undefined)
      const results = rankResults(candidates, terms.words.length, resourcesOnly ? MAX_LISTED : MAX_RESULTS)
      if (results.length === 0 && !promptsOnly) await recordMissedSearch(app.db, user.id, q)
      return { status: 200, body: { results } }
    },
  })
}

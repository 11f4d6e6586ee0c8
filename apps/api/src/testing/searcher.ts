import { randomUUID } from 'node:crypto'
import { type SearchResult, searchResponse } from '@academy/contract'
import type { TestApp } from './build-test-app.ts'
import { recordFacts } from './record-facts.ts'

export const NO_ACCOUNT_LIMIT = { RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000' }

/** Signs in an account and returns how it searches. Without `owns` it bought nothing. */
export async function searcher({ app, signIn }: Pick<TestApp, 'app' | 'signIn'>, owns?: 'course' | 'studio') {
  const id = randomUUID()
  const headers = await signIn({ id, email: `${id}@example.test` })
  if (owns === 'course') await recordFacts(app.db, id).purchase()
  if (owns === 'studio') await recordFacts(app.db, id).subscription()
  const read = (query: string) => app.inject({ url: `/api/search?${query}`, headers })
  return {
    headers,
    read,
    search: async (q: string, more: Record<string, string> = {}): Promise<SearchResult[]> =>
      searchResponse.strict().parse((await read(new URLSearchParams({ q, ...more }).toString())).json()).results,
  }
}

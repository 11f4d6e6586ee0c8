import { ADMIN_EMAIL, DEMO_PASSWORD } from '@academy/local'
import { expect, test } from '@playwright/test'
import { signInAt } from '../fixtures/accounts.ts'
import { callApi } from '../fixtures/call-api.ts'
import { labeledQueries } from '../fixtures/search-queries.ts'

const FIRST = 5
const LEAST_RECALL = 0.9

type Results = { results: { kind: string; id: string }[] }

test('LEARN-30 nine of ten queries of learners find their page among the first five results in the sample content', async () => {
  const { access_token } = await signInAt(ADMIN_EMAIL, DEMO_PASSWORD)
  expect(labeledQueries).toHaveLength(60)
  const missed: string[] = []
  for (const { query, pages, heard } of labeledQueries) {
    const { results } = await callApi<Results>(access_token, `/api/search?q=${encodeURIComponent(query)}`)
    const isFound = results.slice(0, FIRST).some(({ kind, id }) => pages.includes(id) && (!heard || kind === 'transcript'))
    if (!isFound) missed.push(query)
  }
  expect(missed.length, `missed: ${missed.join(' · ')}`).toBeLessThanOrEqual(Math.round(labeledQueries.length * (1 - LEAST_RECALL)))
})

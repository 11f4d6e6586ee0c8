import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'

const { app } = await buildTestApp()
const idOf = async (given?: string) =>
  (await app.inject({ url: '/api/health', headers: given === undefined ? {} : { 'x-request-id': given } })).headers['x-request-id']

test('keeps a well-formed request id of the client', async () => {
  expect(await idOf('trace.0123-abcd_EF')).toBe('trace.0123-abcd_EF')
})

test.each(['short', 'x'.repeat(65), 'with space', '{"level":60}', 'a<script>b', ''])('%j is replaced', async (given) => {
  expect(await idOf(given)).toMatch(/^[0-9a-f-]{36}$/)
})

test('each request gets its own id', async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, () => idOf()))
  expect(new Set(ids).size).toBe(50)
})

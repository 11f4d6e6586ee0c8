import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { publisher } from '../../../testing/published-pages.ts'

test('PROMPT-60 a page keeps the time at which it was first published, after a newer renderer and after an edit', async () => {
  const { app } = await buildTestApp()
  const publish = publisher(app.db)
  const stored = async () => (await app.sql`select renderer, published_at::date::text as day from content_resources`)[0]
  await publish.resource('brief', { renderer: 1 })
  await app.sql`update content_resources set published_at = '2026-01-02'`
  expect(await publish.resource('brief', { renderer: 2 })).toBe(false)
  expect(await stored()).toEqual({ renderer: 2, day: '2026-01-02' })
  expect(await publish.resource('brief', { renderer: 3, content: 'New.' })).toBe(true)
  expect(await stored()).toEqual({ renderer: 3, day: '2026-01-02' })
})

import { isFullPage } from '@notionhq/client'
import { expect, test } from 'vitest'
import { createPage, paragraph, startNotion } from './testing/start-notion.ts'

test('lifts the rate limit while a workspace is filled, and restores it also after a failure', async () => {
  const limited = await startNotion({ rateLimit: { perSecond: 1, burst: 2 } })
  const requestStatus = async () => (await limited.call('GET', '/users/me')).status
  const tenTimes = async () => new Set(await Promise.all(Array.from({ length: 10 }, requestStatus)))
  expect(await limited.limiter.withoutLimit(tenTimes)).toEqual(new Set([200]))
  expect(await tenTimes()).toContain(429)
  await expect(limited.limiter.withoutLimit(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await tenTimes()).toContain(429)
  await limited.stop()
})

test('the first pages of a new workspace have older edit times, later edits do not', async () => {
  const fresh = await startNotion()
  const started = Date.now()
  const page = await fresh.limiter.withoutLimit(() => createPage(fresh, 'Filled'))
  const age = async () => {
    const response = await fresh.client.pages.retrieve({ page_id: page.id })
    return started - Date.parse(isFullPage(response) ? response.last_edited_time : '')
  }
  expect(await age()).toBeGreaterThanOrEqual(120_000)
  await fresh.client.blocks.children.append({ block_id: page.id, children: [paragraph('after')] })
  expect(await age()).toBeLessThanOrEqual(60_000)
  await fresh.stop()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Standins } from './start-standins.ts'
import { startTestStandins } from './testing/standins.ts'

let standins: Standins
beforeAll(async () => {
  standins = await startTestStandins({ limits: { notion: { perSecond: 1, burst: 2 } } })
})
afterAll(() => standins.stop())

const ask = async () => {
  const headers = { authorization: `Bearer ${standins.notionToken}`, 'notion-version': '2025-09-03' }
  return (await fetch(`${standins.notionBaseUrl}/v1/users/me`, { headers })).status
}
const sixTimes = () => Promise.all(Array.from({ length: 6 }, ask))

test('the limit of Notion is lifted for the first filling alone', async () => {
  expect(await standins.withoutNotionLimit(sixTimes)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await sixTimes()).toContain(429)
})

test('a page of another site can neither register webhooks nor reset counts', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
  const send = (method: string, path: string, body?: string) =>
    fetch(`${standins.notionBaseUrl}/control${path}`, {
      method,
      headers: body ? headers : { 'sec-fetch-site': 'cross-site' },
      ...(body && { body }),
    })
  expect((await send('POST', '/webhooks', '{"url":"https://example.com/"}')).status).toBe(403)
  expect((await send('DELETE', '/requests')).status).toBe(403)
  expect((await send('GET', '/requests')).status).toBe(200)
})

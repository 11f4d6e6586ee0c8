import Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { startTestStandins } from './testing/standins.ts'

const standins = await startTestStandins({ limits: { notion: { perSecond: 1, burst: 2 } } })
afterAll(() => standins.stop())

const requestUser = async () => {
  const headers = { authorization: `Bearer ${standins.notionToken}`, 'notion-version': '2026-03-11' }
  return (await fetch(`${standins.notionBaseUrl}/v1/users/me`, { headers })).status
}
const sixTimes = () => Promise.all(Array.from({ length: 6 }, requestUser))

test("lifts Notion's rate limit only for the first filling", async () => {
  expect(await standins.withoutNotionLimit(sixTimes)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await sixTimes()).toContain(429)
})

test('refuses control requests from a page of another site', async () => {
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

test("Stripe's SDK works with the URL of the stand-ins", async () => {
  const { hostname, port } = new URL(standins.stripeBaseUrl)
  const stripe = new Stripe(standins.stripeSecretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  expect(await stripe.customers.create({ email: 'ada@academy.test' })).toMatchObject({ object: 'customer' })
})

test("refuses Stripe's control requests from a page of another site", async () => {
  const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
  const body = JSON.stringify({ charge: 'ch_none' })
  for (const path of ['/stripe/control/disputes', '/%73tripe/control/disputes'])
    expect((await fetch(`${standins.url}${path}`, { method: 'POST', headers, body })).status, path).toBe(403)
})

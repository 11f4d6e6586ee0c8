import { afterAll, expect, test } from 'vitest'
import { startTestStandins } from '../testing/standins.ts'
import { newDevice, pageView, recording, sendBatch, sendEvents } from './testing/deliver.ts'

const device = newDevice()
const standins = await startTestStandins()
afterAll(() => standins.stop())
const identify = { ...pageView(device, {}), event_type: '$identify', user_properties: { $set: { first_name: '<b>Sam</b>' } } }
await sendEvents(standins, [pageView(device, { page_name: '<script>alert(1)</script>' }), identify])
await sendBatch(standins, { device_id: device, body: { version: 1, events: recording({ type: 4, timestamp: 1, data: {} }) } })

const page = async (path: string) => {
  const response = await fetch(standins.url + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the console escapes events, properties and recorded sessions', async () => {
  const { text } = await page(`/console/amplitude?device_id=${device}`)
  expect(text).toContain('Page Viewed')
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(text).toContain('&quot;&lt;b&gt;Sam&lt;/b&gt;&quot;')
  expect(text).not.toContain('<script>alert')
  expect(text).toContain(`href="/console/amplitude/replay/${device}/1790000000000"`)
  expect((await page('/')).text).toContain('2 events, 1 recorded session')
})

test('plays a recorded session with local files, under a policy that runs nothing else', async () => {
  const { headers, text } = await page(`/console/amplitude/replay/${device}/1790000000000`)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self';")
  for (const [, url = ''] of text.matchAll(/(?:src|href)="(\/console\/amplitude\/player\/[^"]+)"/g)) {
    expect((await page(url)).status, url).toBe(200)
  }
  expect((await page('/console/amplitude/player/rrweb.js')).headers.get('content-type')).toMatch('text/javascript')
  expect((await page('/console/amplitude/player/other.js')).status).toBe(404)
})

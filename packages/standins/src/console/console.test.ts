import { afterAll, expect, test } from 'vitest'
import { startTestStandins } from '../testing/standins.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())

const page = async () => (await fetch(standins.url)).text()
const submit = (path: string, fields: Record<string, string>, site = 'same-origin') =>
  fetch(`${standins.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { 'sec-fetch-site': site },
  })

test('shows the services with their URLs and counts', async () => {
  const html = await page()
  for (const text of [
    `${standins.url}/auth/v1`,
    `${standins.url}/notion/v1`,
    `127.0.0.1:${standins.smtpPort}`,
    '0 accounts',
    'real time',
  ]) {
    expect(html).toContain(text)
  }
})

test('forms switch faults on and off', async () => {
  const fields = { service: 'notion', kind: 'slow', status: '', delay_ms: '250', times: '2' }
  expect((await submit('/console/fault', fields)).headers.get('location')).toBe('/')
  expect(await page()).toContain('slow, 250 ms, 2 more times')
  await submit('/console/fault/clear', { service: 'notion' })
  expect(await page()).not.toContain('250 ms')
  const wrong = await submit('/console/fault', { ...fields, delay_ms: 'soon' })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain('role="alert"')
})

test('forms move and reset the clock', async () => {
  await submit('/console/clock', { service: 'auth', hours: '1.5' })
  expect(await page()).toContain('1 h 30 min ahead')
  await submit('/console/clock/reset', {})
  expect(await page()).not.toContain('ahead')
  expect((await submit('/console/clock', { service: '', hours: 'x' })).status).toBe(400)
})

test('refuses forms of a page of another site', async () => {
  expect((await submit('/console/clock', { service: '', hours: '1' }, 'cross-site')).status).toBe(403)
  expect(await page()).not.toContain('ahead')
})

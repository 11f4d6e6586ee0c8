import { apiError } from '@academy/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { securityTxt } from './security-txt.ts'

const env = { SECURITY_CONTACT: 'mailto:security@academy.test, https://academy.test/report', SECURITY_LANGUAGES: 'en, de' }
const { app, config } = await buildTestApp({ env })

const fieldsOf = (text: string) => text.trimEnd().split('\n')

test('serves the security contact as RFC 9116 says', async () => {
  const response = await app.inject('/.well-known/security.txt')
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(fieldsOf(response.body).filter((field) => !field.startsWith('Expires: '))).toEqual([
    'Contact: mailto:security@academy.test',
    'Contact: https://academy.test/report',
    'Policy: http://localhost:3000/security-policy.txt',
    'Preferred-Languages: en, de',
  ])
  expect((await app.inject({ method: 'HEAD', url: '/.well-known/security.txt' })).statusCode).toBe(200)
})

test('is never expired, and is valid for less than a year', () => {
  for (const today of ['2026-11-21T04:00:00Z', '2031-02-28T23:59:59.999Z']) {
    const now = new Date(today)
    const expires = fieldsOf(securityTxt(config, now) ?? '').find((field) => field.startsWith('Expires: '))
    const days = (Date.parse(expires?.slice('Expires: '.length) ?? '') - now.getTime()) / 86_400_000
    expect([days > 90, days < 365]).toEqual([true, true])
  }
})

test('names its own URL and the configured policy at a public URL', () => {
  const security = { ...config.security, policyUrl: 'https://academy.test/rules' }
  const fields = fieldsOf(securityTxt({ security, webOrigin: 'https://academy.test' }, new Date()) ?? '')
  expect(fields).toContain('Policy: https://academy.test/rules')
  expect(fields).toContain('Canonical: https://academy.test/.well-known/security.txt')
})

test('responds with 404 without a contact', async () => {
  const { app: silent } = await buildTestApp()
  const response = await silent.inject('/.well-known/security.txt')
  expect([response.statusCode, apiError.parse(response.json()).code]).toEqual([404, 'not_found'])
})

test('the API tells search engines not to index its data', async () => {
  expect((await app.inject('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
})

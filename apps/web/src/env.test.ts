import { expect, test } from 'vitest'
import { readEnv, settingsInPage } from './env.ts'

test('uses defaults for missing and empty settings', () => {
  expect(readEnv({ VITE_API_URL: '', VITE_ACADEMY_NAME: '  ' }, 'https://academy.test')).toEqual({
    apiUrl: '',
    authors: '',
    authUrl: 'https://academy.test/auth/v1',
    authAnonKey: '',
    academyName: 'Vibe Coding Academy',
    masterCourseId: 'master-course',
    testimonialFormUrl: 'https://example.com/',
    launchDeadline: new Date('2025-06-23T23:59:59Z'),
    legalPages: [],
    geoUrl: '/api/geo',
    checkoutReferrer: 'https://checkout.stripe.com/',
    amplitudeKey: '',
    amplitudeUrl: '',
    analyticsConsent: 'implied',
  })
})

test('API-02 D-153 accepts hosts with or without a trailing slash', () => {
  const env = readEnv(
    { VITE_API_URL: 'https://api.academy.test/', VITE_AUTH_URL: 'https://auth.academy.test/auth/v1//', VITE_MASTER_COURSE_ID: 'course-7' },
    'https://academy.test',
  )
  expect([env.apiUrl, env.geoUrl, env.authUrl, env.masterCourseId]).toEqual([
    'https://api.academy.test',
    'https://api.academy.test/api/geo',
    'https://auth.academy.test/auth/v1',
    'course-7',
  ])
})

test('CONST-06 R-06 reads the launch deadline', () => {
  const { launchDeadline } = readEnv({ VITE_LAUNCH_DEADLINE: '2027-01-31T22:00:00+01:00' }, 'https://academy.test')
  expect(launchDeadline.toISOString()).toBe('2027-01-31T21:00:00.000Z')
})

test('PRICE-14 reads the URL of the country lookup', () => {
  expect(readEnv({ VITE_GEO_URL: 'https://where.test/me' }, 'https://academy.test').geoUrl).toBe('https://where.test/me')
})

test('ANALYTICS-24 R-16 reads the analytics URL or path and the consent mode', () => {
  const read = (variables: Record<string, string>) => readEnv(variables, 'https://academy.test')
  expect(read({ VITE_AMPLITUDE_URL: 'https://events.test/amplitude/' }).amplitudeUrl).toBe('https://events.test/amplitude')
  expect(read({ VITE_AMPLITUDE_URL: '/amplitude' }).amplitudeUrl).toBe('https://academy.test/amplitude')
  expect(read({ VITE_ANALYTICS_CONSENT: 'required' }).analyticsConsent).toBe('required')
  expect(read({ VITE_ANALYTICS_CONSENT: 'Implied?' }).analyticsConsent).toBe('required')
})

test('reads settings from the page, or {} without any', () => {
  const page = new DOMParser().parseFromString(
    '<script type="application/json" id="academy-settings">{"VITE_ACADEMY_NAME":"\\u003cOurs>"}</script>',
    'text/html',
  )
  expect(settingsInPage(page)).toEqual({ VITE_ACADEMY_NAME: '<Ours>' })
  expect(settingsInPage(new DOMParser().parseFromString('<p>', 'text/html'))).toEqual({})
})

import { expect, test, vi } from 'vitest'
import { analytics } from '../../analytics/analytics.ts'
import { trackSignInClicked } from './sign-in-event.ts'

test('ANALYTICS-14 D-134 tracks Sign in with page, email domain, agent, time and return path without its query', () => {
  const track = vi.spyOn(analytics, 'track')
  trackSignInClicked('Ada.Lovelace@Example.com', { from: '/my-prompts?search=mine#top' })
  trackSignInClicked('no address', {})
  const properties = { page: 'Login', user_agent: navigator.userAgent, timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) }
  expect(track.mock.calls).toEqual([
    [
      'Sign In Button Clicked',
      { ...properties, email_domain: 'example.com', has_redirect: true, from_signup: false, redirect_path: '/my-prompts' },
    ],
    ['Sign In Button Clicked', { ...properties, email_domain: '', has_redirect: false, from_signup: false, redirect_path: '/' }],
  ])
})

test.each([
  [{ verify: 'ada@example.com' }, true],
  [{ email: 'ada@example.com' }, true],
  [{ from: '/my-prompts' }, false],
])('ANALYTICS-14 from_signup tells whether the user came from sign-up: %j', (cameWith, fromSignup) => {
  const track = vi.spyOn(analytics, 'track')
  trackSignInClicked('ada@example.com', cameWith)
  expect(track).toHaveBeenLastCalledWith('Sign In Button Clicked', expect.objectContaining({ from_signup: fromSignup }))
})

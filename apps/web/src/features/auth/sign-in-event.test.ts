import { expect, test, vi } from 'vitest'
import { analytics } from '../../analytics/analytics.ts'
import { tellSignInClicked } from './sign-in-event.ts'

test('ANALYTICS-14 D-134 pressing Sign in tells the page, the domain of the address alone, the agent, when, and the path to go on to without what was searched for there', () => {
  const track = vi.spyOn(analytics, 'track')
  tellSignInClicked('Ada.Lovelace@Example.com', { from: '/my-prompts?search=mine#top' })
  tellSignInClicked('no address', {})
  const told = { page: 'Login', user_agent: navigator.userAgent, timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) }
  expect(track.mock.calls).toEqual([
    [
      'Sign In Button Clicked',
      { ...told, email_domain: 'example.com', has_redirect: true, from_signup: false, redirect_path: '/my-prompts' },
    ],
    ['Sign In Button Clicked', { ...told, email_domain: '', has_redirect: false, from_signup: false, redirect_path: '/' }],
  ])
})

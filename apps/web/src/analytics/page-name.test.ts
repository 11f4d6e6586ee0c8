import { expect, test } from 'vitest'
import { paths, type routes } from '../paths.ts'
import { pageName } from './page-name.ts'

/** The name of every address of the app, as an address of it reads. */
const names: Record<keyof typeof routes, [path: string, name: string]> = {
  home: [paths.home(), 'Home'],
  signup: [paths.signup(), 'Signup'],
  login: [paths.login(), 'Login'],
  resetPassword: [paths.resetPassword(), 'Reset Password'],
  dashboard: [paths.dashboard(), 'Dashboard'],
  courses: [paths.courses(), 'courses'],
  course: [paths.course(), 'Course'],
  session: [paths.session('c', 's'), 'Course Session'],
  tutorial: [paths.tutorial('c', 's', 't'), 'Course Tutorial'],
  resources: [paths.resources(), 'Resources'],
  resource: [paths.resource('r'), 'Resource Details'],
  myPrompts: [paths.myPrompts(), 'My Prompts'],
  myPrompt: [paths.myPrompt('p'), 'My Prompt Details'],
  community: [paths.community(), 'Community'],
  premiumSlack: [paths.premiumSlack(), 'Premium Slack'],
  coderBoards: [paths.coderBoards(), 'Coder Boards'],
  mentorship: [paths.mentorship(), 'Mentorship'],
  settings: [paths.settings(), 'Settings'],
  content: [paths.content(), 'admin/content'],
  accounts: [paths.accounts(), 'admin/accounts'],
  account: [paths.account('a'), 'admin/accounts/a'],
  oldCourse: ['/course', 'course'],
  oldSession: ['/course/s', 'course/s'],
  oldTutorial: ['/course/s/t', 'course/s/t'],
}

test('ANALYTICS-06 ANALYTICS-08 ANALYTICS-09 ANALYTICS-10 ANALYTICS-11 ANALYTICS-12 every address of the app has its name', () => {
  for (const [path, name] of Object.values(names)) expect([path, pageName(path)]).toEqual([path, name])
})

test('ANALYTICS-07 the start, or no path at all, is Home', () => {
  expect([pageName('/'), pageName('')]).toEqual(['Home', 'Home'])
})

test('ANALYTICS-13 any other path is named by itself, without its first slash', () => {
  expect(pageName('/no/such/page')).toBe('no/such/page')
  expect(pageName('/dashboards')).toBe('dashboards')
})

test('a slash at the end changes the name as little as the page', () => {
  expect([pageName('/dashboard/'), pageName('/courses/c/'), pageName('/courses/')]).toEqual(['Dashboard', 'Course', 'courses'])
})

import { expect, test } from 'vitest'
import { paths, type routes } from '../paths.ts'
import { pageName } from './page-name.ts'

/** An example path and the name of every page. */
const names: Record<keyof typeof routes, [path: string, name: string]> = {
  home: [paths.home(), 'Home'],
  signup: [paths.signup(), 'Signup'],
  login: [paths.login(), 'Login'],
  resetPassword: [paths.resetPassword(), 'Reset Password'],
  confirm: [paths.confirm(), 'Confirm'],
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
  authorGuide: [paths.authorGuide(), 'author-guide'],
  content: [paths.content(), 'admin/content'],
  contentPreview: [paths.contentPreview('a'), 'admin/content/a'],
  accounts: [paths.accounts(), 'admin/accounts'],
  account: [paths.account('a'), 'admin/accounts/a'],
  oldCourse: ['/course', 'course'],
  oldSession: ['/course/s', 'course/s'],
  oldTutorial: ['/course/s/t', 'course/s/t'],
}

test('ANALYTICS-06 ANALYTICS-08 ANALYTICS-09 ANALYTICS-10 ANALYTICS-11 ANALYTICS-12 every page has a name', () => {
  for (const [path, name] of Object.values(names)) expect([path, pageName(path)]).toEqual([path, name])
})

test('ANALYTICS-07 / and an empty path are Home', () => {
  expect([pageName('/'), pageName('')]).toEqual(['Home', 'Home'])
})

test('ANALYTICS-13 names any other path by itself, without its first slash', () => {
  expect(pageName('/no/such/page')).toBe('no/such/page')
  expect(pageName('/dashboards')).toBe('dashboards')
})

test('ignores a trailing slash', () => {
  expect([pageName('/dashboard/'), pageName('/courses/c/'), pageName('/courses/')]).toEqual(['Dashboard', 'Course', 'courses'])
})

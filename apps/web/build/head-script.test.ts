import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_KEY } from '../src/session/storage-key.ts'
import { firstRequests } from './first-requests.ts'
import { type HeadScriptOptions, startFirstPage } from './head-script.ts'

const options: HeadScriptOptions = {
  sessionKey: SESSION_KEY,
  signedIn: [['^/dashboard$', ['/assets/dashboard.js', '/assets/dashboard.css']]],
  signedOut: [['^/signup$', ['/assets/signup.js']]],
  authClient: ['/assets/auth-client.js'],
  requests: firstRequests,
  settings: { VITE_API_URL: '', VITE_MASTER_COURSE_ID: 'master-course' },
}

let sent: [url: string, authorization: string][]
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: { authorization: string } }) => {
    sent.push([url, headers.authorization])
    return new Response('{}')
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.head.replaceChildren()
  delete window.firstResponses
})

function open(path: string, session?: { access_token: string; secondsLeft: number }) {
  history.replaceState(null, '', path)
  if (session) {
    const expires_at = Math.floor(Date.now() / 1000) + session.secondsLeft
    localStorage.setItem(SESSION_KEY, JSON.stringify({ access_token: session.access_token, expires_at }))
  }
  startFirstPage(options)
}
const preloaded = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))
const urls = () => sent.map(([url]) => url)

test('LEARN-60 with a session the page requests what it shows first, with the token, and preloads its files', () => {
  open('/dashboard', { access_token: 'token-1', secondsLeft: 3600 })
  expect(urls()).toEqual(['/api/accounts/context', '/api/courses/master-course', '/api/sessions', '/api/courses/master-course/progress'])
  expect(new Set(sent.map(([, authorization]) => authorization))).toEqual(new Set(['Bearer token-1']))
  expect([window.firstResponses?.token, [...(window.firstResponses?.byUrl.keys() ?? [])]]).toEqual(['token-1', urls()])
  expect(preloaded()).toEqual(['/assets/dashboard.js', '/assets/dashboard.css'])
})

test('LEARN-60 ids come from the path, and the host from the settings in the page', () => {
  const settings = Object.assign(document.createElement('script'), { type: 'application/json', id: 'academy-settings' })
  settings.textContent = JSON.stringify({ VITE_API_URL: 'https://api.academy.test/', VITE_MASTER_COURSE_ID: 'other' })
  document.head.append(settings)
  open('/courses/mine/sessions/intro', { access_token: 'token-1', secondsLeft: 3600 })
  expect(urls()).toEqual(
    ['accounts/context', 'sessions/intro', 'sessions/intro/tutorials', 'courses/mine/progress'].map(
      (path) => `https://api.academy.test/api/${path}`,
    ),
  )
  sent = []
  open('/course')
  expect(urls()).toContain('https://api.academy.test/api/courses/other')
})

test('LEARN-60 the page of a tutorial requests its text first, without starting the course', () => {
  open('/courses/mine/sessions/intro/tutorials/brief', { access_token: 'token-1', secondsLeft: 3600 })
  const paths = [
    'accounts/context',
    'tutorials/brief/content?start=false',
    'sessions/intro',
    'sessions/intro/tutorials',
    'courses/mine/progress',
  ]
  expect(urls()).toEqual(paths.map((path) => `/api/${path}`))
})

test.each([
  ['/courses/second-course', '/api/sessions?course=second-course'],
  ['/courses/master-course-2', '/api/sessions?course=master-course-2'],
  ['/courses/master-course', '/api/sessions'],
  ['/course', '/api/sessions'],
])('COURSES-05 LEARN-60 %s requests the sessions of its course', (path, sessions) => {
  open(path, { access_token: 'token-1', secondsLeft: 3600 })
  expect(urls().filter((url) => url.includes('/sessions'))).toEqual([sessions])
})

test.each([
  ['without a session', '/dashboard', undefined],
  ['with a token that expires within 90 seconds', '/dashboard', { access_token: 'token-1', secondsLeft: 80 }],
  ['on a path with an id that is none', '/courses/..%2F..', { access_token: 'token-1', secondsLeft: 3600 }],
  ['on an unknown path', '/no/such/page', { access_token: 'token-1', secondsLeft: 3600 }],
])('LEARN-60 %s nothing is requested', (_, path, session) => {
  open(path, session)
  expect([sent, window.firstResponses]).toEqual([[], undefined])
})

test('preloads the auth client too if the token must be refreshed first', () => {
  open('/dashboard', { access_token: 'token-1', secondsLeft: 80 })
  expect(preloaded()).toEqual(['/assets/auth-client.js', '/assets/dashboard.js', '/assets/dashboard.css'])
})

test('preloads the files of public pages without a session', () => {
  open('/signup')
  expect(preloaded()).toEqual(['/assets/signup.js'])
})

test('a stored session that cannot be read does not stop the page', () => {
  localStorage.setItem(SESSION_KEY, '{')
  expect(() => open('/dashboard')).not.toThrow()
})

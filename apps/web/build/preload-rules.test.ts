import { expect, test } from 'vitest'
import { protectedPages } from '../src/pages.ts'
import { type PreloadRules, signedIn, signedOut } from './preload-rules.ts'

const modulesFor = (rules: PreloadRules, path: string) => rules.find(([pattern]) => pattern.test(path))?.[1] ?? []
const client = 'src/session/auth-client.ts'
const area = 'src/app/protected-area.tsx'

test.each(Object.values(protectedPages))('preloads all chunks of $path with a session', ({ path, file }) => {
  expect(modulesFor(signedIn, path.replace(/:\w+/g, 'x'))).toEqual([area, `src/${file}`])
})

test.each([
  ['/', 'app/pages/dashboard-page.tsx'],
  ['/login', 'app/pages/dashboard-page.tsx'],
  ['/signup', 'app/pages/dashboard-page.tsx'],
  ['/course', 'features/courses/course-page.tsx'],
  ['/course/s', 'features/courses/session-page.tsx'],
  ['/course/s/t', 'features/courses/session-page.tsx'],
])('preloads the page that %s redirects to with a session', (path, file) => {
  expect(modulesFor(signedIn, path)).toEqual([area, `src/${file}`])
})

test('preloads public pages without the protected area', () => {
  expect(modulesFor(signedIn, '/reset-password')).toEqual(['src/features/auth/reset-password-page.tsx'])
  expect(modulesFor(signedIn, '/confirm')).toEqual([client, 'src/features/auth/mail-link-page.tsx'])
})

test('preloads the protected area for unknown paths with a session', () => {
  expect(modulesFor(signedIn, '/no/such/page')).toEqual([area])
  expect(modulesFor(signedIn, '/dashboard/x')).toEqual([area])
})

test('preloads only public pages without a session', () => {
  expect(modulesFor(signedOut, '/signup')).toEqual(['src/features/auth/signup-page.tsx'])
  expect(modulesFor(signedOut, '/confirm')).toEqual([client, 'src/features/auth/mail-link-page.tsx'])
  expect([modulesFor(signedOut, '/login'), modulesFor(signedOut, '/dashboard')]).toEqual([[], []])
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '../paths.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

/** Preload rules of the build for users with a session, in order. */
const signedIn = read('../../vite.config.ts').match(/signedIn: \[\n([\s\S]*?)\n {6}\],/)?.[1] ?? ''
const screens = [...signedIn.matchAll(/\[\/(.+)\/, \[(.+)\]\],/g)].map(([, address = '', modules = '']) => ({
  address: new RegExp(address),
  modules,
}))

const router = read('router.tsx')
const files = new Map([...router.matchAll(/const (\w+) = lazyPage\(\(\) => import\('(.+?)'\)\)/g)].map(([, name, file]) => [name, file]))
const inside = [...router.matchAll(/\[routes\.(\w+), (?:lazyPage\(\(\) => import\('(.+?)'\)\)|(\w+))\]/g)].map(
  ([, route = '', file, name]) => [routes[route as keyof typeof routes], path.join('src/app', file ?? files.get(name) ?? '')] as const,
)

const namedFor = (address: string) => screens.find((screen) => screen.address.test(address))?.modules ?? ''

test('reads every page of the router', () => {
  expect(inside.length).toBe(router.match(/^ {2}\[routes\./gm)?.length)
})

test.each([...inside, [routes.resetPassword, 'src/features/auth/reset-password-page.tsx'] as const])(
  'the chunks that %s shows are named before the app has started',
  (route, file) => {
    const named = namedFor(route.replace(/:\w+/g, 'x'))
    expect(named).toContain(`'${file}'`)
    expect(named).toMatch(/^client, /)
  },
)

test('preloads the auth client and the protected area for other URLs', () => {
  expect(namedFor('/course/x/y')).toBe('client, inside')
})

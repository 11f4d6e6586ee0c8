import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '../paths.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

/** What the build is told to name up front for people with a session, in the order in which it is looked up. */
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

test('every page of the router is known here', () => {
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

test('an address without a page of its own has the client and the protected area', () => {
  expect(namedFor('/course/x/y')).toBe('client, inside')
})

import { COUNTRIES_OF, CURRENCIES, CURRENCY_ELSEWHERE, currencyForCountry } from '@academy/catalog'
import { beforeEach, expect, test, vi } from 'vitest'
import { CURRENCY_KEY } from '../../features/billing/currency-store.ts'
import { enhance, offerCourse, setCurrency } from './enhance.ts'

const GEO_URL = 'https://where.test/me'
const lookup = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', lookup)
  lookup.mockReset()
  document.body.innerHTML = CURRENCIES.map(
    (currency, index) => `<input type="radio" name="currency" value="${currency}" ${index === 0 ? 'checked' : ''}>`,
  ).join('')
})

const start = () => setCurrency(CURRENCY_KEY, GEO_URL, COUNTRIES_OF, CURRENCY_ELSEWHERE)
const radio = (currency: string) => document.querySelector<HTMLInputElement>(`[value=${currency}]`)
const shown = () => CURRENCIES.find((currency) => radio(currency)?.checked)
/** Waits until the script has read the response. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

test.each(['FR', 'at', 'GB', 'US', 'TR', '', null, 'DE AT', 7])(
  'PUBLIC-16 shows the same currency as the app for the country %j',
  async (country) => {
    lookup.mockResolvedValue(Response.json({ country }))
    start()
    expect(shown()).toBe('eur')
    const expected = currencyForCountry(typeof country === 'string' ? country : null)
    await expect.poll(shown).toBe(expected)
    await settle()
    expect(shown()).toBe(expected)
    expect(sessionStorage.getItem(CURRENCY_KEY)).toBeNull()
    expect(lookup).toHaveBeenCalledExactlyOnceWith(GEO_URL, { credentials: 'omit', signal: expect.any(AbortSignal) })
  },
)

test.each([
  ['an error', () => Promise.resolve(Response.json({ country: 'US' }, { status: 500 }))],
  ['no JSON', () => Promise.resolve(new Response('<html>'))],
  ['no response', () => Promise.reject(new TypeError('Failed to fetch'))],
])('PUBLIC-16 keeps euro after a lookup with %s', async (_, respond) => {
  lookup.mockImplementation(respond)
  start()
  await settle()
  expect(shown()).toBe('eur')
})

test('PUBLIC-16 keeps euro if the lookup takes longer than 3 s', async () => {
  const timeout = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  lookup.mockImplementation(
    (_, options) => new Promise((_resolve, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))),
  )
  start()
  expect(limit).toHaveBeenCalledExactlyOnceWith(3_000)
  timeout.abort()
  await settle()
  expect(shown()).toBe('eur')
})

test('PUBLIC-16 shows the choice of this tab without a lookup', () => {
  sessionStorage.setItem(CURRENCY_KEY, 'usd')
  start()
  expect(shown()).toBe('usd')
  expect(lookup).not.toHaveBeenCalled()
})

test('PUBLIC-16 looks the country up if another value is stored', async () => {
  sessionStorage.setItem(CURRENCY_KEY, 'xyz')
  lookup.mockResolvedValue(Response.json({ country: 'US' }))
  start()
  await expect.poll(shown).toBe('usd')
})

test('PUBLIC-16 keeps and stores a choice that the visitor makes during the lookup', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  lookup.mockReturnValue(promise)
  start()
  radio('usd')?.click()
  radio('eur')?.click()
  resolve(Response.json({ country: 'US' }))
  await settle()
  expect([shown(), sessionStorage.getItem(CURRENCY_KEY)]).toEqual(['eur', 'eur'])
})

test('PUBLIC-16 works where storage is blocked', async () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse })
  const { promise, resolve } = Promise.withResolvers<Response>()
  lookup.mockReturnValue(promise)
  start()
  radio('usd')?.click()
  resolve(Response.json({ country: 'FR' }))
  await settle()
  expect(shown()).toBe('usd')
})

const copy = (clipboard: object | undefined) => {
  vi.stubGlobal('navigator', { clipboard })
  document.body.innerHTML = `<div data-copy-block><button data-copy hidden><span data-copy-label>Copy</span></button>
    <span role="status"></span><pre data-copy-text>Build it.</pre></div>`
  enhance()
  document.querySelector<HTMLElement>('[data-copy]')?.click()
}
const outcome = () => document.querySelector('[role=status]')?.textContent

test('copies the text of a block', async () => {
  const writeText = vi.fn(async () => undefined)
  copy({ writeText })
  await expect.poll(outcome).toBe('Copied!')
  expect(writeText).toHaveBeenCalledExactlyOnceWith('Build it.')
})

test.each([
  ['refuses', { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) }],
  ['does not exist, because the page has no TLS,', undefined],
])('selects the text of a block if the clipboard %s', async (_, clipboard) => {
  copy(clipboard)
  await expect.poll(outcome).toBe('Press Ctrl+C or Cmd+C')
  expect(getSelection()?.toString()).toBe('Build it.')
})

test.each([
  ['dark', 'all'],
  ['light', 'not all'],
  [undefined, '(prefers-color-scheme: dark)'],
])('PUBLIC-20 shows pictures in the theme that the user chose: %s', (theme, media) => {
  document.body.innerHTML = '<source data-dark media="(prefers-color-scheme: dark)">'
  if (theme) document.documentElement.dataset.theme = theme
  enhance()
  delete document.documentElement.dataset.theme
  expect(document.querySelector('source')?.media).toBe(media)
})

const links = () => [...document.querySelectorAll('a')].map(({ pathname, textContent, hidden }) => [pathname, textContent, hidden])
const signUpLinks = '<a href="/signup">Create an account to buy</a><a href="/login">Sign in</a><a href="/free/brief">Brief</a>'

test('PUBLIC-21 a browser with a session offers the course instead of an account', () => {
  document.body.innerHTML = signUpLinks
  localStorage.setItem('a-key', '{}')
  offerCourse('a-key', '/courses/master-course', '/signup', '/login')
  expect(links()).toEqual([
    ['/courses/master-course', 'Open your course', false],
    ['/login', 'Sign in', true],
    ['/free/brief', 'Brief', false],
  ])
})

test.each([
  ['without a session', () => null],
  [
    'whose storage is blocked',
    () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  ],
])('PUBLIC-21 a browser %s offers an account', (_, getItem) => {
  document.body.innerHTML = signUpLinks
  vi.stubGlobal('localStorage', { getItem })
  offerCourse('a-key', '/courses/master-course', '/signup', '/login')
  expect(links().map(([path]) => path)).toEqual(['/signup', '/login', '/free/brief'])
})

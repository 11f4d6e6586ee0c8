import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyPage } from './lazy-page.tsx'

const page = { default: () => <h1>The page</h1> }
const show = (Page: ReturnType<typeof lazyPage>) =>
  render(
    <Suspense fallback="Loading...">
      <Page />
    </Suspense>,
  )

test('renders a preloaded page at once', async () => {
  const Page = lazyPage(async () => page)
  await Page.load()
  show(Page)
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
})

test('loads the code of a page that was not preloaded', async () => {
  const Page = lazyPage(async () => page)
  show(Page)
  expect(screen.getByText('Loading...')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'The page' })).toBeTruthy()
})

test('retries a failed preload', async () => {
  const fetchModule = vi.fn(async () => page).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Page = lazyPage(fetchModule)
  await expect(Page.load()).rejects.toThrow('Failed to fetch')
  show(Page)
  expect(await screen.findByRole('heading', { name: 'The page' })).toBeTruthy()
})

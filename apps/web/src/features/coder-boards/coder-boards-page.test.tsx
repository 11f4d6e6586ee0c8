import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleProjects } from './sample-projects.ts'

let api: MockApi

beforeEach(() => {
  ;({ api } = mockAccount())
})

const openBoard = async (query = '') => {
  const router = await renderSignedIn(`/coder-boards${query}`)
  await screen.findByRole('heading', { level: 1, name: 'Vibe Coder Boards' })
  return router
}
const board = () => screen.getByRole('list', { name: 'May 2025' })
const names = () =>
  within(board())
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('BOARD-01 BOARD-02 BOARD-03 D-74 shows six sample projects of May 2025 by revenue: five on the first page, one on the second', async () => {
  const router = await openBoard()
  expect([sampleProjects.length, new Set(sampleProjects.map(({ id }) => id)).size]).toEqual([6, 6])
  expect(sampleProjects.map(({ revenue }) => revenue)).toEqual(sampleProjects.map(({ revenue }) => revenue).toSorted((a, b) => b - a))
  expect(names()).toEqual(sampleProjects.slice(0, 5).map(({ name }) => name))
  expect([screen.getByText('Page 1 of 2') !== null, screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled]).toEqual([
    true,
    true,
  ])
  press('Next')
  await waitFor(() => expect(names()).toEqual([sampleProjects[5]?.name]))
  expect([board().getAttribute('start'), router.path]).toEqual(['6', '/coder-boards?page=2'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
  press('Previous')
  await waitFor(() => expect(names()).toHaveLength(5))
  expect([router.path, document.title]).toEqual(['/coder-boards', 'Vibe Coder Boards · Vibe Coding Academy'])
})

test('BOARD-02 focuses the heading of the board when another page is shown', async () => {
  await openBoard()
  for (const name of ['Next', 'Previous']) {
    screen.getByRole('button', { name }).focus()
    press(name)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'May 2025' })))
  }
})

test('BOARD-05 each project has eight fields and shows name, owner, description, category and rating', async () => {
  await openBoard()
  const cards = () => within(board()).getAllByRole('listitem')
  const firstPage = cards().map(({ textContent }) => textContent)
  press('Next')
  await waitFor(() => expect(cards()).toHaveLength(1))
  const texts = [...firstPage, cards()[0]?.textContent]
  for (const [index, project] of sampleProjects.entries()) {
    expect(Object.keys(project)).toEqual(['id', 'name', 'owner', 'description', 'revenue', 'rating', 'category', 'growth'])
    const { name, owner, description, category, rating } = project
    expect(texts[index]).toBe(`${index + 1}${name}by ${owner}${description}Category${category}Rating${rating.toFixed(1)} of 5`)
  }
})

test('HONEST-02 hides revenue and growth', async () => {
  await openBoard()
  expect(screen.getByRole('main').textContent).not.toMatch(/revenue|growth|[$€%]/i)
  expect(screen.getByText('Example projects, to give you ideas. Names and ratings are fictional.')).toBeTruthy()
})

test.each(['0', '3', '1.5', 'x'])('BOARD-02 shows the first page for an invalid page number (%s)', async (page) => {
  await openBoard(`?page=${page}`)
  expect(names()).toHaveLength(5)
})

test('BOARD-04 D-75 Upgrade to Premium links to the dashboard; the page sends no requests and opens no dialog', async () => {
  await openBoard()
  expect(screen.getByRole('link', { name: 'Upgrade to Premium' }).getAttribute('href')).toBe('/dashboard')
  expect([screen.queryByRole('dialog'), [...new Set(api.requests.map(({ path }) => path))]]).toEqual([null, ['/api/accounts/context']])
})

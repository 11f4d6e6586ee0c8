import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { sampleProjects } from './sample-projects.ts'

let api: CannedApi

beforeEach(() => {
  api = cannedApi()
  api.reply(contract.accounts.context, 200, sampleContext())
})
afterEach(() => api.expectNothingElse())

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

test('BOARD-01 BOARD-02 BOARD-03 D-74 six sample projects of May 2025, the highest revenue first: five on the first page, one on the second', async () => {
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

test('BOARD-05 a project shows its owner, description, revenue, rating, category and growth', async () => {
  await openBoard()
  const [first] = within(board()).getAllByRole('listitem')
  for (const text of ['Tidy Invoices', 'by Mara Lindqvist', 'Finance', '$8,400 a month', '+24%', '4.8 of 5']) {
    expect(first?.textContent).toContain(text)
  }
})

test.each(['0', '3', '1.5', 'x'])('BOARD-02 a page that there is not (%s) is the first', async (page) => {
  await openBoard(`?page=${page}`)
  expect(names()).toHaveLength(5)
})

test('BOARD-04 D-75 Upgrade to Premium leads to the dashboard; the page asks for nothing and sells nothing', async () => {
  await openBoard()
  expect(screen.getByRole('link', { name: 'Upgrade to Premium' }).getAttribute('href')).toBe('/dashboard')
  expect([screen.queryByRole('dialog'), [...new Set(api.requests.map(({ path }) => path))]]).toEqual([null, ['/api/accounts/context']])
})

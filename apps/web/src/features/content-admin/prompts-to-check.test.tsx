import { contract, type ResourceToCheck } from '@academy/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockContentAdmin } from '../../testing/mock-content-admin.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'

const { toCheck } = contract.library
let mock: ReturnType<typeof mockContentAdmin>

beforeEach(() => {
  mock = mockContentAdmin()
})

const open = async () => {
  await renderSignedIn('/admin/content')
  return within(await screen.findByRole('region', { name: 'Prompts to try again' }))
}
const prompt = (id: string, changes: Partial<ResourceToCheck> = {}): ResourceToCheck => ({
  id,
  title: `About ${id}`,
  url: `https://www.notion.so/${id}`,
  reason: 'unchecked',
  tried_with: 'Codex',
  tried_on: '2026-06-01',
  published_at: '2026-03-01T12:00:00.000Z',
  worked: 0,
  did_not: 0,
  ...changes,
})

test('PROMPT-60 lists the prompts to try again with votes, reason, last try and a link to Notion', async () => {
  const complained = prompt('map', { reason: 'complaints', worked: 7, did_not: 3, tried_with: 'Claude Code', tried_on: '2026-11-02' })
  mock.api.reply(toCheck, 200, {
    success: true,
    data: [complained, prompt('sql'), prompt('new', { reason: 'untried', tried_with: null, tried_on: null })],
  })
  const section = await open()
  const [first, second] = section.getAllByRole('listitem')
  expect(
    within(first as HTMLElement)
      .getByRole('link', { name: /About map/ })
      .getAttribute('href'),
  ).toBe('https://www.notion.so/map')
  expect(first?.textContent).toContain('Within 14 days, three or more accounts voted that its current text did not work for them.')
  expect(first?.textContent).toContain("3 votes “Didn't work”, 7 “Worked”")
  expect(first?.textContent).toContain('Tried with Claude Code November 2, 2026')
  expect(second?.textContent).toContain('It has not been tried with a tool for 120 days.')
  expect(section.queryByRole('link', { name: /About new/ })).toBeNull()
  fireEvent.click(section.getByRole('button', { name: 'Never tried (1)' }))
  expect(section.getByRole('link', { name: /About new/ }).closest('li')?.textContent).toContain('Never tried, published Mar 1, 2026')
})

test('PROMPT-60 says that there are none, and offers a retry after a failure', async () => {
  mock.api.refuse(toCheck, 500, 'internal', 'Something went wrong on our side.')
  const section = await open()
  const retry = await section.findByRole('button', { name: 'Try again' })
  mock.api.reply(toCheck, 200, { success: true, data: [] })
  fireEvent.click(retry)
  expect(await section.findByText(/^None\./)).toBeTruthy()
})

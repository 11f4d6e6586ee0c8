import { contract } from '@academy/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockContentAdmin } from '../../testing/mock-content-admin.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'

const { answers } = contract
let mock: ReturnType<typeof mockContentAdmin>

beforeEach(() => {
  mock = mockContentAdmin()
})

const open = async () => {
  await renderSignedIn('/admin/content')
  return within(await screen.findByRole('region', { name: 'Did the tutorials work?' }))
}

test('ASK-05 lists the tutorials with answers, and loads the texts of one when it is opened', async () => {
  mock.api.reply(answers.list, 200, {
    success: true,
    data: [
      { tutorial_id: 'brief', name: 'Write the brief', worked: 12, not_yet: 3 },
      { tutorial_id: 'gone', name: null, worked: 0, not_yet: 1 },
    ],
  })
  const at = '2026-11-20T12:00:00.000Z'
  const text = { system: 'macOS', tool: null, at }
  mock.api.reply(answers.versions, 200, {
    success: true,
    data: [
      { current: true, worked: 2, not_yet: 0, last_at: at, texts: [] },
      {
        current: false,
        worked: 10,
        not_yet: 3,
        last_at: '2026-11-01T12:00:00.000Z',
        texts: [
          { ...text, text: 'It stopped.', name: null },
          { ...text, text: 'No port.', name: 'Ada Lovelace' },
        ],
      },
    ],
  })
  const section = await open()
  expect(section.getByText('3 “Not yet”, 12 “Yes”')).toBeTruthy()
  expect(section.getByRole('button', { name: 'gone (not published)' })).toBeTruthy()
  expect(mock.api.count('GET', '/api/admin/tutorials/brief/answers')).toBe(0)
  fireEvent.click(section.getByRole('button', { name: 'Write the brief' }))
  expect(await section.findByText('Current text')).toBeTruthy()
  expect(section.getByText('It stopped.').closest('li')?.textContent).toContain('Without a namemacOS')
  expect(section.getByText('No port.').closest('li')?.textContent).toContain('Ada Lovelace')
})

test('ASK-05 says that nobody has answered, and offers a retry after a failure', async () => {
  mock.api.refuse(answers.list, 500, 'internal', 'Something went wrong on our side.')
  const section = await open()
  const retry = await section.findByRole('button', { name: 'Try again' })
  mock.api.reply(answers.list, 200, { success: true, data: [] })
  fireEvent.click(retry)
  expect(await section.findByText(/^No learner has answered yet\./)).toBeTruthy()
})

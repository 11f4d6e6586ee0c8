import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockLibrary } from '../../testing/mock-library.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

const { accounts, courses, library } = contract
let mock: ReturnType<typeof mockLibrary>

beforeEach(() => {
  mock = mockLibrary()
})

const withoutStudio = () => {
  mock.api.reply(accounts.context, 200, sampleContext())
  mock.api.reply(courses.sessions, 200, { success: true, data: [] })
  mock.api.refuse(courses.course, 404, 'not_found', 'Course not found')
}

test.each(['/resources', '/resources/map'])(
  'LIB-22 LIB-23 PRICE-19 D-52 without the entitlement %s redirects to the dashboard with one dialog and sends no request',
  async (path) => {
    withoutStudio()
    const router = await renderSignedIn(path)
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeTruthy()
    await waitFor(() => expect(router.path).toBe('/dashboard'))
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(mock.api.requests.filter((request) => request.path.startsWith('/api/library'))).toEqual([])
  },
)

test('ACCESS-09 stays on the page without a dialog while the account loads', async () => {
  mock.api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  const router = await renderSignedIn('/resources')
  expect(await screen.findByText('Loading resources...')).toBeTruthy()
  expect([router.path, screen.queryByRole('dialog')]).toEqual(['/resources', null])
})

test('D-133 the first refused call after a subscription ended opens the pricing dialog', async () => {
  const router = await renderSignedIn('/resources')
  const link = await screen.findByRole('link', { name: /Question to SQL/ })
  withoutStudio()
  mock.api.refuse(library.prompt, 403, 'entitlement_required', 'The Prompt Library is part of the Studio.')
  fireEvent.click(link)
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeTruthy()
  await waitFor(() => expect(router.path).toBe('/dashboard'))
})

test('D-133 a refusal despite the entitlement shows an error with a retry', async () => {
  mock.api.refuse(library.list, 403, 'entitlement_required', 'The Prompt Library is part of the Studio.')
  const router = await renderSignedIn('/resources')
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Error loading resources')).toBeTruthy()
  expect([router.path, screen.queryByRole('dialog')]).toEqual(['/resources', null])
})

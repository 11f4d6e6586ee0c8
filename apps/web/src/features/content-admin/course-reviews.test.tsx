import { contract, type WrittenReview } from '@academy/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockContentAdmin } from '../../testing/mock-content-admin.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { reviews } = contract
const written: WrittenReview = {
  certificate_id: 'an-address',
  text: 'I built a board.',
  name: 'Ada Byron',
  finished_in: '2026-11',
  written_at: '2026-11-22T12:00:00.000Z',
  approved: false,
  valid: true,
}
let mock: ReturnType<typeof mockContentAdmin>

beforeEach(() => {
  mock = mockContentAdmin()
})

const show = (changes: Partial<WrittenReview> = {}) =>
  mock.api.reply(reviews.list, 200, { success: true, data: [{ ...written, ...changes }] })
const open = async () => {
  await renderSignedIn('/admin/content')
  return within(await screen.findByRole('region', { name: 'Reviews of the course' }))
}
const writer = 'the review of Ada Byron, finished in November 2026'

test('REVIEW-04 the administrator shows a review to visitors, and hides it again', async () => {
  show()
  mock.api.reply(reviews.approve, 200, { success: true, data: { approved: true } })
  const section = await open()
  expect(section.getByText('I built a board.')).toBeTruthy()
  show({ approved: true })
  fireEvent.click(section.getByRole('button', { name: `Show ${writer}` }))
  expect(await section.findByText('Shown to visitors')).toBeTruthy()
  const { written_at } = written
  expect(mock.api.requests.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/admin/reviews/an-address',
    body: { approved: true, written_at },
  })
  show()
  fireEvent.click(section.getByRole('button', { name: `Hide ${writer}` }))
  expect(await section.findByRole('button', { name: `Show ${writer}` })).toBeTruthy()
})

test('REVIEW-04 loads a review again that its writer has changed', async () => {
  show()
  mock.api.refuse(reviews.approve, 409, 'conflict', 'The review has changed.')
  const section = await open()
  show({ text: 'I built two boards.' })
  fireEvent.click(section.getByRole('button', { name: `Show ${writer}` }))
  await expectToast('error', 'Failed to save your decision', 'The review has changed.')
  expect(await section.findByText('I built two boards.')).toBeTruthy()
})

test('REVIEW-04 shows no review to visitors whose certificate is not valid', async () => {
  show({ valid: false })
  const section = await open()
  expect(section.getByText('The certificate is no longer valid')).toBeTruthy()
  expect(section.queryByRole('button')).toBeNull()
})

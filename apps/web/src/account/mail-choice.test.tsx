import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../testing/mock-api.ts'
import { mockAccount } from '../testing/mock-services.ts'
import { renderSignedIn } from '../testing/render-signed-in.tsx'
import { masterCourseContext } from '../testing/samples.ts'
import { expectToast } from '../testing/toasts.ts'

const { accounts, mailings } = contract
let api: MockApi

beforeEach(() => {
  ;({ api } = mockAccount())
})

const section = async () => within(await screen.findByRole('region', { name: 'Emails' }))
const isChecked = (box: HTMLElement) => (box as HTMLInputElement).checked
const sent = () => api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const SAVED = { success: true as const, message: 'Your choice is saved.' }
const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone

test('MAIL-11 Settings has a checkbox for each kind of emails, off until chosen, and saves them', async () => {
  await renderSignedIn('/settings')
  const emails = await section()
  const boxes = await emails.findAllByRole('checkbox')
  expect(boxes.map(isChecked)).toEqual([false, false, false])
  api.reply(mailings.choose, 200, SAVED)
  fireEvent.click(emails.getByRole('checkbox', { name: 'New prompts' }))
  expect(sent()).toEqual([])
  fireEvent.click(emails.getByRole('button', { name: 'Save emails' }))
  await expectToast('success', 'Your choice of emails is saved')
  expect(sent()).toEqual([{ kinds: ['new_prompts'], via: 'settings', time_zone }])
  await waitFor(() => expect(emails.getAllByRole('checkbox').map(isChecked)).toEqual([false, false, true]))
})

test('MAIL-11 Settings says why a choice was not saved, and keeps it', async () => {
  await renderSignedIn('/settings')
  const emails = await section()
  api.refuse(mailings.choose, 503, 'unavailable', 'Please try again soon.')
  fireEvent.click(await emails.findByRole('checkbox', { name: 'Where I stopped' }))
  fireEvent.click(emails.getByRole('button', { name: 'Save emails' }))
  await expectToast('error', "We couldn't save your choice of emails", 'Please try again soon.')
  expect(isChecked(emails.getByRole('checkbox', { name: 'Where I stopped' }))).toBe(true)
})

test('MAIL-11 Settings offers another try when the choice cannot be loaded', async () => {
  api.refuse(mailings.chosen, 500, 'internal', 'Something went wrong on our side.')
  await renderSignedIn('/settings')
  const emails = await section()
  await emails.findByText("We couldn't load your choice of emails")
  api.reply(mailings.chosen, 200, { kinds: ['stopped'], ask: false })
  fireEvent.click(emails.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(emails.getAllByRole('checkbox').map(isChecked)).toEqual([true, false, false]))
})

test('MAIL-12 a buyer is asked once after the first purchase, with nothing chosen', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  api.reply(mailings.chosen, 200, { kinds: [], ask: true })
  await renderSignedIn('/settings?tab=pricing&checkout_success=master_course')
  const dialog = within(await screen.findByRole('dialog', { name: 'Welcome to the Master Course' }))
  const question = (await dialog.findByText('Would you like emails about your course?')).closest('details')
  expect(question?.open).toBe(false)
  const form = within(question as HTMLElement)
  expect(form.getAllByRole('checkbox', { hidden: true }).map(isChecked)).toEqual([false, false, false])
  api.reply(mailings.choose, 200, SAVED)
  fireEvent.click(form.getByLabelText('Where I stopped'))
  fireEvent.click(form.getByText('Save emails'))
  await waitFor(() => expect(dialog.queryByText('Would you like emails about your course?')).toBeNull())
  expect(sent()).toEqual([{ kinds: ['stopped'], via: 'purchase', time_zone }])
})

test('MAIL-12 a buyer who was asked before is not asked again', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  await renderSignedIn('/settings?tab=pricing&checkout_success=master_course')
  await screen.findByRole('dialog', { name: 'Welcome to the Master Course' })
  await waitFor(() => expect(api.count('GET', '/api/accounts/mails')).toBeGreaterThan(0))
  expect(screen.queryByText('Would you like emails about your course?')).toBeNull()
})

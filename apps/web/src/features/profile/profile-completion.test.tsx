import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type MockApi, mockApi } from '../../testing/mock-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext, sampleCourse, sampleSession } from '../../testing/samples.ts'
import { expectToast } from '../../testing/toasts.ts'

const { accounts, courses } = contract
const nameless = { first_name: null, last_name: null, job_title: null }
let api: MockApi

beforeEach(() => {
  api = mockApi()
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  api.reply(courses.sessions, 200, { success: true, data: [sampleSession(1, { free: true })] })
})

async function openDialog(changes: Parameters<typeof sampleContext>[0] = nameless) {
  api.reply(accounts.context, 200, sampleContext(changes))
  await renderSignedIn('/dashboard')
  return screen.findByRole('dialog')
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
const puts = () => api.requests.filter(({ method }) => method === 'PUT')

test.each([
  ['no names', nameless],
  ['no first name', { first_name: null }],
  ['a blank last name', { last_name: '  ' }],
])('PROF-01 D-88 an account with %s is welcomed by the dialog', async (_, changes) => {
  expect(await openDialog(changes)).toBeTruthy()
})

test('PROF-09 does not open for a missing job title alone', async () => {
  api.reply(accounts.context, 200, sampleContext({ job_title: null }))
  await renderSignedIn('/dashboard')
  await screen.findByRole('heading', { name: 'Welcome, Ada!' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('D-88 does not open when the account failed to load', async () => {
  api.refuse(accounts.context, 500, 'internal', 'Something went wrong on our side.')
  await renderSignedIn('/dashboard')
  await screen.findByText('Failed to fetch account context: Internal Server Error')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('PROF-02 has no close button and ignores Escape and clicks outside', async () => {
  const dialog = await openDialog()
  expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull()
  fireEvent.keyDown(dialog, { key: 'Escape' })
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(screen.getByRole('dialog')).toBe(dialog)
})

test('PROF-04 offers exactly seven job titles', async () => {
  const dialog = await openDialog()
  const options = within(dialog).getAllByRole<HTMLOptionElement>('option')
  expect(options.filter(({ disabled }) => !disabled).map(({ textContent }) => textContent)).toEqual([
    'Product Manager',
    'Product Designer',
    'Head of Product',
    'Growth Marketer',
    'Entrepreneur',
    'Software Engineer',
    'Other',
  ])
})

test('PROF-03 requires first name, last name and job title, with errors at the fields', async () => {
  await openDialog()
  save()
  expect(screen.getByText('First name is required.')).toBeTruthy()
  expect(screen.getByText('Last name is required.')).toBeTruthy()
  expect(screen.getByText('Job title is required.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  expect(puts()).toEqual([])
})

test('PROF-05 D-87 Other requires a text, which is sent instead', async () => {
  await openDialog()
  type('First name', 'Ada')
  type('Last name', 'Lovelace')
  expect(screen.queryByLabelText('Specify Job Title')).toBeNull()
  type('Job title', 'Other')
  save()
  expect(screen.getByText('Job title is required.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Specify Job Title'))
  expect(puts()).toEqual([])
  api.reply(accounts.updateProfile, 200, { success: true, message: 'Saved' })
  type('Specify Job Title', ' Chief of Staff ')
  save()
  await waitFor(() => expect(puts()).toHaveLength(1))
  expect(puts()[0]?.body).toEqual({ first_name: 'Ada', last_name: 'Lovelace', job_title: 'Chief of Staff' })
})

test('PROF-06 PROF-07 ERR-01 saves the profile, closes the dialog and shows the name', async () => {
  await openDialog()
  api.reply(accounts.updateProfile, 200, { success: true, message: 'Saved' })
  api.reply(accounts.context, 200, sampleContext({ first_name: 'Grace', last_name: 'Hopper', job_title: 'Software Engineer' }))
  const loads = api.count('GET', '/api/accounts/context')
  type('First name', 'Grace')
  type('Last name', 'Hopper')
  type('Job title', 'Software Engineer')
  save()
  await expectToast('success', 'Profile Updated', 'Your profile has been successfully updated.')
  expect(await screen.findByRole('heading', { name: 'Welcome, Grace!' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(puts().map(({ path, body }) => [path, body])).toEqual([
    ['/api/accounts/profile', { first_name: 'Grace', last_name: 'Hopper', job_title: 'Software Engineer' }],
  ])
  await waitFor(() => expect(api.count('GET', '/api/accounts/context')).toBe(loads + 1))
})

test('PROF-08 ERR-02 keeps the dialog and the input when saving fails', async () => {
  await openDialog({ first_name: null })
  api.refuse(accounts.updateProfile, 500, 'internal', 'Something went wrong on our side.')
  type('First name', 'Ada')
  save()
  await expectToast('error', 'Update Failed', 'Could not update your profile. Please try again.')
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada')
})

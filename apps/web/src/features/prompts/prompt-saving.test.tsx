import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockPrompts, samplePrompt } from '../../testing/mock-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { prompts } = contract
let mock: ReturnType<typeof mockPrompts>

beforeEach(() => {
  mock = mockPrompts()
})

const control = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const edit = async (title: string) => {
  await renderSignedIn('/my-prompts')
  await screen.findByRole('searchbox')
  press(`Actions for ${title}`)
  fireEvent.click(within(screen.getByRole('menu', { name: `Actions for ${title}` })).getByRole('menuitem', { name: 'Edit' }))
}

test('PROMPT-08 saving a deleted prompt as new requires all required fields', async () => {
  mock.api.refuse(prompts.update, 404, 'not_found', 'Prompt not found')
  mock.api.reply(prompts.create, 201, samplePrompt('new', { title: 'Name it again' }))
  await edit('Name it')
  fireEvent.change(control('Title'), { target: { value: 'Name it again' } })
  press('Save changes')
  await screen.findByRole('button', { name: 'Save as a new prompt' })
  fireEvent.change(control('Title'), { target: { value: ' ' } })
  press('Save as a new prompt')
  expect(await screen.findByText('Please fill in all required fields: Title, Description, and Prompt Content')).toBeTruthy()
  expect([control('Title').getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', control('Title')])
  expect(mock.sent('POST')).toEqual([])
  fireEvent.change(control('Title'), { target: { value: 'Name it again' } })
  press('Save as a new prompt')
  await expectToast('success', 'Prompt created successfully!')
})

test('PROMPT-07 makes the fields read-only while saving and editable after a failure', async () => {
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  mock.api.refuse(prompts.update, 500, 'internal', 'Something went wrong on our side.', { after })
  await edit('Name it')
  fireEvent.change(control('Title'), { target: { value: 'Name it well' } })
  press('Save changes')
  const areReadOnly = () => ['Title', 'Description', 'Prompt Content', 'Code Sample (optional)'].map((label) => control(label).readOnly)
  await waitFor(() => expect(areReadOnly()).toEqual([true, true, true, true]))
  respond()
  await screen.findByText('Failed to update prompt')
  await waitFor(() => expect(areReadOnly()).toEqual([false, false, false, false]))
  expect(control('Title').value).toBe('Name it well')
})

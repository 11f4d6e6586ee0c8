import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { saveDraft } from '../../session/drafts.ts'
import { mockPrompts, myPromptsContext, samplePrompt } from '../../testing/mock-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'

const { prompts } = contract
let mock: ReturnType<typeof mockPrompts>

beforeEach(() => {
  mock = mockPrompts()
})

const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const isInDialog = () => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)

async function saveChanged(title: string) {
  await renderSignedIn('/my-prompts')
  await screen.findByRole('searchbox')
  press(`Actions for ${title}`)
  fireEvent.click(within(screen.getByRole('menu', { name: `Actions for ${title}` })).getByRole('menuitem', { name: 'Edit' }))
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Mine' } })
  press('Save changes')
}

test('PROMPT-02 a new prompt begins with its title', async () => {
  await renderSignedIn('/my-prompts')
  await screen.findByRole('searchbox')
  press('New Prompt')
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
})

test('keeps the focus in the dialog when a conflict appears and when going back to the form', async () => {
  const message = 'This prompt was changed.'
  mock.api.refuse(prompts.update, 409, 'conflict', message, { fields: { updated_at: message } })
  mock.one(samplePrompt('cut', { title: 'Theirs', updated_at: '2026-03-05T09:30:00.000Z' }))
  await saveChanged('Cut it down')
  await screen.findByRole('dialog', { name: 'Two versions of this prompt' })
  isInDialog()
  press('Back to the form')
  isInDialog()
})

test('keeps the focus in the dialog when the prompt was deleted elsewhere', async () => {
  mock.api.refuse(prompts.update, 404, 'not_found', 'Prompt not found')
  await saveChanged('Cut it down')
  await screen.findByRole('button', { name: 'Save as a new prompt' })
  isInDialog()
})

test('focuses the page heading when a restored dialog closes', async () => {
  saveDraft('prompt', myPromptsContext().data.account_id, {
    editing: { mode: 'create' },
    texts: { title: 'Half', description: '', content: '', code: '' },
  })
  await renderSignedIn('/my-prompts')
  await screen.findByRole('dialog', { name: 'New Prompt' })
  press('Close')
  press('Discard')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement?.textContent).toBe('My Prompts')
})

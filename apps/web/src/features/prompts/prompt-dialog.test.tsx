import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockPrompts, myPromptsContext, samplePrompt, samplePrompts } from '../../testing/mock-prompts.ts'
import {
  control,
  createdPrompt,
  dialog,
  fill,
  formTexts,
  labels,
  newPrompt,
  openEditor,
  openNewPrompt,
  openPrompts,
  press,
  promptTitles,
  waitUntilClosed,
} from '../../testing/prompt-form.tsx'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'
import { loadPromptDrafts } from './prompt-draft.ts'

const { prompts } = contract
let mock: ReturnType<typeof mockPrompts>

beforeEach(() => {
  mock = mockPrompts()
})

const failing = [500, 'internal', 'Something went wrong on our side.'] as const
const REQUIRED = 'Please fill in all required fields: Title, Description, and Prompt Content'
test('PROMPT-02 PROMPT-13 PROMPT-14 PROMPT-62 ERR-32 sends the four fields of a new prompt with a key and puts it at the top', async () => {
  mock.api.reply(prompts.create, 201, createdPrompt())
  await openNewPrompt()
  expect(formTexts()).toEqual({ title: '', description: '', content: '', code: '' })
  fill({ ...newPrompt, title: ' New one ' })
  press('Create Prompt')
  await expectToast('success', 'Prompt created successfully!')
  await waitUntilClosed()
  await waitFor(() => expect(promptTitles()).toEqual(['New one', 'Name it', 'Cut it down', 'Ask first']))
  expect(mock.sent('POST').map(({ body }) => body)).toEqual([newPrompt])
  expect(mock.sent('POST')[0]?.headers.get('idempotency-key')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
})

test.each(['', ' \n '])('PROMPT-09 sends an empty code sample (%j) as null', async (code) => {
  mock.api.reply(prompts.create, 201, createdPrompt({ code: null }))
  await openNewPrompt()
  fill({ ...newPrompt, code })
  press('Create Prompt')
  await waitUntilClosed()
  expect(mock.sent('POST')[0]?.body).toEqual({ ...newPrompt, code: null })
})

test('PROMPT-15 ERR-33 sends a changed prompt with its base version and shows the server’s response', async () => {
  const serverPrompt = samplePrompt('cut', { title: 'As the server has it', updated_at: '2026-03-02T12:00:00.000Z' })
  mock.api.reply(prompts.update, 200, serverPrompt, { params: { id: 'cut' } })
  await openPrompts()
  openEditor('Cut it down')
  expect(formTexts()).toEqual({ title: 'Cut it down', description: 'When a text is too LONG', content: 'Do cut.', code: '' })
  fill({ title: 'Shorter', code: 'x' })
  press('Save changes')
  await expectToast('success', 'Prompt updated successfully!')
  await waitFor(() => expect(promptTitles()).toEqual(['Name it', 'As the server has it', 'Ask first']))
  const [sent] = mock.sent('PUT')
  expect([sent?.body, sent?.search.get('updated_at')]).toEqual([
    { title: 'Shorter', description: 'When a text is too LONG', content: 'Do cut.', code: 'x' },
    '2026-03-01T12:00:00.000Z',
  ])
})

test('PROMPT-61 leaves out control characters of pasted and of earlier texts', async () => {
  mock.list([samplePrompt('old', { title: 'Old', content: 'Stored\u0001 earlier.' })])
  mock.api.reply(prompts.update, 200, samplePrompt('old'), { params: { id: 'old' } })
  await openPrompts()
  openEditor('Old')
  fill({ description: 'Pasted\u000bfrom slides', code: '\u001b[1mrun\u001b[0m\n' })
  press('Save changes')
  await expectToast('success', 'Prompt updated successfully!')
  expect(mock.sent('PUT')[0]?.body).toMatchObject({
    content: 'Stored earlier.',
    description: 'Pasted\nfrom slides',
    code: '[1mrun[0m\n',
  })
})

test('PROMPT-06 PROMPT-07 closing resets the form and the mode', async () => {
  await openPrompts()
  openEditor('Name it')
  press('Close')
  await waitUntilClosed()
  press('New Prompt')
  expect([dialog('New Prompt') !== null, formTexts()]).toEqual([true, { title: '', description: '', content: '', code: '' }])
  fill({ title: 'Dropped' })
  press('Cancel')
  press('Discard')
  await waitUntilClosed()
  press('New Prompt')
  expect(control('title').value).toBe('')
})

test.each(['title', 'description', 'content'] as const)(
  'PROMPT-08 D-62 without %s nothing is sent, and the toast says what is missing',
  async (field) => {
    await openNewPrompt()
    fill({ ...newPrompt, [field]: '  ' })
    press('Create Prompt')
    expect(await screen.findByText(REQUIRED)).toBeTruthy()
    expect([mock.sent('POST'), document.activeElement, control(field).getAttribute('aria-invalid')]).toEqual([[], control(field), 'true'])
    expect(screen.getByText(`${labels[field]} is required.`)).toBeTruthy()
    fill({ [field]: 'There.' })
    expect(control(field).getAttribute('aria-invalid')).toBeNull()
  },
)

test('PROMPT-08 requires the same fields in edit mode', async () => {
  await openPrompts()
  openEditor('Name it')
  fill({ content: '' })
  press('Save changes')
  expect(await screen.findByText(REQUIRED)).toBeTruthy()
  expect(mock.sent('PUT')).toEqual([])
})

test('D-62 shows the remaining length near a limit, keeps too long texts and does not send them', async () => {
  await openNewPrompt()
  fill({ ...newPrompt, title: 'x'.repeat(159) })
  expect(screen.queryByText(/left$/)).toBeNull()
  fill({ title: 'x'.repeat(160) })
  expect(screen.getByText('40 characters left')).toBeTruthy()
  fill({ title: 'x'.repeat(200) })
  expect(screen.getByText('0 characters left')).toBeTruthy()
  fill({ title: ` ${'x'.repeat(201)} `, content: 'y'.repeat(50_100) })
  expect([
    screen.getByText('This is 1 character too long.') !== null,
    screen.getByText('This is 100 characters too long.') !== null,
  ]).toEqual([true, true])
  press('Create Prompt')
  expect([mock.sent('POST'), document.activeElement, control('content').value.length]).toEqual([[], control('title'), 50_100])
})

test('ERR-27 keeps the form and its texts when creating fails', async () => {
  mock.api.refuse(prompts.create, 409, 'conflict', 'My Prompts holds at most 1,000 prompts. Delete one.')
  await openNewPrompt()
  fill(newPrompt)
  press('Create Prompt')
  await expectToast('error', 'Failed to create prompt', 'My Prompts holds at most 1,000 prompts. Delete one.')
  expect([formTexts(), promptTitles().includes('New one')]).toEqual([newPrompt, false])
})

test('ERR-28 keeps the form and the old card when updating fails', async () => {
  mock.api.refuse(prompts.update, ...failing)
  await openPrompts()
  openEditor('Name it')
  fill({ title: 'Other' })
  press('Save changes')
  await expectToast('error', 'Failed to update prompt', 'Something went wrong on our side.')
  expect([control('title').value, promptTitles().includes('Name it')]).toEqual(['Other', true])
})

test('cannot be closed while saving and shows Saving...', async () => {
  mock.api.reply(prompts.create, 201, createdPrompt(), { after: new Promise(() => {}) })
  await openNewPrompt()
  fill(newPrompt)
  press('Create Prompt')
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Saving...' })
  fireEvent.keyDown(button, { key: 'Escape' })
  expect([button.disabled, screen.queryByRole('button', { name: 'Close' }), screen.queryByRole('alertdialog')]).toEqual([true, null, null])
  expect(dialog('New Prompt')).toBeTruthy()
})

test.each(['Close', 'Cancel', 'Escape'])('%s asks before discarding changes and closes at once without changes', async (way) => {
  const leave = () => (way === 'Escape' ? fireEvent.keyDown(document.body, { key: 'Escape' }) : press(way))
  await openPrompts()
  openEditor('Name it')
  fill({ title: 'Half a ti' })
  leave()
  expect(screen.getByRole('alertdialog', { name: 'Discard your changes?' }).textContent).toContain('“Half a ti”')
  press('Keep writing')
  expect([screen.queryByRole('alertdialog'), control('title').value]).toEqual([null, 'Half a ti'])
  fill({ title: 'Name it' })
  leave()
  await waitUntilClosed()
  expect(mock.sent('PUT')).toEqual([])
})

test('saves a prompt that was deleted elsewhere as a new one', async () => {
  mock.api.refuse(prompts.update, 404, 'not_found', 'Prompt not found')
  mock.api.reply(prompts.create, 201, createdPrompt())
  await openPrompts()
  openEditor('Cut it down')
  fill(newPrompt)
  press('Save changes')
  expect(await screen.findByText(/It was deleted in another tab or on another device/)).toBeTruthy()
  expect([formTexts(), screen.queryByRole('button', { name: 'Save changes' })]).toEqual([newPrompt, null])
  press('Save as a new prompt')
  await expectToast('success', 'Prompt created successfully!')
  await waitFor(() => expect(promptTitles()).toEqual(['New one', 'Name it', 'Ask first']))
  expect(mock.sent('POST').map(({ body }) => body)).toEqual([newPrompt])
})

test('saving a deleted prompt as new keeps the draft of another new prompt, and its own until it is saved', async () => {
  const router = await renderSignedIn('/my-prompts/cut')
  await screen.findByRole('heading', { level: 1, name: 'Cut it down' })
  router.goTo('/my-prompts')
  await screen.findByRole('searchbox')
  press('New Prompt')
  fill({ title: 'Half an idea' })
  router.goBack()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  fill(newPrompt)
  router.goTo('/my-prompts')
  await screen.findByText("We restored your draft. It isn't saved yet.")
  mock.api.refuse(prompts.update, 404, 'not_found', 'Prompt not found')
  mock.api.refuse(prompts.create, ...failing)
  press('Save changes')
  fireEvent.click(await screen.findByRole('button', { name: 'Save as a new prompt' }))
  await expectToast('error', 'Failed to create prompt', 'Something went wrong on our side.')
  const drafts = () => loadPromptDrafts(myPromptsContext().data.account_id).map(({ texts }) => texts.title)
  expect(drafts()).toEqual(['New one', 'Half an idea'])
  mock.api.reply(prompts.create, 201, createdPrompt())
  press('Save as a new prompt')
  await expectToast('success', 'Prompt created successfully!')
  await waitUntilClosed()
  expect(drafts()).toEqual(['Half an idea'])
})

test('restores a draft after a reload, with its base version', async () => {
  await openPrompts()
  openEditor('Name it')
  fill({ title: 'Half a ti' })
  const { cleanup } = await import('@testing-library/react')
  cleanup()
  mock.list([samplePrompt('name', { updated_at: '2026-03-05T09:30:00.000Z' }), ...samplePrompts.slice(1)])
  mock.api.reply(prompts.update, 200, samplePrompt('name', { title: 'Half a title' }))
  await renderSignedIn('/my-prompts')
  expect(await screen.findByRole('dialog', { name: 'Edit Prompt' })).toBeTruthy()
  expect(screen.getByText("We restored your draft. It isn't saved yet.")).toBeTruthy()
  fill({ title: `${control('title').value}tle` })
  press('Save changes')
  await waitUntilClosed()
  const [sent] = mock.sent('PUT')
  expect([sent?.body, sent?.search.get('updated_at'), sessionStorage.length]).toEqual([
    { title: 'Half a title', description: 'A name that stays', content: 'Give me\nten <b>names</b>.', code: 'const a = 1' },
    '2026-03-01T12:00:00.000Z',
    0,
  ])
})

test('does not restore a discarded draft', async () => {
  await openNewPrompt()
  fill({ title: 'Half' })
  expect(sessionStorage.length).toBe(1)
  press('Close')
  press('Discard')
  await waitUntilClosed()
  expect(sessionStorage.length).toBe(0)
})

test('keeps the drafts of several prompts apart', async () => {
  const router = await renderSignedIn('/my-prompts/name')
  await screen.findByRole('heading', { level: 1, name: 'Name it' })
  router.goTo('/my-prompts')
  await screen.findByRole('searchbox')
  press('New Prompt')
  fill({ title: 'Half' })
  router.goBack()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  press('Cancel')
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  fill({ title: 'Name it wel' })

  router.goTo('/my-prompts')
  await screen.findByText("We restored your draft. It isn't saved yet.")
  expect(control('title').value).toBe('Name it wel')
  press('Close')
  press('Discard')
  await waitUntilClosed()
  press('New Prompt')
  expect(screen.getByText("We restored your draft. It isn't saved yet.")).toBeTruthy()
  expect(control('title').value).toBe('Half')
})

test('restores a draft that was saved by an older version of the app', async () => {
  const draft = { editing: { mode: 'create' }, texts: { title: 'Half' } }
  sessionStorage.setItem('academy.draft.prompt', JSON.stringify({ owner: myPromptsContext().data.account_id, draft }))
  await openPrompts()
  expect(await screen.findByText("We restored your draft. It isn't saved yet.")).toBeTruthy()
  expect(control('title').value).toBe('Half')
})

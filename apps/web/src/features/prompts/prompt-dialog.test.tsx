import { contract, type UserPrompt } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mockPrompts, samplePrompt, samplePrompts } from '../../testing/mock-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

// One file, because all states of the dialog share these helpers.

const { prompts } = contract
let mock: ReturnType<typeof mockPrompts>

beforeEach(() => {
  mock = mockPrompts()
})
afterEach(() => mock.api.expectNothingElse())

const failing = [500, 'internal', 'Something went wrong on our side.'] as const
const REQUIRED = 'Please fill in all required fields: Title, Description, and Prompt Content'
const labels = { title: 'Title', description: 'Description', content: 'Prompt Content', code: 'Code Sample (optional)' }
type Field = keyof typeof labels

const dialog = (name: string) => screen.getByRole('dialog', { name })
const control = (field: Field) => screen.getByLabelText<HTMLInputElement>(labels[field])
const fill = (texts: Partial<Record<Field, string>>) => {
  for (const [field, value] of Object.entries(texts)) fireEvent.change(control(field as Field), { target: { value } })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const texts = () => Object.fromEntries(Object.keys(labels).map((field) => [field, control(field as Field).value]))
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

const open = async (path = '/my-prompts') => {
  const router = await renderSignedIn(path)
  await screen.findByRole('searchbox')
  return router
}
const openNew = async () => {
  const router = await open()
  press('New Prompt')
  dialog('New Prompt')
  return router
}
const edit = (title: string) => {
  press(`Actions for ${title}`)
  fireEvent.click(within(screen.getByRole('menu', { name: `Actions for ${title}` })).getByRole('menuitem', { name: 'Edit' }))
  dialog('Edit Prompt')
}
const written = { title: 'New one', description: 'For tests', content: 'Test it.', code: 'const b = 2' }
const made = (changes: Partial<UserPrompt> = {}) => samplePrompt('new', { ...written, ...changes })

test('PROMPT-02 PROMPT-13 PROMPT-14 ERR-32 sends the four fields of a new prompt and puts it at the top', async () => {
  mock.api.reply(prompts.create, 201, made())
  await openNew()
  expect(texts()).toEqual({ title: '', description: '', content: '', code: '' })
  fill({ ...written, title: ' New one ' })
  press('Create Prompt')
  await expectToast('success', 'Prompt created successfully!')
  await isClosed()
  await waitFor(() => expect(titles()).toEqual(['New one', 'Name it', 'Cut it down', 'Ask first']))
  expect(mock.sent('POST').map(({ body }) => body)).toEqual([written])
})

test.each(['', ' \n '])('PROMPT-09 sends an empty code sample (%j) as null', async (code) => {
  mock.api.reply(prompts.create, 201, made({ code: null }))
  await openNew()
  fill({ ...written, code })
  press('Create Prompt')
  await isClosed()
  expect(mock.sent('POST')[0]?.body).toEqual({ ...written, code: null })
})

test('PROMPT-15 ERR-33 sends a changed prompt with its base version and shows the server’s response', async () => {
  const answer = samplePrompt('cut', { title: 'As the server has it', updated_at: '2026-03-02T12:00:00.000Z' })
  mock.api.reply(prompts.update, 200, answer, { params: { id: 'cut' } })
  await open()
  edit('Cut it down')
  expect(texts()).toEqual({ title: 'Cut it down', description: 'When a text is too LONG', content: 'Do cut.', code: '' })
  fill({ title: 'Shorter', code: 'x' })
  press('Save changes')
  await expectToast('success', 'Prompt updated successfully!')
  await waitFor(() => expect(titles()).toEqual(['Name it', 'As the server has it', 'Ask first']))
  const [sent] = mock.sent('PUT')
  expect([sent?.body, sent?.search.get('updated_at')]).toEqual([
    { title: 'Shorter', description: 'When a text is too LONG', content: 'Do cut.', code: 'x' },
    '2026-03-01T12:00:00.000Z',
  ])
})

test('PROMPT-06 PROMPT-07 closing resets the form and the mode', async () => {
  await open()
  edit('Name it')
  press('Close')
  await isClosed()
  press('New Prompt')
  expect([dialog('New Prompt') !== null, texts()]).toEqual([true, { title: '', description: '', content: '', code: '' }])
  fill({ title: 'Dropped' })
  press('Cancel')
  press('Discard')
  await isClosed()
  press('New Prompt')
  expect(control('title').value).toBe('')
})

test.each(['title', 'description', 'content'] as const)(
  'PROMPT-08 D-62 without %s nothing is sent, and the toast says what is missing',
  async (field) => {
    await openNew()
    fill({ ...written, [field]: '  ' })
    press('Create Prompt')
    expect(await screen.findByText(REQUIRED)).toBeTruthy()
    expect([mock.sent('POST'), document.activeElement, control(field).getAttribute('aria-invalid')]).toEqual([[], control(field), 'true'])
    expect(screen.getByText(`${labels[field]} is required.`)).toBeTruthy()
    fill({ [field]: 'There.' })
    expect(control(field).getAttribute('aria-invalid')).toBeNull()
  },
)

test('PROMPT-08 requires the same fields in edit mode', async () => {
  await open()
  edit('Name it')
  fill({ content: '' })
  press('Save changes')
  expect(await screen.findByText(REQUIRED)).toBeTruthy()
  expect(mock.sent('PUT')).toEqual([])
})

test('D-62 shows the remaining length near a limit, keeps too long texts and does not send them', async () => {
  await openNew()
  fill({ ...written, title: 'x'.repeat(159) })
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
  await openNew()
  fill(written)
  press('Create Prompt')
  await expectToast('error', 'Failed to create prompt', 'My Prompts holds at most 1,000 prompts. Delete one.')
  expect([texts(), titles().includes('New one')]).toEqual([written, false])
})

test('ERR-28 keeps the form and the old card when updating fails', async () => {
  mock.api.refuse(prompts.update, ...failing)
  await open()
  edit('Name it')
  fill({ title: 'Other' })
  press('Save changes')
  await expectToast('error', 'Failed to update prompt', 'Something went wrong on our side.')
  expect([control('title').value, titles().includes('Name it')]).toEqual(['Other', true])
})

test('cannot be closed while saving and shows Saving...', async () => {
  mock.api.reply(prompts.create, 201, made(), { after: new Promise(() => {}) })
  await openNew()
  fill(written)
  press('Create Prompt')
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Saving...' })
  fireEvent.keyDown(button, { key: 'Escape' })
  expect([button.disabled, screen.queryByRole('button', { name: 'Close' }), screen.queryByRole('alertdialog')]).toEqual([true, null, null])
  expect(dialog('New Prompt')).toBeTruthy()
})

test.each(['Close', 'Cancel', 'Escape'])('%s asks before discarding changes and closes at once without changes', async (way) => {
  const leave = () => (way === 'Escape' ? fireEvent.keyDown(document.body, { key: 'Escape' }) : press(way))
  await open()
  edit('Name it')
  fill({ title: 'Half a ti' })
  leave()
  expect(screen.getByRole('alertdialog', { name: 'Discard your changes?' }).textContent).toContain('“Half a ti”')
  press('Keep writing')
  expect([screen.queryByRole('alertdialog'), control('title').value]).toEqual([null, 'Half a ti'])
  fill({ title: 'Name it' })
  leave()
  await isClosed()
  expect(mock.sent('PUT')).toEqual([])
})

const theirs = samplePrompt('cut', { title: 'Theirs', content: 'Their words.', updated_at: '2026-03-05T09:30:00.000Z' })

/** Saves a change that conflicts with one from elsewhere and waits for the choice. */
const runIntoConflict = async () => {
  mock.api.refuse(prompts.update, 409, 'conflict', 'This prompt was changed.', { fields: { updated_at: 'This prompt was changed.' } })
  mock.one(theirs)
  await open()
  edit('Cut it down')
  fill({ title: 'Mine', content: 'My words.' })
  press('Save changes')
  return await screen.findByRole('dialog', { name: 'Two versions of this prompt' })
}

test('conflict: the second save shows both versions of the differing fields', async () => {
  const choice = await runIntoConflict()
  expect(within(choice).getByRole('alert').textContent).toMatch(
    /^Failed to update promptIt was changed in another tab or on another device/,
  )
  const shown = within(choice).getAllByRole<HTMLTextAreaElement>('textbox')
  expect(shown.map(({ value, readOnly }) => [value, readOnly])).toEqual([
    ['Mine', true],
    ['Theirs', true],
    ['When a text is too LONG', true],
    ['When to use cut', true],
    ['My words.', true],
    ['Their words.', true],
  ])
  expect(within(choice).getByText('Everything else is the same in both.')).toBeTruthy()
})

test('conflict: keeping mine overwrites only the version that was shown', async () => {
  const choice = await runIntoConflict()
  mock.api.reply(prompts.update, 200, samplePrompt('cut', { title: 'Mine', updated_at: '2026-03-06T09:30:00.000Z' }))
  fireEvent.click(within(choice).getByRole('button', { name: 'Keep my version' }))
  await expectToast('success', 'Prompt updated successfully!')
  await waitFor(() => expect(titles()).toEqual(['Name it', 'Mine', 'Ask first']))
  expect(mock.sent('PUT').map(({ search }) => search.get('updated_at'))).toEqual(['2026-03-01T12:00:00.000Z', theirs.updated_at])
})

test('conflict: taking theirs closes the dialog and shows the saved version', async () => {
  const choice = await runIntoConflict()
  fireEvent.click(within(choice).getByRole('button', { name: 'Take the saved version' }))
  await isClosed()
  await waitFor(() => expect(titles()).toEqual(['Name it', 'Theirs', 'Ask first']))
  expect([mock.sent('PUT').length, sessionStorage.length]).toEqual([1, 0])
})

test('conflict: going back keeps the texts, and saving again shows the same choice', async () => {
  const choice = await runIntoConflict()
  fireEvent.click(within(choice).getByRole('button', { name: 'Back to the form' }))
  expect([dialog('Edit Prompt') !== null, control('title').value, control('content').value]).toEqual([true, 'Mine', 'My words.'])
  press('Save changes')
  expect(await screen.findByRole('dialog', { name: 'Two versions of this prompt' })).toBeTruthy()
})

test('conflict: identical versions need no choice', async () => {
  mock.api.refuse(prompts.update, 409, 'conflict', 'This prompt was changed.', { fields: { updated_at: 'This prompt was changed.' } })
  mock.one(samplePrompt('cut', { ...written, updated_at: theirs.updated_at }))
  await open()
  edit('Cut it down')
  fill(written)
  press('Save changes')
  await expectToast('success', 'Prompt updated successfully!')
  await isClosed()
})

test('saves a prompt that was deleted elsewhere as a new one', async () => {
  mock.api.refuse(prompts.update, 404, 'not_found', 'Prompt not found')
  mock.api.reply(prompts.create, 201, made())
  await open()
  edit('Cut it down')
  fill(written)
  press('Save changes')
  expect(await screen.findByText(/It was deleted in another tab or on another device/)).toBeTruthy()
  expect([texts(), screen.queryByRole('button', { name: 'Save changes' })]).toEqual([written, null])
  press('Save as a new prompt')
  await expectToast('success', 'Prompt created successfully!')
  await waitFor(() => expect(titles()).toEqual(['New one', 'Name it', 'Ask first']))
  expect(mock.sent('POST').map(({ body }) => body)).toEqual([written])
})

test('restores a draft after a reload, with its base version', async () => {
  await open()
  edit('Name it')
  fill({ title: 'Half a ti' })
  const { cleanup } = await import('@testing-library/react')
  cleanup()
  mock.list([samplePrompt('name', { updated_at: theirs.updated_at }), ...samplePrompts.slice(1)])
  mock.api.reply(prompts.update, 200, samplePrompt('name', { title: 'Half a title' }))
  await renderSignedIn('/my-prompts')
  expect(await screen.findByRole('dialog', { name: 'Edit Prompt' })).toBeTruthy()
  expect(screen.getByText("We restored your draft. It isn't saved yet.")).toBeTruthy()
  fill({ title: `${control('title').value}tle` })
  press('Save changes')
  await isClosed()
  const [sent] = mock.sent('PUT')
  expect([sent?.body, sent?.search.get('updated_at'), sessionStorage.length]).toEqual([
    { title: 'Half a title', description: 'A name that stays', content: 'Give me\nten <b>names</b>.', code: 'const a = 1' },
    '2026-03-01T12:00:00.000Z',
    0,
  ])
})

test('does not restore a discarded draft', async () => {
  await openNew()
  fill({ title: 'Half' })
  expect(sessionStorage.length).toBe(1)
  press('Close')
  press('Discard')
  await isClosed()
  expect(sessionStorage.length).toBe(0)
})

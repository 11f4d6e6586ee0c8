import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockPrompts, samplePrompt } from '../../testing/mock-prompts.ts'
import {
  control,
  dialog,
  fill,
  newPrompt,
  openEditor,
  openPrompts,
  press,
  promptTitles,
  waitUntilClosed,
} from '../../testing/prompt-form.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { prompts } = contract
let mock: ReturnType<typeof mockPrompts>

beforeEach(() => {
  mock = mockPrompts()
})

const theirs = samplePrompt('cut', { title: 'Theirs', content: 'Their words.', updated_at: '2026-03-05T09:30:00.000Z' })

/** Saves a change that conflicts with one from elsewhere and waits for the choice. */
const runIntoConflict = async (saved = theirs) => {
  mock.api.refuse(prompts.update, 409, 'conflict', 'This prompt was changed.', { fields: { updated_at: 'This prompt was changed.' } })
  mock.one(saved)
  await openPrompts()
  openEditor('Cut it down')
  fill({ title: 'Mine', content: 'My words.' })
  press('Save changes')
  return await screen.findByRole('dialog', { name: 'Two versions of this prompt' })
}

test('a conflict shows both versions of the differing fields', async () => {
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

test('keeping mine overwrites only the version that was shown', async () => {
  const choice = await runIntoConflict()
  mock.api.reply(prompts.update, 200, samplePrompt('cut', { title: 'Mine', updated_at: '2026-03-06T09:30:00.000Z' }))
  fireEvent.click(within(choice).getByRole('button', { name: 'Keep my version' }))
  await expectToast('success', 'Prompt updated successfully!')
  await waitFor(() => expect(promptTitles()).toEqual(['Name it', 'Mine', 'Ask first']))
  expect(mock.sent('PUT').map(({ search }) => search.get('updated_at'))).toEqual(['2026-03-01T12:00:00.000Z', theirs.updated_at])
})

test('PROMPT-43 keeping mine keeps its tags, which the saved version changed', async () => {
  const choice = await runIntoConflict({ ...theirs, tags: ['Review'] })
  mock.api.reply(prompts.update, 200, samplePrompt('cut', { title: 'Mine', updated_at: '2026-03-06T09:30:00.000Z' }))
  fireEvent.click(within(choice).getByRole('button', { name: 'Keep my version' }))
  await expectToast('success', 'Prompt updated successfully!')
  expect(mock.sent('PUT').map(({ body }) => (body as { tags?: string[] }).tags)).toEqual([undefined, []])
})

test('taking theirs closes the dialog and shows the saved version', async () => {
  const choice = await runIntoConflict()
  fireEvent.click(within(choice).getByRole('button', { name: 'Take the saved version' }))
  await waitUntilClosed()
  await waitFor(() => expect(promptTitles()).toEqual(['Name it', 'Theirs', 'Ask first']))
  expect([mock.sent('PUT').length, sessionStorage.length]).toEqual([1, 0])
})

test('going back keeps the texts, and saving again shows the same choice', async () => {
  const choice = await runIntoConflict()
  fireEvent.click(within(choice).getByRole('button', { name: 'Back to the form' }))
  expect([dialog('Edit Prompt') !== null, control('title').value, control('content').value]).toEqual([true, 'Mine', 'My words.'])
  press('Save changes')
  expect(await screen.findByRole('dialog', { name: 'Two versions of this prompt' })).toBeTruthy()
})

test('a conflict of identical versions requires no choice', async () => {
  mock.api.refuse(prompts.update, 409, 'conflict', 'This prompt was changed.', { fields: { updated_at: 'This prompt was changed.' } })
  mock.one(samplePrompt('cut', { ...newPrompt, updated_at: theirs.updated_at }))
  await openPrompts()
  openEditor('Cut it down')
  fill(newPrompt)
  press('Save changes')
  await expectToast('success', 'Prompt updated successfully!')
  await waitUntilClosed()
})

test('a save after a lost response is not a conflict', async () => {
  await openPrompts()
  openEditor('Cut it down')
  mock.api.replyOutsideTheContract(prompts.update, 200, null)
  fill({ title: 'Mine' })
  press('Save changes')
  await screen.findByText('Failed to update prompt')
  const saved = samplePrompt('cut', { title: 'Mine', description: 'When a text is too LONG', updated_at: theirs.updated_at })
  const lostKey = mock.sent('PUT')[0]?.headers.get('idempotency-key')
  mock.api.on('PUT', '/api/prompts/cut', ({ search, headers }) => {
    if (headers.get('idempotency-key') === lostKey) return Response.json(saved)
    expect(search.get('updated_at')).toBe(saved.updated_at)
    return Response.json({ ...saved, title: 'Mine, longer' })
  })
  fill({ title: 'Mine, longer' })
  press('Save changes')
  await expectToast('success', 'Prompt updated successfully!')
  await waitFor(() => expect(promptTitles()).toEqual(['Name it', 'Mine, longer', 'Ask first']))
  expect(mock.sent('PUT').map(({ body }) => (body as { title: string }).title)).toEqual(['Mine', 'Mine', 'Mine, longer'])
})

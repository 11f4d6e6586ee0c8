import type { PromptInput, UserPrompt } from '@academy/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockPrompts, samplePrompt } from '../../testing/mock-prompts.ts'
import { fill, newPrompt, openNewPrompt, press, promptTitles, waitUntilClosed } from '../../testing/prompt-form.tsx'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const LATER = '2026-03-05T09:30:00.000Z'
let mock: ReturnType<typeof mockPrompts>
/** The new prompts that the mocked API has saved, by their ids. */
let saved: Map<string, UserPrompt>

beforeEach(() => {
  mock = mockPrompts()
  saved = new Map()
  mock.api.on('POST', '/api/prompts', ({ body }) => {
    const { id = `prompt ${saved.size}`, ...texts } = body as PromptInput & { id?: string }
    const stored = saved.get(id)
    if (stored && stored.title !== texts.title) return refuse('id')
    saved.set(id, stored ?? samplePrompt(id, texts as Partial<UserPrompt>))
    if (mock.sent('POST').length === 1) throw new TypeError('Failed to fetch')
    return Response.json(saved.get(id), { status: 201 })
  })
  mock.api.on('GET', '/api/prompts/[-\\w]{36}', ({ path }) => Response.json(saved.get(idOf(path))))
  mock.api.on('PUT', '/api/prompts/[-\\w]{36}', ({ path, search, body }) => {
    const stored = saved.get(idOf(path))
    if (stored?.updated_at !== search.get('updated_at')) return refuse('updated_at')
    saved.set(stored.id, { ...stored, ...(body as Partial<UserPrompt>), updated_at: LATER })
    return Response.json(saved.get(stored.id))
  })
})

const idOf = (path: string) => path.split('/').at(-1) ?? ''
const refuse = (field: string) => {
  const message = 'Not like this.'
  return Response.json({ success: false, error: message, message, code: 'conflict', fields: { [field]: message } }, { status: 409 })
}
const savedTitles = () => [...saved.values()].map(({ title }) => title)

const loseResponse = async () => {
  await openNewPrompt()
  fill(newPrompt)
  press('Create Prompt')
  await screen.findByText('Failed to create prompt')
}
const saveAgain = async () => {
  press('Create Prompt')
  await expectToast('success', 'Prompt created successfully!')
  await waitUntilClosed()
}

test('PROMPT-62 saving again after a lost response leaves one prompt', async () => {
  await loseResponse()
  await saveAgain()
  expect(savedTitles()).toEqual(['New one'])
  await waitFor(() => expect(promptTitles()).toEqual(['New one', 'Name it', 'Cut it down', 'Ask first']))
})

test('PROMPT-62 saving changed texts after a lost response leaves one prompt with the changed texts', async () => {
  await loseResponse()
  fill({ title: 'Newer one', code: '' })
  await saveAgain()
  expect([...saved.values()]).toMatchObject([{ ...newPrompt, title: 'Newer one', code: null }])
  await waitFor(() => expect(promptTitles()).toEqual(['Newer one', 'Name it', 'Cut it down', 'Ask first']))
})

test('PROMPT-62 a draft that is restored after a lost response is saved once', async () => {
  await loseResponse()
  cleanup()
  await renderSignedIn('/my-prompts')
  await screen.findByText("We restored your draft. It isn't saved yet.")
  await saveAgain()
  expect(savedTitles()).toEqual(['New one'])
})

test('PROMPT-62 saving changed texts after a lost response keeps what another device made of the prompt meanwhile', async () => {
  await loseResponse()
  for (const prompt of saved.values()) saved.set(prompt.id, { ...prompt, title: 'Theirs', updated_at: LATER })
  fill({ title: 'Mine' })
  await saveAgain()
  expect(savedTitles()).toEqual(['Theirs', 'Mine'])
})

test('PROMPT-62 each new prompt has an id of its own', async () => {
  await loseResponse()
  await saveAgain()
  press('New Prompt')
  fill({ ...newPrompt, title: 'Another one' })
  await saveAgain()
  expect(savedTitles()).toEqual(['New one', 'Another one'])
})

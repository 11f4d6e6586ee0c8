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
  const first = new Map<string, UserPrompt>()
  mock.api.on('POST', '/api/prompts', ({ body, headers }) => {
    const key = headers.get('idempotency-key') ?? ''
    const texts = body as PromptInput
    const made = first.get(key) ?? samplePrompt(`prompt${first.size}`, texts as Partial<UserPrompt>)
    if (made.title !== texts.title) return refuse(422, 'idempotency_key_reused')
    if (!first.has(key)) saved.set(made.id, made)
    first.set(key, made)
    if (mock.sent('POST').length === 1) throw new TypeError('Failed to fetch')
    return Response.json(made, { status: 201 })
  })
  mock.api.on('GET', '/api/prompts/prompt\\d+', ({ path }) => Response.json(saved.get(idOf(path))))
  mock.api.on('PUT', '/api/prompts/prompt\\d+', ({ path, search, body }) => {
    const stored = saved.get(idOf(path))
    if (stored?.updated_at !== search.get('updated_at')) return refuse(409, 'conflict', { updated_at: 'Not like this.' })
    saved.set(stored.id, { ...stored, ...(body as Partial<UserPrompt>), updated_at: LATER })
    return Response.json(saved.get(stored.id))
  })
})

const idOf = (path: string) => path.split('/').at(-1) ?? ''
const refuse = (status: number, code: string, fields?: Record<string, string>) => {
  const message = 'Not like this.'
  return Response.json({ success: false, error: message, message, code, fields }, { status })
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

test('PROMPT-62 a draft that is restored after a lost response, and changed, loses no text', async () => {
  await loseResponse()
  cleanup()
  await renderSignedIn('/my-prompts')
  await screen.findByText("We restored your draft. It isn't saved yet.")
  fill({ title: 'Newer one' })
  await saveAgain()
  expect(savedTitles()).toEqual(['New one', 'Newer one'])
})

test('PROMPT-62 saving changed texts after a lost response keeps what another device made of the prompt meanwhile', async () => {
  await loseResponse()
  for (const prompt of saved.values()) saved.set(prompt.id, { ...prompt, title: 'Theirs', updated_at: LATER })
  fill({ title: 'Mine' })
  await saveAgain()
  expect(savedTitles()).toEqual(['Theirs', 'Mine'])
})

test('PROMPT-62 each new prompt is saved with a key of its own', async () => {
  await loseResponse()
  await saveAgain()
  press('New Prompt')
  fill({ ...newPrompt, title: 'Another one' })
  await saveAgain()
  expect(savedTitles()).toEqual(['New one', 'Another one'])
})

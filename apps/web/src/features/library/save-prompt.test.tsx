import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockLibrary, studioContext } from '../../testing/mock-library.ts'
import { samplePrompt } from '../../testing/mock-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { accounts, prompts } = contract
let mock: ReturnType<typeof mockLibrary>

const mockMyPromptsAccess = (my_prompts: boolean) => {
  const context = studioContext()
  const entitlements = { ...context.data.entitlements, my_prompts }
  mock.api.reply(accounts.context, 200, { ...context, data: { ...context.data, entitlements } })
}
const openSecondPrompt = async () => {
  await renderSignedIn('/resources/map')
  return within(await screen.findByRole('region', { name: 'Follow a journey' }))
}
const posted = () => mock.api.requests.filter(({ method, path }) => method === 'POST' && path === '/api/prompts/copies')

beforeEach(() => {
  mock = mockLibrary()
  mockMyPromptsAccess(true)
})

test.each([
  [201, 'success', 'Saved to My Prompts', undefined],
  [200, 'info', 'You saved this prompt before', 'It is in My Prompts, with any changes you made.'],
] as const)('PROMPT-52 PROMPT-53 saves a prompt, and leads to it (%i)', async (status, kind, title, description) => {
  const block = await openSecondPrompt()
  mock.api.reply(prompts.copy, status, samplePrompt('copy'))
  fireEvent.click(block.getByRole('button', { name: /^Save to My Prompts/ }))
  await expectToast(kind, title, description)
  const link = await block.findByRole('link', { name: /^Open in My Prompts/ })
  expect(link.getAttribute('href')).toBe('/my-prompts/copy')
  expect(posted().map(({ body }) => body)).toEqual([{ kind: 'library', id: 'map', prompt: 'Follow a journey' }])
  // The other prompt of the page is not saved.
  expect(screen.getAllByRole('button', { name: /^Save to My Prompts/ })).toHaveLength(1)
})

test('PROMPT-52 says why a prompt could not be saved', async () => {
  const block = await openSecondPrompt()
  mock.api.refuse(prompts.copy, 409, 'conflict', 'My Prompts is full.')
  fireEvent.click(block.getByRole('button', { name: /^Save to My Prompts/ }))
  await expectToast('error', 'Failed to save the prompt', 'My Prompts is full.')
  await waitFor(() => expect(block.getByRole('button', { name: /^Save to My Prompts/ })).toHaveProperty('disabled', false))
})

test('PROMPT-52 opens the pricing dialog without My Prompts', async () => {
  mockMyPromptsAccess(false)
  const block = await openSecondPrompt()
  fireEvent.click(block.getByRole('button', { name: /^Save to My Prompts/ }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(posted()).toEqual([])
})

import { type CurrentOrigin, contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockPrompts, samplePrompt } from '../../testing/mock-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { takeFocus } from '../../testing/take-focus.ts'
import { expectToast } from '../../testing/toasts.ts'

const { prompts } = contract
let mock: ReturnType<typeof mockPrompts>

const origin = { kind: 'library' as const, id: 'map', prompt: 'Draw', name: 'Map a codebase', hash: 'a'.repeat(64) }
const saved = samplePrompt('name', { title: 'Map a codebase: Draw', content: 'Draw five maps.', origin })
const newHash = 'b'.repeat(64)
const changed: CurrentOrigin = {
  state: 'changed',
  session_id: null,
  course_id: null,
  texts: { content: 'Draw ten maps.', code: null, hash: newHash },
}

const open = async (present: CurrentOrigin, prompt = saved) => {
  mock.one(prompt)
  mock.api.reply(prompts.origin, 200, present)
  await renderSignedIn('/my-prompts/name')
}
const compare = async (present = changed, differing = 'Prompt Content') => {
  await open(present)
  const button = await screen.findByRole('button', { name: 'Compare' })
  button.focus()
  fireEvent.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'The original has changed' })
  await within(dialog).findByRole('region', { name: differing })
  return dialog
}

beforeEach(() => {
  mock = mockPrompts()
})

test('PROMPT-54 leads to the original, and is silent while that is the same', async () => {
  await open({ state: 'same', session_id: null, course_id: null, texts: null })
  expect((await screen.findByRole('link', { name: 'Map a codebase' })).getAttribute('href')).toBe('/resources/map')
  expect(screen.queryByText('The original has changed')).toBeNull()
})

test('PROMPT-54 leads to the tutorial that a prompt was saved from', async () => {
  const fromTutorial = { ...saved, origin: { ...origin, kind: 'tutorial' as const, id: 'plan', name: 'Plan' } }
  await open({ state: 'same', session_id: 'first', course_id: 'master-course', texts: null }, fromTutorial)
  expect((await screen.findByRole('link', { name: 'Plan' })).getAttribute('href')).toMatch(/\/first\/.*plan$/)
})

test('PROMPT-54 shows what the changed original would change, and takes it over as a new version', async () => {
  const dialog = await compare()
  expect([...dialog.querySelectorAll('del, ins')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['added', 'removed', 'five', 'ten']),
  )
  mock.api.reply(prompts.update, 200, { ...saved, content: 'Draw ten maps.', origin: { ...origin, hash: newHash } })
  mock.api.reply(prompts.origin, 200, { state: 'same', session_id: null, course_id: null, texts: null })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Take over the new text' }))
  await expectToast('success', 'Prompt updated successfully!')
  expect(mock.sent('PUT').map(({ body }) => body)).toEqual([
    expect.objectContaining({ content: 'Draw ten maps.', origin: { ...origin, hash: newHash } }),
  ])
  expect(await screen.findByText('Draw ten maps.')).toBeTruthy()
  expect(screen.queryByText('The original has changed')).toBeNull()
})

test('PROMPT-54 keeps the own text, and says nothing more until the original changes again', async () => {
  const dialog = await compare()
  mock.api.reply(prompts.update, 200, { ...saved, origin: { ...origin, hash: newHash } })
  mock.api.reply(prompts.origin, 200, { state: 'same', session_id: null, course_id: null, texts: null })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
  await expectToast('success', 'Prompt updated successfully!')
  expect(mock.sent('PUT')[0]?.body).toMatchObject({ content: 'Draw five maps.', origin: { ...origin, hash: newHash } })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('PROMPT-54 "Keep mine" has the focus again after a save that failed, also where only the code has changed', async () => {
  const dialog = await compare({ ...changed, texts: { content: saved.content, code: 'draw(10)', hash: newHash } }, 'Code Sample')
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  mock.api.refuse(prompts.update, 500, 'internal', 'Something went wrong on our side.', { after })
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Keep mine' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(button.disabled).toBe(true))
  takeFocus()
  respond()
  await waitFor(() => expect(button.disabled).toBe(false))
  expect(document.activeElement).toBe(button)
})

test('PROMPT-55 says that the original is no longer available, without a link to it', async () => {
  await open({ state: 'unavailable', session_id: null, course_id: null, texts: null })
  expect(await screen.findByText(/The original is no longer available to you. Your prompt stays./)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Map a codebase' })).toBeNull()
  expect(screen.getByText('Draw five maps.')).toBeTruthy()
})

import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockPrompts, samplePrompt } from '../../testing/mock-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { prompts } = contract
let mock: ReturnType<typeof mockPrompts>

const present = samplePrompt('name', { content: 'Give me five names.', tags: ['New'] })
const version = { title: present.title, description: present.description, content: 'Give me ten names.', code: null, tags: ['Old'] }
const saved_at = '2026-02-01T12:00:00.000Z'

beforeEach(() => {
  mock = mockPrompts()
  mock.one(present)
})

const openVersions = async () => {
  await renderSignedIn('/my-prompts/name')
  fireEvent.click(await screen.findByRole('button', { name: 'Versions' }))
  return await screen.findByRole('dialog', { name: 'Earlier versions' })
}
const mockVersions = () => {
  mock.api.reply(prompts.versions, 200, [
    { id: 'v2', title: present.title, saved_at },
    { id: 'v1', title: 'First', saved_at },
  ])
  mock.api.reply(prompts.version, 200, { id: 'v2', saved_at, ...version }, { params: { id: 'name', versionId: 'v2' } })
}
const text = (dialog: HTMLElement, selector: string) =>
  [...dialog.querySelectorAll(`section ${selector}`)].map((element) => element.textContent)

test('PROMPT-47 shows what restoring a version would change, and restores it as a new version', async () => {
  mockVersions()
  const dialog = await openVersions()
  expect(await within(dialog).findByRole('region', { name: 'Prompt Content' })).toBeTruthy()
  expect([text(dialog, 'del'), text(dialog, 'ins')]).toEqual([
    ['five', 'New'],
    ['ten', 'Old'],
  ])
  expect(within(dialog).queryByRole('region', { name: 'Title' })).toBeNull()
  const restored = { ...present, ...version, updated_at: '2026-03-02T12:00:00.000Z' }
  mock.api.reply(prompts.update, 200, restored)
  mock.one(restored)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Restore this version' }))
  await expectToast('success', 'Prompt updated successfully!')
  const [sent] = mock.sent('PUT')
  expect([sent?.body, sent?.search.get('updated_at')]).toEqual([version, present.updated_at])
  expect(await screen.findByText('Give me ten names.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('PROMPT-43 PROMPT-47 restores a tag with a comma, where the present prompt has its two halves', async () => {
  mock.one({ ...present, tags: ['Plan', 'build'] })
  mock.api.reply(prompts.versions, 200, [{ id: 'v2', title: present.title, saved_at }])
  const earlier = { ...version, content: present.content, tags: ['Plan, build'] }
  mock.api.reply(prompts.version, 200, { id: 'v2', saved_at, ...earlier }, { params: { id: 'name', versionId: 'v2' } })
  const dialog = await openVersions()
  expect((await within(dialog).findByRole('region', { name: 'Tags' })).textContent).toContain('"')
  mock.api.reply(prompts.update, 200, { ...present, ...earlier, updated_at: '2026-03-02T12:00:00.000Z' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Restore this version' }))
  await expectToast('success', 'Prompt updated successfully!')
  expect(mock.sent('PUT').map(({ body }) => body)).toEqual([earlier])
})

test('PROMPT-47 restores nothing over a change from elsewhere, and compares with it', async () => {
  mockVersions()
  const dialog = await openVersions()
  const restore = await within(dialog).findByRole('button', { name: 'Restore this version' })
  mock.api.refuse(prompts.update, 409, 'conflict', 'Changed.', { fields: { updated_at: 'Changed.' } })
  mock.one({ ...present, content: 'Give me six names.', updated_at: '2026-03-03T12:00:00.000Z' })
  fireEvent.click(restore)
  await expectToast('error', 'Failed to update prompt', 'It was changed in another tab or on another device. Compare it again.')
  await waitFor(() => expect(text(dialog, 'del')).toContain('six'))
})

test('PROMPT-47 says so without versions, and offers a retry after a failure', async () => {
  mock.api.refuse(prompts.versions, 500, 'internal', 'Something went wrong on our side.')
  const dialog = await openVersions()
  const retry = await within(dialog).findByRole('button', { name: 'Try again' })
  mock.api.reply(prompts.versions, 200, [])
  fireEvent.click(retry)
  expect(await within(dialog).findByText('No earlier versions yet')).toBeTruthy()
})

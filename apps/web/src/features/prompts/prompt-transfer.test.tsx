import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { captureDownloads } from '../../testing/capture-downloads.ts'
import { mockPrompts, samplePrompt, samplePrompts } from '../../testing/mock-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'
import { promptsToMarkdown } from './prompt-markdown.ts'
import { promptsFromMarkdown } from './read-markdown.ts'

let mock: ReturnType<typeof mockPrompts>
beforeEach(() => {
  mock = mockPrompts()
})

const fresh = { title: 'Fresh', description: 'New here', content: 'Begin.', code: null, tags: ['SQL'], favourite: false, origin: null }
const inFile = (name: string, text: string) => new File([text], name, { type: 'text/markdown' })
const openImport = async (files: File[]) => {
  await renderSignedIn('/my-prompts')
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import prompts' })
  fireEvent.change(within(dialog).getByLabelText('Markdown files'), { target: { files } })
  return dialog
}

test('PROMPT-48 exports all prompts, the oldest first, also one that was saved elsewhere meanwhile', async () => {
  await renderSignedIn('/my-prompts')
  const saved = captureDownloads()
  const button = await screen.findByRole('button', { name: 'Export' })
  const elsewhere = samplePrompt('elsewhere', { title: 'Saved elsewhere' })
  mock.api.reply(contract.prompts.list, 200, [elsewhere, ...samplePrompts])
  fireEvent.click(button)
  await waitFor(() => expect(saved).toHaveLength(1))
  const read = promptsFromMarkdown((await saved[0]?.file.text()) ?? '')
  expect([saved[0]?.name, 'prompts' in read && read.prompts.map(({ title }) => title)]).toEqual([
    'my-prompts.md',
    [...samplePrompts.map(({ title }) => title).toReversed(), 'Saved elsewhere'],
  ])
})

test('PROMPT-48 says why the prompts cannot be exported', async () => {
  await renderSignedIn('/my-prompts')
  const button = await screen.findByRole('button', { name: 'Export' })
  mock.api.refuse(contract.prompts.list, 503, 'unavailable', 'Please try again soon.')
  fireEvent.click(button)
  await expectToast('error', "We couldn't export your prompts", 'Please try again soon.')
})

test('PROMPT-49 says what it would do, refuses a bad file with its line, and adds what is new', async () => {
  const imported = samplePrompts.map(({ code, ...prompt }) => ({ ...prompt, code: code ?? null }))
  const dialog = await openImport([
    inFile('good.md', promptsToMarkdown([...imported, fresh, { ...fresh, favourite: true }])),
    inFile('bad.md', '---\ntitle: x\n'),
  ])
  expect(await within(dialog).findByText('1 prompt will be added. You have 4 prompts already.')).toBeTruthy()
  expect(within(dialog).getByText('Line 1: The front matter has no second line “---”.')).toBeTruthy()
  expect(mock.sent('POST')).toEqual([])
  mock.api.reply(contract.prompts.create, 201, samplePrompt('fresh', fresh))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Import' }))
  await expectToast('success', '1 prompt imported')
  const { favourite: _, ...body } = fresh
  expect(mock.sent('POST').map((request) => request.body)).toEqual([body])
  expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Fresh')
})

test('PROMPT-49 refuses a file that cannot be read, and adds the others', async () => {
  const unreadable = Object.assign(inFile('gone.md', ''), { text: () => Promise.reject(new DOMException('', 'NotReadableError')) })
  const dialog = await openImport([unreadable, inFile('good.md', promptsToMarkdown([fresh]))])
  expect(await within(dialog).findByText('gone.md is not imported')).toBeTruthy()
  expect(within(dialog).getByText('1 prompt will be added.')).toBeTruthy()
})

test('PROMPT-49 shows the files of the last choice, also when those of an earlier one take longer to read', async () => {
  const text = Promise.withResolvers<string>()
  const dialog = await openImport([Object.assign(inFile('slow.md', ''), { text: () => text.promise })])
  const last = inFile('last.md', promptsToMarkdown([{ ...fresh, title: 'Chosen last' }]))
  fireEvent.change(within(dialog).getByLabelText('Markdown files'), { target: { files: [last] } })
  await within(dialog).findByText('Chosen last')
  await act(async () => text.resolve(promptsToMarkdown([fresh])))
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Chosen last'])
})

test('PROMPT-49 reads a file again that is chosen again after a correction', async () => {
  const dialog = await openImport([inFile('bad.md', '---\ntitle: x\n')])
  const input = within(dialog).getByLabelText('Markdown files')
  Object.defineProperty(input, 'value', { value: 'bad.md', writable: true })
  fireEvent.click(input)
  // Browsers fire no `change` when the value stays the same.
  expect(input).toHaveProperty('value', '')
})

test.each([
  ['without prompts', []],
  ['with prompts', samplePrompts],
])('PROMPT-49 %s: after a failure the rest can be imported, and nothing twice', async (_case, prompts) => {
  mock.list(prompts)
  const dialog = await openImport([inFile('two.md', promptsToMarkdown([fresh, { ...fresh, title: 'Second' }]))])
  let calls = 0
  mock.api.on('POST', '/api/prompts', () => {
    if (++calls === 2)
      return Response.json(
        { success: false, error: 'My Prompts is full.', message: 'My Prompts is full.', code: 'conflict' },
        { status: 409 },
      )
    const made = samplePrompt(`p${calls}`, calls === 1 ? fresh : { ...fresh, title: 'Second' })
    mock.list([made, ...prompts])
    return Response.json(made, { status: 201 })
  })
  const button = () => within(dialog).getByRole('button', { name: 'Import' })
  await waitFor(() => expect(button()).toHaveProperty('disabled', false))
  fireEvent.click(button())
  await expectToast('error', 'Failed to import all prompts', 'My Prompts is full.')
  expect(await within(dialog).findByText(/^1 prompt will be added/)).toBeTruthy()
  fireEvent.click(button())
  await expectToast('success', '1 prompt imported')
  expect(mock.sent('POST').map((request) => (request.body as { title: string }).title)).toEqual(['Fresh', 'Second', 'Second'])
})

const importButton = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Import' })
const startImport = async (prompts: (typeof fresh)[]) => {
  const dialog = await openImport([inFile('prompts.md', promptsToMarkdown(prompts))])
  await within(dialog).findByText(/will be added/)
  fireEvent.click(importButton(dialog))
  return dialog
}

test('PROMPT-49 imports a prompt once when the response to its creation is lost', async () => {
  mock.api.on('POST', '/api/prompts', () => {
    mock.list([samplePrompt('fresh', fresh), ...samplePrompts])
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  const dialog = await startImport([fresh])
  expect(await within(dialog).findByText('There is nothing to add.')).toBeTruthy()
  expect(importButton(dialog)).toHaveProperty('disabled', true)
  expect(mock.sent('POST')).toHaveLength(1)
})

test('PROMPT-48 a favourite that could not be marked is marked by the next import, without a second prompt', async () => {
  mock.api.on('POST', '/api/prompts', () => {
    mock.list([samplePrompt('fresh', fresh), ...samplePrompts])
    return Response.json(samplePrompt('fresh', fresh), { status: 201 })
  })
  mock.api.refuse(contract.prompts.favourite, 503, 'unavailable', 'Please try again soon.')
  const dialog = await startImport([{ ...fresh, favourite: true }])
  await expectToast('error', 'Failed to import all prompts', 'Please try again soon.')
  expect(screen.getByRole('button', { name: 'Favourite: Fresh' }).getAttribute('aria-pressed')).toBe('false')
  mock.api.reply(contract.prompts.favourite, 200, samplePrompt('fresh', { ...fresh, favourite: true }))
  fireEvent.click(importButton(dialog))
  await expectToast('success', '1 prompt imported')
  expect([mock.sent('POST').length, mock.sent('PUT').length]).toEqual([1, 2])
  expect(screen.getAllByRole('heading', { level: 2, name: 'Fresh' })).toHaveLength(1)
})

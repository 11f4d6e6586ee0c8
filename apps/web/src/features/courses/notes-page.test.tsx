import { contract, type ListedNote } from '@academy/contract'
import { FOLDED_PAIRS } from '@academy/contract/testing/folded-pairs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { captureDownloads } from '../../testing/capture-downloads.ts'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockCourse, tutorialPath } from '../../testing/mock-course.ts'
import { myPromptsContext, samplePrompt } from '../../testing/mock-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'

const { accounts, notes, prompts } = contract

let api: MockApi
beforeEach(() => {
  ;({ api } = mockCourse())
})

const listed = (tutorial_id: string, text: string, changes: Partial<ListedNote> = {}): ListedNote => ({
  tutorial_id,
  text,
  updated_at: '2026-11-22T12:00:01.000Z',
  tutorial: { name: `Tutorial ${tutorial_id}`, session_id: 'idea', session_name: 'Start from the problem', course_id: 'master-course' },
  ...changes,
})
const sampleNotes = [
  listed('cut', '# Less\n\n- *half* of <it>'),
  listed('brief', 'Ask who it is for.'),
  listed('gone', 'Old words', { tutorial: null }),
]

test('LEARN-62 finds notes whatever the letters, apostrophes, hyphens and spaces of the search', async () => {
  api.reply(
    notes.list,
    200,
    FOLDED_PAIRS.map(([, text], index) => listed(`pair-${index}`, text)),
  )
  await renderSignedIn('/notes')
  const search = await screen.findByRole('searchbox', { name: 'Search notes' })
  for (const [index, [query]] of FOLDED_PAIRS.entries()) {
    fireEvent.change(search, { target: { value: query } })
    expect(screen.queryByRole('link', { name: `Tutorial pair-${index}` }), query).not.toBeNull()
  }
})

test('LEARN-23 all notes are read and searched on one page', async () => {
  api.reply(notes.list, 200, sampleNotes)
  const router = await renderSignedIn('/notes')
  expect(await screen.findByText('3 notes')).toBeTruthy()
  expect(screen.getByText(/- \*half\* of <it>/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Tutorial brief' }).getAttribute('href')).toBe(tutorialPath('brief'))
  expect(screen.getByText('A tutorial that is no longer available')).toBeTruthy()
  const search = screen.getByRole('searchbox', { name: 'Search notes' })
  fireEvent.change(search, { target: { value: 'WHO problem' } })
  expect(screen.getByText('1 of 3 notes')).toBeTruthy()
  expect(screen.getByText('Ask who it is for.')).toBeTruthy()
  fireEvent.blur(search)
  await waitFor(() => expect(router.path).toBe('/notes?search=WHO+problem'))
  fireEvent.change(search, { target: { value: 'zebra' } })
  const showAll = await screen.findByRole('button', { name: 'Show all notes' })
  showAll.focus()
  fireEvent.click(showAll)
  expect(screen.getByText('3 notes')).toBeTruthy()
  expect(document.activeElement?.getAttribute('type')).toBe('search')
})

test('LEARN-23 without notes the page says where to write them', async () => {
  await renderSignedIn('/notes')
  expect(await screen.findByText('No notes yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export as Markdown' })).toBeNull()
})

test('LEARN-23 notes that cannot be loaded can be loaded again', async () => {
  api.refuse(notes.list, 503, 'unavailable', 'Please try again soon.')
  await renderSignedIn('/notes')
  expect(await screen.findByText("We couldn't load your notes")).toBeTruthy()
  api.reply(notes.list, 200, sampleNotes)
  fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('3 notes')).toBeTruthy()
})

test('LEARN-24 notes and own prompts are exported as one Markdown file, notes in the order of the course', async () => {
  api.reply(accounts.context, 200, myPromptsContext())
  api.reply(notes.list, 200, sampleNotes)
  api.reply(prompts.list, 200, [samplePrompt('name', { title: 'Name it', content: 'Use ```three``` of them', code: 'const a = 1' })])
  await renderSignedIn('/notes')
  const saved = captureDownloads()
  await screen.findByText('With your own prompts, in one file')
  fireEvent.click(screen.getByRole('button', { name: 'Export as Markdown' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toMatch(/^notes-\d{4}-\d\d-\d\d\.md$/)
  expect((await saved[0]?.file.text())?.split('\n\n').toSpliced(1, 1)).toEqual([
    '# Notes and prompts',
    '## Notes',
    '### Start from the problem: Tutorial brief',
    'Changed November 22, 2026',
    'Ask who it is for.',
    '### Start from the problem: Tutorial cut',
    'Changed November 22, 2026',
    '# Less',
    '- *half* of <it>',
    '### A tutorial that is no longer available',
    'Changed November 22, 2026',
    'Old words',
    '## My Prompts',
    '### Name it',
    'When to use name',
    '````\nUse ```three``` of them\n````',
    'Code sample:',
    '```\nconst a = 1\n```\n',
  ])
})

test('LEARN-24 without the Studio the file has the notes alone', async () => {
  api.reply(notes.list, 200, sampleNotes)
  await renderSignedIn('/notes')
  const saved = captureDownloads()
  fireEvent.click(await screen.findByRole('button', { name: 'Export as Markdown' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.file.text()).toMatch(/^# Notes\n/)
  expect(api.count('GET', '/api/prompts')).toBe(0)
})

test('CTX-11 LEARN-24 notes cannot be exported without the own prompts while entitlements load', async () => {
  const { promise: after, resolve: load } = Promise.withResolvers<void>()
  api.reply(accounts.context, 200, myPromptsContext(), { after })
  api.reply(notes.list, 200, sampleNotes)
  await renderSignedIn('/notes')
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Loading...' })).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Export as Markdown' })).toBeNull()
  load()
  expect(await screen.findByText('With your own prompts, in one file')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export as Markdown' }).disabled).toBe(false)
})

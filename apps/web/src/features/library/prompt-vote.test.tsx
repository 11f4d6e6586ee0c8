import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { codeBlock, mockLibrary, sampleResource, TEXT_HASH } from '../../testing/mock-library.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { library } = contract
let mock: ReturnType<typeof mockLibrary>

beforeEach(() => {
  mock = mockLibrary()
})

const openVote = async () => {
  await renderSignedIn('/resources/map')
  await screen.findByText('Draw the map')
  return within(await screen.findByRole('region', { name: 'Did it work for you?' }))
}
const pressed = (vote: Awaited<ReturnType<typeof openVote>>) =>
  vote.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
const saved = (worked: boolean | null) => ({ success: true as const, data: { worked, text_hash: TEXT_HASH } })
const sent = () => mock.api.requests.filter(({ method, path }) => method === 'PUT' && path.endsWith('/vote')).map(({ body }) => body)

test('PROMPT-59 answers whether the prompt worked, changes the answer and takes it back', async () => {
  const vote = await openVote()
  expect(vote.queryByRole('button', { pressed: true })).toBeNull()
  for (const [label, worked] of [
    ["Didn't work", false],
    ['Worked', true],
    ['Worked', null],
  ] as const) {
    mock.api.reply(library.saveVote, 200, saved(worked))
    fireEvent.click(vote.getByRole('button', { name: label }))
    if (worked === null) await waitFor(() => expect(vote.queryByRole('button', { pressed: true })).toBeNull())
    else await waitFor(() => expect(vote.queryByRole('button', { pressed: true })?.textContent).toBe(label))
  }
  await waitFor(() => expect(sent()).toEqual([false, true, null].map((worked) => ({ worked, text_hash: TEXT_HASH }))))
})

test('PROMPT-59 shows the answer from before, and restores it when a new one is not saved', async () => {
  mock.api.reply(library.vote, 200, saved(true))
  mock.api.refuse(library.saveVote, 500, 'internal', 'Something went wrong on our side.')
  const vote = await openVote()
  expect(pressed(vote)).toEqual(['Worked'])
  expect(vote.getByRole('status').textContent).toBe('Thank you. You can change your answer at any time.')
  fireEvent.click(vote.getByRole('button', { name: "Didn't work" }))
  await expectToast('error', 'Failed to save your answer', 'Something went wrong on our side.')
  expect(pressed(vote)).toEqual(['Worked'])
})

test.each([
  { second: 'saved', shown: ['Worked'] },
  { second: 'refused too', shown: ["Didn't work"] },
])('PROMPT-59 after two quick answers, the first refused and the second $second, shows what is saved', async ({ second, shown }) => {
  mock.api.reply(library.vote, 200, saved(false))
  const first = Promise.withResolvers<void>()
  mock.api.refuse(library.saveVote, 500, 'internal', 'The first.', { after: first.promise })
  const vote = await openVote()
  fireEvent.click(vote.getByRole('button', { name: "Didn't work" }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  if (second === 'saved') mock.api.reply(library.saveVote, 200, saved(true))
  else mock.api.refuse(library.saveVote, 500, 'internal', 'The second.')
  fireEvent.click(vote.getByRole('button', { name: 'Worked' }))
  await screen.findByRole('button', { name: 'Worked', pressed: true })
  first.resolve()
  await expectToast('error', 'Failed to save your answer', second === 'saved' ? 'The first.' : 'The second.')
  await waitFor(() => expect(sent()).toEqual([null, true].map((worked) => ({ worked, text_hash: TEXT_HASH }))))
  await waitFor(() => expect(pressed(vote)).toEqual(shown))
})

test('PROMPT-59 votes on the text that it shows; when that has changed, it shows the new one and asks again', async () => {
  const vote = await openVote()
  mock.api.refuse(library.saveVote, 409, 'conflict', 'The text of this prompt has changed.')
  mock.part(library.prompt, codeBlock('The corrected text.'), 'hash of the corrected text')
  fireEvent.click(vote.getByRole('button', { name: "Didn't work" }))
  await expectToast('warning', 'This prompt has changed', 'You see the new text now. Try it before you answer.')
  expect(screen.getByText('The corrected text.')).toBeTruthy()
  expect(vote.queryByRole('button', { pressed: true })).toBeNull()

  mock.api.reply(library.saveVote, 200, saved(true))
  fireEvent.click(vote.getByRole('button', { name: 'Worked' }))
  await waitFor(() =>
    expect(sent()).toEqual([
      { worked: false, text_hash: TEXT_HASH },
      { worked: true, text_hash: 'hash of the corrected text' },
    ]),
  )
})

test('PROMPT-57 shows with which tool and when the prompt was tried, or that it was not', async () => {
  mock.list([
    sampleResource({ id: 'map', title: 'Map a codebase', tried: { with: 'Claude Code', on: '2026-11-02', result: null } }),
    sampleResource({ id: 'sql', title: 'Question to SQL' }),
  ])
  const router = await renderSignedIn('/resources/map')
  const tried = (await screen.findByText(/^Tried with/)).closest('p')
  expect(tried?.textContent).toBe('Tried with Claude Code on November 2, 2026')
  expect(tried?.querySelector('[title]'), 'a time of day').toBeNull()
  router.goTo('/resources/sql')
  await screen.findByRole('heading', { level: 1, name: 'Question to SQL' })
  expect(screen.getByText(/tried/i).textContent).toBe('Not tried with a tool yet')
})

test('PROOF-06 says how often a tool answered in the form of the prompt, with the intervals and what was not checked', async () => {
  const result = {
    ...{ tool: 'Claude Code', version: '2.1.0', day: '2026-11-02', runs: 20, passed: 17, baseline: 9 },
    ...{ interval: { from: 0.64, to: 0.948 }, baseline_interval: { from: 0.258, to: 0.658 } },
  }
  mock.list([
    sampleResource({ id: 'map', title: 'Map a codebase', tried: { with: 'Claude Code', on: '2026-11-02', result } }),
    sampleResource({ id: 'sql', title: 'Question to SQL', tried: { with: 'Cursor', on: '2026-11-20', result } }),
  ])
  const router = await renderSignedIn('/resources/map')
  const counts =
    'Claude Code 2.1.0, November 2, 2026: 17 of 20 answers passed with this prompt (95% interval: 64 to 95%), and 9 of 20 without it (26 to 66%). ' +
    'An answer passes if it has the form that the prompt asks for; whether it is right was not checked.'
  const note = (await screen.findByText(/whether it is right was not checked/)).closest('div')
  expect(note?.textContent).toBe(counts)
  router.goTo('/resources/sql')
  await screen.findByRole('heading', { level: 1, name: 'Question to SQL' })
  const later = screen.getByText(/whether it is right was not checked/).closest('div')
  expect(later?.textContent, 'a later try by hand stands beside it').toBe(`Tried with Cursor on November 20, 2026${counts}`)
})

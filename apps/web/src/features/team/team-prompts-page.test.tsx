import { contract, type TeamPrompt } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { team, prompts } = contract
const ID = '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'

let api: MockApi
beforeEach(() => {
  ;({ api } = mockAccount())
})

const samplePrompt = (changes: Partial<TeamPrompt> = {}): TeamPrompt => ({
  id: ID,
  title: 'Weekly note',
  description: 'For Fridays',
  content: 'Write a note about {{product}}.',
  code: null,
  tags: [],
  fields: ['product'],
  is_own: false,
  created_at: '2026-03-01T12:00:00.000Z',
  ...changes,
})
const teamShares = (can_share: boolean, ...shared: TeamPrompt[]) =>
  api.reply(team.prompts, 200, { success: true, data: { can_share, prompts: shared } })
const open = async () => {
  await renderSignedIn('/team/prompts')
  await screen.findByRole('heading', { level: 1, name: 'Team prompts' })
}

test('SEAT-23 a member reads and copies the prompts of the team, and cannot change them', async () => {
  teamShares(false, samplePrompt({ code: 'const a = 1' }))
  await open()
  const prompt = within(await screen.findByRole('article', { name: 'Weekly note' }))
  expect(prompt.getByText('Write a note about {{product}}.')).toBeTruthy()
  expect(prompt.getByText('const a = 1')).toBeTruthy()
  expect(prompt.getAllByRole('button', { name: /^Copy/ })).toHaveLength(2)
  expect(prompt.queryByRole('button', { name: /shar/i })).toBeNull()
  expect(screen.queryByText('Share one of your prompts')).toBeNull()
  expect(api.requests.map(({ path }) => path)).not.toContain('/api/prompts/summaries')
})

test('SEAT-23 an account without a team reads what would be here', async () => {
  teamShares(false)
  await open()
  expect(await screen.findByText('No prompt is shared with your team')).toBeTruthy()
  expect(screen.getByText('The owner of seats with a Studio shares prompts here with the members.')).toBeTruthy()
})

test('SEAT-23 the owner shares one of the own prompts, and stops sharing it', async () => {
  teamShares(true)
  const { content: _content, code: _code, is_own: _own, ...summary } = samplePrompt()
  api.reply(prompts.summaries, 200, [{ ...summary, favourite: false, origin: null, updated_at: summary.created_at }])
  await open()
  expect((await screen.findByLabelText('Prompt')).textContent).toBe('Weekly note')
  api.reply(team.sharePrompt, 200, { success: true, message: 'Your team reads this prompt now.' })
  teamShares(true, samplePrompt({ is_own: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Share with the team' }))
  await expectToast('success', 'Your team reads this prompt now.')
  const prompt = within(await screen.findByRole('article', { name: 'Weekly note' }))
  expect(await screen.findByText('All of your prompts are shared, or you have none yet.')).toBeTruthy()
  api.refuse(team.sharePrompt, 500, 'internal', 'Something went wrong on our side.')
  fireEvent.click(prompt.getByRole('button', { name: 'Stop sharing Weekly note' }))
  await expectToast('error', "We couldn't stop sharing the prompt", 'Something went wrong on our side.')
  api.reply(team.sharePrompt, 200, { success: true, message: 'Your team no longer reads it.' })
  teamShares(true)
  fireEvent.click(await prompt.findByRole('button', { name: 'Stop sharing Weekly note' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  const puts = api.requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])
  expect(puts).toEqual([
    [`/api/prompts/${ID}/team`, { shared: true }],
    [`/api/prompts/${ID}/team`, { shared: false }],
    [`/api/prompts/${ID}/team`, { shared: false }],
  ])
})

import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockFigures, sampleLearning } from '../../testing/mock-figures.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext, sampleCourseSummary } from '../../testing/samples.ts'

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('INSIGHT-10 INSIGHT-11 INSIGHT-14 shows each tutorial as a bar and a row, and no share of a count that is not told', async () => {
  mockFigures()
  await renderSignedIn('/admin/learning')
  const picture = await screen.findByRole('img', { name: /^How many accounts opened each tutorial/ })
  expect([...picture.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual(['1.1 Plan: 20', '2.1 Build: 0'])
  expect(rowsOf(screen.getByRole('region', { name: 'How learners proceed by tutorial' }))).toEqual([
    ['Tutorial', 'Opened', 'Done', 'Done of opened', 'Stopped here', 'Stopped of opened', 'Median days to the next'],
    ['1.1 Plan', '40', '20', '50%', '10', '25%', '2.5'],
    ['2.1 Build', '8', 'fewer than 5', 'too few', 'fewer than 5', 'too few', 'n/a'],
  ])
  expect(rowsOf(screen.getByRole('region', { name: 'Accounts whose checks passed by session' }))).toEqual([
    ['Session', 'Checked'],
    ['1. Begin', '6'],
  ])
  expect(rowsOf(screen.getByRole('region', { name: 'Accounts by search without a result' }))).toEqual([
    ['Search', 'Accounts'],
    ['docker', '7'],
  ])
  expect(rowsOf(screen.getByRole('region', { name: 'Accounts by copied prompt' }))).toEqual([
    ['Copied from', 'Kind', 'Accounts'],
    ['Plan', 'Tutorial', '12'],
  ])
  expect(rowsOf(screen.getByRole('region', { name: 'Accounts by saved prompt' }))).toEqual([
    ['Saved from', 'Kind', 'Accounts'],
    ['Check colors', 'Resource', '6'],
  ])
})

test('COURSES-05 INSIGHT-10 with several courses the administrator chooses one, in the URL', async () => {
  const { api } = mockFigures()
  const later = sampleCourseSummary({ id: 'later', name: 'Later' })
  api.reply(contract.courses.list, 200, { success: true, data: [sampleCourseSummary(), later] })
  const withoutChecks = { ...sampleLearning, sessions: sampleLearning.sessions.map((session) => ({ ...session, checked: null })) }
  api.on('GET', '/api/admin/figures/learning', ({ search }) =>
    Response.json({ success: true, data: search.get('course') === 'later' ? withoutChecks : sampleLearning }),
  )
  const router = await renderSignedIn('/admin/learning')
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Course' })
  expect([...choice.options].map(({ text }) => text)).toEqual(['Master Course', 'Later'])
  fireEvent.change(choice, { target: { value: 'later' } })
  await waitFor(() => expect(api.requests.map(({ search }) => search.get('course'))).toContain('later'))
  expect([router.path, choice.value]).toEqual(['/admin/learning?course=later', 'later'])
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Checks' }), 'a table without a row').toBeNull())
})

test('INSIGHT-10 with one course there is nothing to choose', async () => {
  mockFigures()
  await renderSignedIn('/admin/learning')
  await screen.findByRole('img', { name: /^How many accounts opened each tutorial/ })
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('R-07 INSIGHT-10 other users see no figures, and the page sends no request', async () => {
  const { api } = mockFigures()
  api.reply(contract.accounts.context, 200, sampleContext())
  await renderSignedIn('/admin/learning')
  expect(await screen.findByText('Only the administrator can open this page.')).toBeTruthy()
  expect(api.count('GET', '/api/admin/figures/learning')).toBe(0)
})

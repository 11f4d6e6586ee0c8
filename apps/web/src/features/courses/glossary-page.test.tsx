import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { GLOSSARY } from '../../glossary.ts'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockCourse } from '../../testing/mock-course.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleSession, sampleTutorial } from '../../testing/samples.ts'

let api: MockApi
beforeEach(() => {
  ;({ api } = mockCourse())
  const receive = sampleTutorial('receive-what-others-send', { name: 'Receive what others send' })
  api.reply(contract.courses.sessions, 200, {
    success: true,
    data: [{ ...sampleSession(8), id: 'give-data-a-home', tutorials: [receive] }],
  })
})

const words = () => screen.queryAllByRole('term').map(({ textContent }) => textContent)

test('LEARN-71 the glossary lists its words with what they mean, and links to the tutorials that the course has', async () => {
  await renderSignedIn('/glossary')
  expect(await screen.findByRole('heading', { level: 1, name: 'Glossary' })).toBeTruthy()
  expect(words()).toEqual(GLOSSARY.map(({ term }) => term))
  expect(words(), 'a word of a further course').not.toContain('cohort')
  const links = await screen.findAllByRole('link', { name: 'Receive what others send' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    ['idempotent', 'webhook'].map(() => '/courses/master-course/sessions/give-data-a-home/tutorials/receive-what-others-send'),
  )
})

test('LEARN-71 the search of the glossary is in the URL, covers words and meanings, and can be emptied', async () => {
  await renderSignedIn('/glossary?search=WEBHOOK')
  await waitFor(() => expect(words()).toEqual(['webhook']))
  const search = screen.getByRole('searchbox', { name: 'Search the glossary' })
  fireEvent.change(search, { target: { value: 'takes effect once' } })
  expect(words()).toEqual(['idempotent'])
  expect(screen.getByText(`1 of ${GLOSSARY.length} words`)).toBeTruthy()
  fireEvent.change(search, { target: { value: 'no such word' } })
  fireEvent.click(screen.getByRole('button', { name: 'Show all words' }))
  expect(words()).toHaveLength(GLOSSARY.length)
  expect(document.activeElement).toBe(search)
})

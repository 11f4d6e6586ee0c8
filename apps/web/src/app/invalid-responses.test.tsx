import { contract } from '@academy/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MockApi } from '../testing/mock-api.ts'
import { mockCourse, tutorialPath } from '../testing/mock-course.ts'
import { mockLibrary, sampleResources } from '../testing/mock-library.ts'
import { mockPrompts, samplePrompt } from '../testing/mock-prompts.ts'
import { renderSignedIn } from '../testing/render-signed-in.tsx'
import { sampleContent, sampleCourse, sampleSession, sampleSessionDetail, sampleTutorial } from '../testing/samples.ts'

const { accounts, courses, library, prompts } = contract

/** Returns `value` without one field. */
const without = <T extends object>(value: T, field: keyof T): Partial<T> => ({ ...value, [field]: undefined })
const ok = <Data,>(data: Data) => ({ success: true as const, data })

type Screen = {
  id: string
  mock: () => { api: MockApi }
  path: string
  route: Parameters<MockApi['reply']>[0]
  text: string
  incomplete: unknown
}

const screens: Screen[] = [
  {
    id: 'ERR-42',
    mock: mockCourse,
    path: '/courses/master-course',
    route: courses.course,
    text: 'Course not found',
    incomplete: ok(null),
  },
  {
    id: 'ERR-44',
    mock: mockCourse,
    path: '/courses/master-course',
    route: courses.sessions,
    text: 'Failed to load sessions',
    incomplete: ok([without(sampleSession(1), 'tutorials')]),
  },
  {
    id: 'ERR-45',
    mock: mockCourse,
    path: '/courses/master-course',
    route: courses.courseVideo,
    text: 'Failed to load video content',
    incomplete: ok({}),
  },
  {
    id: 'ERR-48',
    mock: mockCourse,
    path: tutorialPath('brief'),
    route: courses.session,
    text: 'Error loading session',
    incomplete: ok(without(sampleSessionDetail('idea'), 'properties')),
  },
  {
    id: 'ERR-48',
    mock: mockCourse,
    path: tutorialPath('brief'),
    route: courses.sessionTutorials,
    text: 'Error loading session',
    incomplete: ok([without(sampleTutorial('brief'), 'name')]),
  },
  {
    id: 'ERR-53',
    mock: mockCourse,
    path: tutorialPath('brief'),
    route: courses.tutorialContent,
    text: 'Failed to fetch tutorial content',
    incomplete: ok(without(sampleContent({}), 'next')),
  },
  {
    id: 'ERR-58',
    mock: mockLibrary,
    path: '/resources',
    route: library.list,
    text: 'Error loading resources',
    incomplete: ok({ results: [{ id: 'map' }] }),
  },
  {
    id: 'ERR-61',
    mock: mockLibrary,
    path: '/resources/map',
    route: library.prompt,
    text: 'Error loading prompt content: ',
    incomplete: ok(undefined),
  },
  {
    id: 'ERR-65',
    mock: mockLibrary,
    path: '/resources/map',
    route: library.relatedResources,
    text: 'Error loading related resources',
    incomplete: ok(null),
  },
  {
    id: 'ERR-26',
    mock: mockPrompts,
    path: '/my-prompts',
    route: prompts.list,
    text: 'Failed to load prompts',
    incomplete: [without(samplePrompt('name'), 'title')],
  },
  {
    id: 'ERR-31',
    mock: mockPrompts,
    path: '/my-prompts/name',
    route: prompts.get,
    text: 'Failed to load prompt details',
    incomplete: without(samplePrompt('name'), 'content'),
  },
]

const everyResponse = screens.flatMap((screen, index) => [
  // One screen is enough: `unwrapResponse` rejects it before the screen reads the data.
  ...(index === 0 ? [{ ...screen, kind: 'success: false', body: { success: false } }] : []),
  { ...screen, kind: 'data: null', body: screen.path.startsWith('/my-prompts') ? null : ok(null) },
  { ...screen, kind: 'a missing field', body: screen.incomplete },
])

test.each(everyResponse)('$id treats a 200 with $kind from $route.path as a failure', async ({ mock, path, route, text, body }) => {
  const { api } = mock()
  api.reply(courses.course, 200, ok(sampleCourse()))
  api.reply(courses.courseVideo, 200, ok({ html: '' }))
  api.replyOutsideTheContract(route, 200, body)
  await renderSignedIn(path)
  expect((await screen.findAllByText(text, { exact: false })).length).toBeGreaterThan(0)
  const shown = document.body.textContent ?? ''
  expect(shown).not.toMatch(/undefined|TypeError|Cannot read|not iterable|is not a function|has no data|\{\}/)
  expect(screen.queryByText(/^Loading/)).toBeNull()
})

test('ERR-48 shows the catalog text for a session without data', async () => {
  const { api } = mockCourse()
  api.replyOutsideTheContract(courses.session, 200, ok(null))
  await renderSignedIn(tutorialPath('brief'))
  expect(await screen.findByText('Failed to load session data')).toBeTruthy()
})

const saveProfile = async (mock: (api: MockApi) => void) => {
  const { api } = mockCourse()
  mock(api)
  await renderSignedIn('/settings')
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  const title = await screen.findByText('Update Failed')
  return within(title.parentElement ?? title)
}

test.each([
  ['ERR-03 a 200 with success: false', 200, { success: false }, 'Failed to update profile.'],
  ['ERR-03 a 200 with success: false and a text', 200, { success: false, error: 'The profile is locked.' }, 'The profile is locked.'],
  ['ERR-03 a gateway without a text', 502, '<h1>Bad gateway</h1>', 'Failed to update profile.'],
] as const)('%s fails the save of a profile', async (_, status, body, text) => {
  const toast = await saveProfile((api) => api.replyOutsideTheContract(accounts.updateProfile, status, body))
  expect(toast.getByText(text)).toBeTruthy()
})

test('opens a resource when another response of its page is invalid', async () => {
  const { api } = mockLibrary()
  api.replyOutsideTheContract(library.prerequisite, 200, { success: false })
  await renderSignedIn(`/resources/${sampleResources[0]?.id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Map a codebase' })).toBeTruthy()
})

import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { mockCourse, openBriefTutorial, tutorialPath } from '../../../testing/mock-course.ts'
import { renderSignedIn } from '../../../testing/render-signed-in.tsx'

// The API signs the URLs of its files again every hour.
const film = (key: string) => ({ html: `<figure><div class="video-frame"><video src="/api/files/film?key=${key}"></video></div></figure>` })
const diagram = (key: string) => `/api/files/diagram?key=${key}`
let api: MockApi
let show: ReturnType<typeof mockCourse>['show']

beforeEach(() => {
  ;({ api, show } = mockCourse())
  Element.prototype.scrollIntoView = vi.fn()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})

const region = (name: string) => screen.findByRole('region', { name })
const player = (box: HTMLElement) => box.querySelector('video')
const loadAgain = async () => {
  const { queryClient } = await import('../../../api/query-client.ts')
  await act(() => queryClient.refetchQueries({ queryKey: ['tutorials'] }))
}
const loads = () => api.count('GET', '/api/tutorials/brief/content')

async function watch() {
  show({ video: film('1') })
  await openBriefTutorial()
  const box = await region('Video Tutorial')
  fireEvent.click(within(box).getByRole('button', { name: 'Watch Video' }))
  await waitFor(() => expect(player(box)).toBeTruthy())
  return box
}

test('COURSE-17 TUT-33 a video keeps playing when a refetch changes its file URL', async () => {
  const box = await watch()
  const playing = player(box)
  const started = vi.mocked(HTMLMediaElement.prototype.play).mock.calls.length
  show({ video: film('2'), description: { html: '<p>Published again.</p>' } })
  await loadAgain()
  await screen.findByText('Published again.')
  expect(player(box)).toBe(playing)
  expect(playing?.getAttribute('src')).toBe('/api/files/film?key=1')
  expect(HTMLMediaElement.prototype.play).toHaveBeenCalledTimes(started)
})

test('COURSE-18 a retry refetches the file URL of the video', async () => {
  const box = await watch()
  fireEvent.error(player(box) as Element)
  show({ video: film('2') })
  const before = loads()
  fireEvent.click(within(box).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(player(box)?.getAttribute('src')).toBe('/api/files/film?key=2'))
  expect(loads()).toBe(before + 1)
})

test.each([
  ['played to 20:00', 1200, 1200],
  ['never played', 0, 30],
])('LEARN-11 LEARN-33 a retry of a video that was opened at 0:30 and %s starts at the right second', async (_case, reached, expected) => {
  const position = {
    tutorial_id: 'brief',
    state: 'started',
    video_seconds: reached,
    place: null,
    updated_at: '2026-11-22T12:00:00.000Z',
  } as const
  api.reply(contract.learning.saveVideoPosition, 200, position)
  show({ video: film('1') })
  await renderSignedIn(`${tutorialPath('brief')}?t=30`)
  const box = await region('Video Tutorial')
  await waitFor(() => expect(player(box)).toBeTruthy())
  Object.assign(player(box) ?? {}, { currentTime: reached })
  fireEvent.error(player(box) as Element)
  fireEvent.click(within(box).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(player(box)).toBeTruthy())
  Object.defineProperty(player(box), 'duration', { value: 2000 })
  fireEvent(player(box) as Element, new Event('loadedmetadata'))
  expect(player(box)?.currentTime).toBe(expected)
})

test('TUT-15 a failed diagram offers a retry that refetches its URL', async () => {
  show({ diagram_url: diagram('1') })
  await openBriefTutorial()
  const box = await region('Reference diagram')
  fireEvent.error(within(box).getByRole('img'))
  expect(within(box).getByText("We couldn't load the diagram.")).toBeTruthy()
  const before = loads()
  fireEvent.click(within(box).getByRole('button', { name: 'Try again' }))
  expect((await within(box).findByRole('img')).getAttribute('src')).toBe(diagram('1'))
  expect(loads()).toBe(before + 1)
})

test('TUT-15 a failed diagram loads again when its URL changes', async () => {
  show({ diagram_url: diagram('1') })
  await openBriefTutorial()
  const box = await region('Reference diagram')
  fireEvent.error(within(box).getByRole('img'))
  show({ diagram_url: diagram('2') })
  await loadAgain()
  expect((await within(box).findByRole('img')).getAttribute('src')).toBe(diagram('2'))
})

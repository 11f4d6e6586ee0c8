import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { mockCourse, openBriefTutorial, tutorialPath } from '../../../testing/mock-course.ts'
import { formatTime } from '../../../ui/format-time.ts'

let api: MockApi
let show: ReturnType<typeof mockCourse>['show']

const film = (key: string) => ({
  html: `<div class="video-frame"><video src="/api/files/film?key=${key}" controls><track src="/api/files/captions?key=${key}&amp;x=1" kind="captions"></video></div>`,
})
const captions = (count: number) =>
  ['WEBVTT', ...Array.from({ length: count }, (_, index) => `00:${index + 10}.000 --> 00:${index + 11}.000\nLine ${index + 1}`)].join(
    '\n\n',
  )
const countOfCaptionRequests = () => api.count('GET', '/api/files/captions')

beforeEach(() => {
  ;({ api, show } = mockCourse())
  api.on('GET', '/api/files/captions', () => new Response(captions(3)))
  show({ video: film('1') })
  Element.prototype.scrollIntoView = vi.fn()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})

const transcript = () => screen.findByRole('button', { name: 'Transcript' })
const isOpen = async () => (await transcript()).getAttribute('aria-expanded')
const currentLines = () => [...document.querySelectorAll('li[aria-current="true"]')].map((line) => line.textContent)

/** Starts the video, and waits for its keys. */
async function watch(): Promise<HTMLVideoElement> {
  fireEvent.click(await screen.findByRole('button', { name: 'Watch Video' }))
  await screen.findByRole('button', { name: 'Keyboard shortcuts' })
  return shownVideo()
}

function shownVideo(): HTMLVideoElement {
  const video = document.querySelector('video')
  if (!video) throw new Error('no video')
  return video
}

/** Replaces what needs a loaded film: 100 seconds, paused at 50, in view. */
function mockFilm(video: HTMLVideoElement, at = 50) {
  const state = { at, paused: true }
  Object.defineProperties(video, {
    duration: { value: 100 },
    paused: { get: () => state.paused },
    currentTime: { get: () => state.at, set: (seconds: number) => Object.assign(state, { at: seconds }) },
  })
  const box = vi.spyOn(video, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 640, 360))
  video.play = async () => void Object.assign(state, { paused: false })
  video.pause = () => void Object.assign(state, { paused: true })
  return { state, box }
}

const press = (key: string, on: Element = document.body, init: KeyboardEventInit = {}) => fireEvent.keyDown(on, { key, ...init })

test('LEARN-17 the transcript is loaded when it is opened, and its times start the video there', async () => {
  await openBriefTutorial()
  expect(await isOpen()).toBe('false')
  expect(countOfCaptionRequests()).toBe(0)
  fireEvent.click(await transcript())
  expect(await screen.findByText('Line 3')).toBeTruthy()
  expect(countOfCaptionRequests()).toBe(1)
  expect(currentLines()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Play from 0:12' }))
  await screen.findByRole('button', { name: 'Keyboard shortcuts' })
  const { state } = mockFilm(shownVideo(), 0)
  fireEvent(shownVideo(), new Event('loadedmetadata'))
  expect(state.at).toBe(12)
})

test('LEARN-33 a link to a second starts the video there each time that it is followed', async () => {
  const router = await openBriefTutorial()
  const follow = async () => {
    const before = document.querySelector('video')
    router.goTo(`${tutorialPath('brief')}?t=12`)
    await waitFor(() => expect([null, before]).not.toContain(document.querySelector('video')))
    const { state } = mockFilm(shownVideo(), 0)
    fireEvent(shownVideo(), new Event('loadedmetadata'))
    return state.at
  }
  expect([await follow(), await follow()]).toEqual([12, 12])
})

test('LEARN-17 the current line is marked while the video plays, and its times seek and play', async () => {
  await openBriefTutorial()
  const video = await watch()
  const { state } = mockFilm(video, 0)
  expect(await screen.findByText('Line 1')).toBeTruthy()
  expect(await isOpen()).toBe('true')
  fireEvent.timeUpdate(video)
  expect(currentLines()).toEqual([])
  state.at = 11.2
  fireEvent.timeUpdate(video)
  expect(currentLines()).toEqual(['0:11Line 2'])
  fireEvent.click(screen.getByRole('button', { name: 'Play from 0:12' }))
  expect(state).toEqual({ at: 12, paused: false })
  fireEvent.timeUpdate(video)
  expect(currentLines()).toEqual(['0:12Line 3'])
})

test('LEARN-17 a long transcript stays closed until the user opens it', async () => {
  api.on('GET', '/api/files/captions', () => new Response(captions(13)))
  await openBriefTutorial()
  await watch()
  expect(await screen.findByText('Line 13')).toBeTruthy()
  expect(await isOpen()).toBe('false')
})

test('LEARN-17 a retry refetches the URL of captions that failed to load', async () => {
  api.on('GET', '/api/files/captions', ({ search }) =>
    search.get('key') === '1' ? new Response(null, { status: 404 }) : new Response(captions(1)),
  )
  await openBriefTutorial()
  fireEvent.click(await transcript())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('We couldn’t load the transcript.')
  show({ video: film('2') })
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Line 1')).toBeTruthy()
})

test('EDITION-11 the transcript names the chapters where they begin', async () => {
  const chapters = 'WEBVTT\nKind: chapters\n\n00:10.000 --> 00:12.000\nThe prompt\n\n00:12.000 --> 00:13.000\nThe answer'
  api.on('GET', '/api/files/chapters', () => new Response(chapters))
  const tracks = '<track src="/api/files/captions" kind="captions"><track src="/api/files/chapters" kind="chapters">'
  show({ video: { html: `<video src="/api/files/film" poster="/api/files/poster" controls>${tracks}</video>` } })
  await openBriefTutorial()
  const box = await screen.findByRole('region', { name: 'Video Tutorial' })
  expect(box.querySelector('img')?.getAttribute('src')).toBe('/api/files/poster')
  fireEvent.click(await transcript())
  await screen.findByText('Line 3')
  const lines = [...box.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(lines).toEqual(['The prompt0:10Line 1', '0:11Line 2', 'The answer0:12Line 3'])
})

test('LEARN-17 a video without captions has no transcript', async () => {
  show({ video: { html: '<video src="/api/files/film"></video>' } })
  await openBriefTutorial()
  await watch()
  expect(screen.queryByRole('button', { name: 'Transcript' })).toBeNull()
})

test.each([
  [0, '0:00'],
  [65.9, '1:05'],
  [3_725, '1:02:05'],
])('LEARN-17 shows second %d as %s', (seconds, expected) => {
  expect(formatTime(seconds)).toBe(expected)
})

test('LEARN-18 keys play, pause, seek within the video, and switch captions and full screen', async () => {
  await openBriefTutorial()
  const video = await watch()
  const { state } = mockFilm(video)
  const positions = ['j', 'L', 'l', 'ArrowLeft', 'ArrowRight'].map((key) => {
    press(key)
    return state.at
  })
  expect(positions).toEqual([40, 50, 60, 55, 60])
  for (let count = 0; count < 5; count++) press('l', document.body, { repeat: true })
  expect(state.at).toBe(100)
  state.at = 3
  press('ArrowLeft')
  expect(state.at).toBe(0)

  const isPaused = [' ', 'k', 'K'].map((key) => {
    press(key)
    return state.paused
  })
  expect(isPaused).toEqual([false, true, false])
  press('k', document.body, { repeat: true })
  expect(state.paused, 'a held key').toBe(false)

  const track = { kind: 'captions', mode: 'showing' }
  const chapters = { kind: 'chapters', mode: 'hidden' }
  Object.defineProperty(video, 'textTracks', { value: [track, chapters] })
  press('c')
  expect(track.mode).toBe('hidden')
  press('c')
  expect([track.mode, chapters.mode]).toEqual(['showing', 'hidden'])
  video.requestFullscreen = vi.fn(async () => undefined)
  press('f')
  expect(video.requestFullscreen).toHaveBeenCalledTimes(1)
})

test('LEARN-18 keys do nothing while the user types, with other modifiers, on controls that use them, or below a dialog', async () => {
  await openBriefTutorial()
  const video = await watch()
  const { state, box } = mockFilm(video)
  const note = document.createElement('textarea')
  const code = document.createElement('pre')
  document.body.append(note, code)
  const button = screen.getByRole('button', { name: 'Keyboard shortcuts' })
  const ignored: [string, Element, KeyboardEventInit?][] = [
    ...['k', ' ', 'j', 'ArrowLeft', '?'].map((key): [string, Element] => [key, note]),
    [' ', button],
    [' ', await screen.findByRole('link', { name: 'Video' })],
    [' ', video],
    ['ArrowRight', code],
    ['j', document.body, { ctrlKey: true }],
    ['l', document.body, { metaKey: true }],
    [' ', document.body, { shiftKey: true }],
    ['x', document.body],
  ]
  const results = ignored.map(([key, on, init]) => ({ key, isLeftToTheBrowser: press(key, on, init), ...state }))
  expect(results).toEqual(ignored.map(([key]) => ({ key, isLeftToTheBrowser: true, at: 50, paused: true })))
  expect(screen.queryByRole('dialog')).toBeNull()
  press('k', button)
  expect(state.paused, 'letters on a button').toBe(false)

  box.mockReturnValue(new DOMRect(0, -900, 640, 360))
  expect(press(' '), 'space scrolls when the video is out of view').toBe(true)
  press('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  press('k')
  press('l')
  expect(state).toEqual({ at: 50, paused: false })
})

test('LEARN-18 a button and ? open the list of keys, where they can be turned off', async () => {
  await openBriefTutorial()
  const video = await watch()
  const { state } = mockFilm(video)
  press('?', document.body, { shiftKey: true })
  expect((await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).textContent).toMatch(/Space or K.*10 seconds back/)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  fireEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Use these shortcuts' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  press('l')
  press('?')
  expect(state.at).toBe(50)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(localStorage.getItem('academy.player')).toBe('{"keys":false}')
})

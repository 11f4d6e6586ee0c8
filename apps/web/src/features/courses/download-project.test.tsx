import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { captureDownloads } from '../../testing/capture-downloads.ts'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockCourse, openBriefTutorial, tutorialPath } from '../../testing/mock-course.ts'
import { masterCourseContext, sampleContent, sampleContext, sampleSessionDetail } from '../../testing/samples.ts'

const { accounts, courses, learning } = contract
const checkpoint = { file_name: 'signal-board-session-01.zip', files: 14, size: 32_409, free: false }
const LABEL = /^Download the project of this session/

let api: MockApi
let show: ReturnType<typeof mockCourse>['show']
let saved: ReturnType<typeof captureDownloads>

const offer = (changes: Partial<typeof checkpoint> | null) =>
  api.reply(courses.session, 200, {
    success: true,
    data: { ...sampleSessionDetail('idea'), checkpoint: changes && { ...checkpoint, ...changes } },
  })

beforeEach(() => {
  ;({ api, show } = mockCourse())
  saved = captureDownloads()
  offer({})
  api.reply(accounts.context, 200, masterCourseContext())
  api.replyFile(courses.sessionCheckpoint, 'application/zip', 'PK')
})

const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const downloads = () => api.requests.filter(({ path }) => path.endsWith('/checkpoint')).map(({ search }) => search.toString())

test('EDITION-15 the project of the session is saved under its name, and its files and size are shown', async () => {
  await openBriefTutorial()
  const button = await screen.findByRole('button', { name: LABEL })
  expect(button.textContent).toContain('14 files, 32 kB')
  fireEvent.click(button)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect([saved[0]?.name, saved[0]?.file.type, await saved[0]?.file.text()]).toEqual([checkpoint.file_name, 'application/zip', 'PK'])
  expect(downloads()).toEqual(['start=false'])
})

test('CHECK-11 a session with checks says how to check the project, and then that it passed', async () => {
  const progress = { tutorials: [], done: 0, total: 3, continue_with: null, sessions_with_checks: ['idea'] }
  api.reply(learning.progress, 200, { ...progress, checked_sessions: [] })
  await openBriefTutorial()
  expect((await screen.findByText('vca check idea')).tagName).toBe('CODE')
  api.reply(learning.progress, 200, { ...progress, checked_sessions: ['idea'] })
  const { queryClient } = await import('../../api/query-client.ts')
  await queryClient.refetchQueries({ type: 'active' })
  expect(await screen.findByText('Checked: your project passed the checks of this session.')).toBeTruthy()
  expect(screen.queryByText('vca check idea')).toBeNull()
})

test('EDITION-15 a session without a checkpoint offers none', async () => {
  offer(null)
  await openBriefTutorial()
  expect(screen.queryByRole('button', { name: LABEL })).toBeNull()
})

test('EDITION-16 ACCESS-08 without the course the button says that it is locked, and opens the pricing dialog', async () => {
  api.reply(accounts.context, 200, sampleContext())
  await openBriefTutorial()
  const button = await screen.findByRole('button', { name: /^Download the project of this session \(locked\)/ })
  fireEvent.click(button)
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(downloads()).toEqual([])
})

test('EDITION-16 a free project is saved without the course', async () => {
  api.reply(accounts.context, 200, sampleContext())
  offer({ free: true, files: 1, size: 12 })
  await openBriefTutorial()
  const button = await screen.findByRole('button', { name: LABEL })
  expect(button.textContent).toContain('1 file, 1 kB')
  fireEvent.click(button)
  await waitFor(() => expect(saved).toHaveLength(1))
})

test('EDITION-16 LEARN-56 a question about the project of one session is not shown with another session', async () => {
  const detail = { ...sampleSessionDetail('screen'), checkpoint }
  api.reply(courses.session, 200, { success: true, data: detail }, { params: { sessionId: 'screen' } })
  api.refuse(courses.sessionCheckpoint, 409, 'guarantee_open', 'This download starts the course.')
  const router = await openBriefTutorial()
  router.goTo(tutorialPath('brief', 'screen'))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Cut it down' }).getAttribute('href')).toContain('/screen/'))
  fireEvent.click(await screen.findByRole('button', { name: LABEL }))
  await screen.findByText(/This download starts the course and ends the guarantee/)
  router.goTo(tutorialPath('brief'))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Cut it down' }).getAttribute('href')).toContain('/idea/'))
  expect(screen.queryByText(/This download starts the course and ends the guarantee/)).toBeNull()
})

test('EDITION-16 LEARN-56 the page asks the user before a download ends the guarantee', async () => {
  api.refuse(courses.tutorialContent, 409, 'guarantee_open', 'This tutorial starts the course.')
  api.refuse(courses.sessionCheckpoint, 409, 'guarantee_open', 'This download starts the course.')
  await openBriefTutorial()
  fireEvent.click(await screen.findByRole('button', { name: LABEL }))
  expect(await screen.findByText(/This download starts the course and ends the guarantee/)).toBeTruthy()
  press('Not now')
  await waitFor(() => expect(screen.queryByText(/This download starts the course/)).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: LABEL }))
  expect([saved, downloads()]).toEqual([[], ['start=false']])

  fireEvent.click(screen.getByRole('button', { name: LABEL }))
  await screen.findByRole('button', { name: 'Start and download' })
  api.breakConnection(courses.sessionCheckpoint)
  press('Start and download')
  expect(await screen.findByText("We couldn't download the project")).toBeTruthy()
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start and download' }).disabled).toBe(false))
  api.replyFile(courses.sessionCheckpoint, 'application/zip', 'PK')
  show(sampleContent())
  press('Start and download')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(downloads().at(-1)).toBe('')
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(screen.queryByText(/This download starts the course/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: LABEL }))
})

test('EDITION-15 a failed download is reported, and nothing is saved', async () => {
  api.refuse(courses.sessionCheckpoint, 503, 'unavailable', 'The academy is not available at the moment.')
  await openBriefTutorial()
  fireEvent.click(await screen.findByRole('button', { name: LABEL }))
  expect(await screen.findByText("We couldn't download the project")).toBeTruthy()
  expect(saved).toEqual([])
})

test('CTX-11 EDITION-15 the button for the project shows that it loads while entitlements load', async () => {
  const { promise: after, resolve: load } = Promise.withResolvers<void>()
  api.reply(accounts.context, 200, masterCourseContext(), { after })
  await openBriefTutorial()
  const loading = await screen.findByRole<HTMLButtonElement>('button', { name: /^Loading\.\.\. ?14 files/ })
  expect([loading.disabled, screen.queryByRole('button', { name: LABEL })]).toEqual([true, null])
  load()
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: LABEL })).disabled).toBe(false)
})

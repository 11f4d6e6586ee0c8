import { type Certificate, contract, type OwnCertificate } from '@academy/contract'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { captureDownloads } from '../../testing/capture-downloads.ts'
import { type MockApi, mockApi } from '../../testing/mock-api.ts'
import { mockAuthProvider, sampleSession as providerSession } from '../../testing/mock-auth-provider.ts'
import { currentPath, navigationState, openApp, storeSession } from '../../testing/open-app.tsx'
import { masterCourseContext } from '../../testing/samples.ts'
import { settled } from '../../testing/settled.ts'
import { expectToast } from '../../testing/toasts.ts'
import { CertificateSheet } from './certificate-sheet.tsx'

const { accounts, certificates } = contract
const sample: Certificate = {
  id: 'an-address',
  name: 'Ada Byron',
  course: 'The Master Course',
  completed_on: '2026-11-22',
  hours: 12.5,
  issuer: 'Verified by the academy',
  sessions_checked: null,
}
const own = (changes: Partial<OwnCertificate> = {}): OwnCertificate => ({
  ...sample,
  course_id: 'master-course',
  hidden: false,
  state: 'valid',
  revoke_reason: null,
  review: null,
  ...changes,
})

let api: MockApi
beforeEach(() => {
  api = mockApi()
  api.reply(certificates.verify, 200, sample)
})
const open = () => openApp('/certificates/an-address')

function signInHolder(changes: Partial<OwnCertificate> = {}) {
  storeSession(providerSession())
  api.reply(accounts.context, 200, masterCourseContext())
  api.reply(certificates.list, 200, [own(changes)])
}

test("LEARN-42 a visitor without a session sees the certificate, without the holder's controls", async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Certificate of completion' })).toBeTruthy()
  expect(screen.getByText('Ada Byron').closest('[data-private]')).toBeTruthy()
  for (const text of ['The Master Course', 'November 22, 2026', '12.5 hours', 'Verified by the academy', /\/certificates\/an-address$/])
    expect(screen.getByText(text)).toBeTruthy()
  await waitFor(() => expect(document.title).toContain('Certificate'))
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See the course' }).getAttribute('href')).toBe('/welcome')
  expect(screen.queryByRole('heading', { name: 'Your certificate' })).toBeNull()
  for (const role of ['link', 'button']) expect(screen.queryByRole(role, { name: /LinkedIn|picture/ })).toBeNull()
  expect(api.requests.every(({ token }) => token === null)).toBe(true)
})

test('CHECK-13 says how many projects passed their checks, and where these ran; nothing without any', async () => {
  const shown = (sessions_checked: Certificate['sessions_checked']) => {
    render(<CertificateSheet certificate={{ ...sample, sessions_checked }} origin="https://academy.test" />, { wrapper: MemoryRouter })
    const text = screen.queryByText('Projects checked, on the holder’s machine')?.parentElement?.textContent
    cleanup()
    return text
  }
  expect(shown({ count: 11, of: 12 })).toContain('11 of 12 sessions')
  expect([shown({ count: 0, of: 12 }), shown(null)]).toEqual([undefined, undefined])
})

test('LEARN-67 the holder adds the certificate to LinkedIn, and downloads it as a picture', async () => {
  signInHolder()
  // happy-dom has neither fonts nor a canvas.
  Object.defineProperty(document, 'fonts', { value: { load: async () => [] }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(document, 'fonts'))
  vi.stubGlobal('Path2D', class {})
  const draw = new Proxy({ measureText: () => ({ width: 100 }) }, { get: (target, key) => Reflect.get(target, key) ?? (() => undefined) })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(draw as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['picture'])))
  await open()
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Add to LinkedIn' })
  expect(Object.fromEntries(new URL(link.href).searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'The Master Course',
    organizationName: 'Vibe Coding Academy',
    issueYear: '2026',
    issueMonth: '11',
    certId: 'an-address',
    certUrl: `${window.location.origin}/certificates/an-address`,
  })
  const downloads = captureDownloads()
  fireEvent.click(screen.getByRole('button', { name: 'Download picture' }))
  await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['certificate.png']))
  expect(screen.queryByRole('link', { name: 'See the course' })).toBeNull()
})

test.each([
  [404, 'not_found', 'Certificate not found'],
  [410, 'certificate_invalid', 'This certificate is no longer valid'],
  [400, 'invalid_request', "We couldn't load this certificate"],
] as const)('LEARN-42 LEARN-45 shows an error page for a response with %i', async (status, code, title) => {
  api.refuse(certificates.verify, status, code, 'No.')
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(screen.queryByText('Ada Byron')).toBeNull()
})

test('LEARN-42 hides the previous certificate while another one loads in the same tab', async () => {
  await open()
  await screen.findByText('Ada Byron')
  const response = Promise.withResolvers<void>()
  api.reply(
    certificates.verify,
    200,
    { ...sample, id: 'another', name: 'Grace Hopper' },
    { params: { id: 'another' }, after: response.promise },
  )
  window.history.pushState({}, '', '/certificates/another')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await waitFor(() => expect(screen.queryByText('Ada Byron')).toBeNull())
  response.resolve()
  expect(await screen.findByText('Grace Hopper')).toBeTruthy()
})

test('LEARN-43 the holder hides the certificate, and shows it again', async () => {
  signInHolder()
  api.reply(certificates.setVisibility, 200, own({ hidden: true }))
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Hide it' }))
  expect(await screen.findByRole('button', { name: 'Show it to visitors' })).toBeTruthy()
  expect(screen.getByText(/^Hidden/)).toBeTruthy()
  expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ hidden: true })
})

test('LEARN-43 a list from before the change that arrives after it does not show the certificate as visible again', async () => {
  signInHolder()
  api.reply(certificates.setVisibility, 200, own({ hidden: true }))
  const { queryClient } = await open()
  const button = await screen.findByRole('button', { name: 'Hide it' })
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.reply(certificates.list, 200, [own()], { after })
  const loads = api.count('GET', '/api/certificates')
  const refetch = queryClient.refetchQueries({ queryKey: ['certificates'] })
  await waitFor(() => expect(api.count('GET', '/api/certificates')).toBe(loads + 1))
  fireEvent.click(button)
  await screen.findByRole('button', { name: 'Show it to visitors' })
  respond()
  await act(() => refetch)
  await settled()
  expect(screen.getByText(/^Hidden/)).toBeTruthy()
})

test('LEARN-44 the holder reissues the certificate after a changed name, and the focus moves to the heading', async () => {
  signInHolder()
  api.reply(certificates.reissue, 200, own({ name: 'Ada Lovelace' }))
  await open()
  const reissue = await screen.findByRole('button', { name: 'Reissue for Ada Lovelace' })
  reissue.focus()
  fireEvent.click(reissue)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Reissue/ })).toBeNull())
  expect(screen.getByText('Ada Lovelace', { selector: 'p' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Your certificate')
})

test('LEARN-44 a successful action removes the error of another one', async () => {
  signInHolder()
  api.refuse(certificates.setVisibility, 503, 'unavailable', 'Please try again soon.')
  api.reply(certificates.reissue, 200, own({ name: 'Ada Lovelace' }))
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Hide it' }))
  expect(await screen.findByText('Please try again soon.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reissue for Ada Lovelace' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Reissue/ })).toBeNull())
  expect(screen.queryByText('Please try again soon.')).toBeNull()
})

test.each([
  ['revoked', 'The name was made up.', /The academy revoked it: The name was made up\./],
  ['course_lost', null, /You no longer own the course\./],
] as const)('LEARN-45 the holder of a certificate in state %s reads why, and does not see it', async (state, revoke_reason, why) => {
  api.refuse(certificates.verify, 410, 'certificate_invalid', 'No.')
  signInHolder({ state, revoke_reason })
  await open()
  expect(await screen.findByText(why)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'This certificate is no longer valid' })).toBeTruthy()
  expect(screen.queryByText('Verified by the academy')).toBeNull()
})

test('LEARN-42 shows a verified certificate while the auth service does not respond, and while the list of the holder loads', async () => {
  const provider = mockAuthProvider(api)
  const renewal = Promise.withResolvers<void>()
  const list = Promise.withResolvers<void>()
  provider.repliesAfter(renewal.promise, 'POST', '/token', providerSession('renewed'))
  storeSession(providerSession('stored', -60))
  api.reply(accounts.context, 200, masterCourseContext())
  api.reply(certificates.list, 200, [own()], { after: list.promise })
  await open()
  expect(await screen.findByText('Verified by the academy')).toBeTruthy()
  renewal.resolve()
  await waitFor(() => expect(api.requests.some(({ path }) => path === '/api/certificates')).toBe(true))
  expect(screen.getByText('Verified by the academy')).toBeTruthy()
  list.resolve()
  expect(await screen.findByRole('heading', { name: 'Your certificate' })).toBeTruthy()
})

test.each(['Hide it', 'Reissue for Ada Lovelace'])(
  'ERR-08 D-19 after the session ended, “%s” leads to sign-in, with the way back to the certificate',
  async (name) => {
    signInHolder()
    await open()
    const button = await screen.findByRole('button', { name })
    localStorage.clear()
    fireEvent.click(button)
    await expectToast('error', 'Authentication error', 'Please sign in to continue.')
    await waitFor(() => expect(currentPath()).toBe('/login'))
    expect(navigationState()).toEqual({ from: '/certificates/an-address' })
    expect(screen.queryByText('No access token available')).toBeNull()
    expect(api.requests.some(({ method }) => method !== 'GET')).toBe(false)
  },
)

test('LEARN-42 a holder whose session ends elsewhere keeps seeing the certificate', async () => {
  mockAuthProvider(api).signsOut()
  signInHolder()
  const { session } = await open()
  await screen.findByRole('button', { name: 'Hide it' })
  await act(() => session.endSession())
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Your certificate' })).toBeNull())
  expect(screen.getByText('Verified by the academy')).toBeTruthy()
  expect(currentPath()).toBe('/certificates/an-address')
})

const writeReview = (text: string) => {
  fireEvent.change(screen.getByLabelText('Your review'), { target: { value: text } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Show it with my name, Ada Byron' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send review' }))
}
const savedReviews = () => api.requests.filter(({ path }) => path.endsWith('/review')).map(({ body }) => body)

test('REVIEW-05 asks the holder for a review, which can be changed and withdrawn', async () => {
  signInHolder()
  api.reply(certificates.saveReview, 200, { success: true, data: { text: 'I built a board.', with_name: true, approved: false } })
  await open()
  await screen.findByRole('heading', { name: 'What would you tell another product manager?' })
  writeReview(' I built a board. ')
  expect(await screen.findByRole('heading', { name: 'Your review' })).toBe(document.activeElement)
  expect(screen.getByText('I built a board.')).toBeTruthy()
  expect(screen.getByText('The academy reads it before visitors see it. With your name.')).toBeTruthy()
  api.reply(certificates.saveReview, 200, { success: true, data: { text: null, with_name: false, approved: false } })
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw it' }))
  await screen.findByText('You wrote none.')
  expect(savedReviews()).toEqual([
    { text: 'I built a board.', with_name: true },
    { text: null, with_name: false },
  ])
})

test('REVIEW-05 keeps what was written when it could not be saved', async () => {
  signInHolder()
  api.refuse(certificates.saveReview, 409, 'conflict', 'Your certificate is no longer valid.')
  await open()
  await screen.findByRole('heading', { name: 'What would you tell another product manager?' })
  writeReview('I built a board.')
  expect(await screen.findByText('Your certificate is no longer valid.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your review').value).toBe('I built a board.')
})

test('REVIEW-05 asks no holder again who said no', async () => {
  signInHolder({ review: { text: null, with_name: false, approved: false } })
  await open()
  expect(await screen.findByRole('button', { name: 'Write a review' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('REVIEW-05 asks no holder of an invalid certificate', async () => {
  signInHolder({ state: 'revoked', revoke_reason: 'By mistake' })
  await open()
  await screen.findByText(/By mistake/)
  expect(screen.queryByText(/another product manager/)).toBeNull()
})

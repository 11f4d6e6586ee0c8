import { afterEach, expect, test, vi } from 'vitest'

const session = vi.hoisted(() => ({ account: 'first' }))
const saveProgress = vi.hoisted(() => vi.fn<(request: { params: { tutorialId: string } }) => Promise<unknown>>())
vi.mock('../../../session/session.ts', () => ({
  currentSession: () => ({ user: { id: session.account } }),
  onSignOut: () => undefined,
}))
vi.mock('../../../api/client.ts', () => ({ tsr: { learning: { saveProgress: { mutate: saveProgress } } } }))

const { sendActivities } = await import('./send-activities.ts')
const { addUnsent, loadUnsent } = await import('./unsent-activities.ts')
const { reportReachable, reportUnreachable } = await import('../../../api/reachability.ts')

const AT = '2026-11-24T12:00:00.000Z'
const saved = { status: 200, body: {} }
afterEach(() => {
  localStorage.clear()
  session.account = 'first'
  saveProgress.mockReset()
})

test('LEARN-07 a second account in the browser does not wait for the first one', async () => {
  const never = new Promise<never>(() => undefined)
  saveProgress.mockImplementation(({ params }) => (params.tutorialId === 'of-first' ? never : Promise.resolve(saved)))
  addUnsent('first', { tutorialId: 'of-first', at: AT })
  addUnsent('second', { tutorialId: 'of-second', at: AT })
  void sendActivities('first')
  session.account = 'second'
  await sendActivities('second')
  expect(loadUnsent('second')).toEqual([])
  expect(loadUnsent('first')).toHaveLength(1)
})

test('LEARN-07 an unsent activity is sent when the API can be reached again', async () => {
  session.account = 'third'
  saveProgress.mockResolvedValue(saved)
  addUnsent('third', { tutorialId: 'brief', at: AT, done: true })
  reportUnreachable()
  expect(saveProgress).not.toHaveBeenCalled()
  reportReachable()
  expect(saveProgress).toHaveBeenCalledTimes(1)
  await expect.poll(() => loadUnsent('third')).toEqual([])
})

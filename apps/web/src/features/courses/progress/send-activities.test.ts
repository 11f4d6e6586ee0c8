import { contract } from '@academy/contract'
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type MockApi, mockApi } from '../../../testing/mock-api.ts'
import { sampleSession, sampleUser } from '../../../testing/mock-auth-provider.ts'
import { resetModules, storeSession } from '../../../testing/open-app.tsx'

const { saveProgress } = contract.learning
const AT = '2026-11-24T12:00:00.000Z'
const replyTo = (tutorial_id: string) => ({ tutorial_id, state: 'started' as const, video_seconds: null, place: null, updated_at: AT })

let api: MockApi
beforeEach(() => {
  api = mockApi()
})

const signIn = (accountId: string) => storeSession({ ...sampleSession(accountId, 36_000), user: { ...sampleUser, id: accountId } })

/** Loads the module as in a tab that an account opens. */
async function openAs(accountId: string) {
  resetModules()
  signIn(accountId)
  const session = await import('../../../session/session.ts')
  return { session, ...(await import('./send-activities.ts')), ...(await import('./unsent-activities.ts')) }
}

test('LEARN-07 a second account in the browser does not wait for the first one', async () => {
  const never = new Promise<never>(() => undefined)
  api.reply(saveProgress, 200, replyTo('of-first'), { params: { tutorialId: 'of-first' }, after: never })
  api.reply(saveProgress, 200, replyTo('of-second'), { params: { tutorialId: 'of-second' } })
  const { session, sendActivities, addUnsent, loadUnsent } = await openAs('first')
  addUnsent('first', { tutorialId: 'of-first', at: AT })
  addUnsent('second', { tutorialId: 'of-second', at: AT })
  void sendActivities('first')
  await waitFor(() => expect(api.count('PUT', '/api/tutorials/of-first/progress')).toBe(1))

  // In another tab.
  signIn('second')
  session.startAuthClient()
  const { authClient } = await import('../../../session/auth-client.ts')
  onTestFinished(() => authClient.dispose())
  await waitFor(() => expect(session.currentSession()?.user.id).toBe('second'))
  await sendActivities('second')
  expect(loadUnsent('second')).toEqual([])
  expect(loadUnsent('first')).toHaveLength(1)
})

test('LEARN-07 an unsent activity is sent when the API can be reached again', async () => {
  const { addUnsent, loadUnsent } = await openAs('first')
  const { reportReachable, reportUnreachable } = await import('../../../api/reachability.ts')
  addUnsent('first', { tutorialId: 'brief', at: AT, done: true })
  reportUnreachable()
  expect(api.requests).toEqual([])
  reportReachable()
  await waitFor(() => expect(loadUnsent('first')).toEqual([]))
  expect(api.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', '/api/tutorials/brief/progress', { at: AT, done: true }],
  ])
})

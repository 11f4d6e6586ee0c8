import { contract, type TutorialContent } from '@academy/contract'
import { screen } from '@testing-library/react'
import { mockApi } from './mock-api.ts'
import { renderSignedIn } from './render-signed-in.tsx'
import { sampleContent, sampleContext, sampleSession, sampleSessionDetail, sampleTutorial } from './samples.ts'

const { accounts, courses } = contract

export const briefTutorial = sampleTutorial('brief', { name: 'Write the brief', free: true })
export const cutTutorial = sampleTutorial('cut', { name: 'Cut it down', free: true, duration: null })
/** Two sessions: one free with two tutorials, one locked with one. */
export const sampleSessions = [
  sampleSession(1, { id: 'idea', free: true, tutorials: [briefTutorial, cutTutorial] }),
  sampleSession(2, { id: 'screen', tutorials: [sampleTutorial('prompt', { name: 'Prompt the screen' })] }),
] satisfies [unknown, unknown]

export const sessionPath = (sessionId: string) => `/courses/master-course/sessions/${sessionId}`
export const tutorialPath = (tutorialId: string, sessionId = 'idea') => `${sessionPath(sessionId)}/tutorials/${tutorialId}`

/** Mocks the API with the sample course; `show` changes the content of its tutorials. */
export function mockCourse() {
  const api = mockApi()
  const show = (changes: Partial<TutorialContent>) =>
    api.reply(courses.tutorialContent, 200, { success: true, data: sampleContent(changes) })
  api.reply(accounts.context, 200, sampleContext())
  api.reply(courses.sessions, 200, { success: true, data: sampleSessions })
  api.reply(courses.session, 200, { success: true, data: sampleSessionDetail('idea') })
  api.reply(courses.sessionTutorials, 200, { success: true, data: [briefTutorial, cutTutorial] })
  show({})
  return { api, show }
}

/** Opens the tutorial 'Write the brief' and waits for its title. */
export async function openBriefTutorial() {
  const router = await renderSignedIn(tutorialPath('brief'))
  await screen.findByRole('heading', { name: 'Write the brief' })
  return router
}

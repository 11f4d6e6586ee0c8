import { contract, type TutorialContent } from '@academy/contract'
import { screen } from '@testing-library/react'
import { cannedApi } from './canned-api.ts'
import { renderSignedIn } from './render-signed-in.tsx'
import { sampleContent, sampleContext, sampleSession, sampleSessionDetail, sampleTutorial } from './samples.ts'

const { accounts, courses } = contract

export const brief = sampleTutorial('brief', { name: 'Write the brief', free: true })
export const cut = sampleTutorial('cut', { name: 'Cut it down', free: true, duration: null })
/** Two sessions: one free with two tutorials, one locked with one. */
export const sampleSessions = [
  sampleSession(1, { id: 'idea', free: true, tutorials: [brief, cut] }),
  sampleSession(2, { id: 'screen', tutorials: [sampleTutorial('prompt', { name: 'Prompt the screen' })] }),
]

export const ofSession = (sessionId: string) => `/courses/master-course/sessions/${sessionId}`
export const ofTutorial = (tutorialId: string, sessionId = 'idea') => `${ofSession(sessionId)}/tutorials/${tutorialId}`

/** An API with the sample course, whose every tutorial has the sample content; `show` changes that. */
export function cannedCourse() {
  const api = cannedApi()
  const show = (changes: Partial<TutorialContent>) =>
    api.reply(courses.tutorialContent, 200, { success: true, data: sampleContent(changes) })
  api.reply(accounts.context, 200, sampleContext())
  api.reply(courses.sessions, 200, { success: true, data: sampleSessions })
  api.reply(courses.session, 200, { success: true, data: sampleSessionDetail('idea') })
  api.reply(courses.sessionTutorials, 200, { success: true, data: [brief, cut] })
  show({})
  return { api, show }
}

/** Opens the tutorial 'Write the brief' and waits for its title. */
export async function openBrief() {
  const router = await renderSignedIn(ofTutorial('brief'))
  await screen.findByRole('heading', { name: 'Write the brief' })
  return router
}

import { forCourses } from './for-courses.ts'
import type { OfferName } from './offers.ts'

/** A page that a next step leads to. */
export type NextStepPage = 'course' | 'resources' | 'myPrompts' | 'community' | 'premiumSlack' | 'settings'

export type NextStep = Readonly<{ page: NextStepPage; label: string; text: string }>

const startCourse: NextStep = { page: 'course', label: 'Start the course', text: 'Open the first session and build along.' }
const openLibrary: NextStep = {
  page: 'resources',
  label: 'Open the Prompt Library',
  text: 'Copy a prompt and use it in your project today.',
}
const savePrompt: NextStep = {
  page: 'myPrompts',
  label: 'Save your first prompt',
  text: 'Keep the prompts that work for you in My Prompts.',
}
const joinCommunity: NextStep = {
  page: 'community',
  label: 'Join the community on Slack',
  text: 'Meet other builders and ask your first question.',
}
const joinPremium: NextStep = {
  page: 'premiumSlack',
  label: 'Join Premium Slack Support',
  text: 'Ask us while you build. We answer within 24 hours.',
}
const findReceipts: NextStep = {
  page: 'settings',
  label: 'Find your receipt',
  text: 'It is in Settings, under Pricing & Plans.',
}

/** The first three steps after a purchase, on the screen and in the welcome mail. */
export const NEXT_STEPS: Readonly<Record<OfferName, readonly NextStep[]>> = {
  bundle: [startCourse, openLibrary, joinCommunity],
  ...forCourses(() => [startCourse, joinCommunity, findReceipts]),
  studio: [openLibrary, savePrompt, joinPremium],
}

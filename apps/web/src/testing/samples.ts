import { noEntitlements as nothingHeld } from '@academy/catalog'
import {
  type AccountContext,
  accountContext,
  type Course,
  contract,
  type Note,
  publicTutorial,
  type SessionDetail,
  type SessionSummary,
  type TutorialContent,
} from '@academy/contract'
import { sampleOf } from './sample-of.ts'

const { courses } = contract

/** Entitlements of an account that bought nothing. */
export const noEntitlements = { ...nothingHeld }

const sampleAccount = sampleOf(accountContext.shape.data, {
  account_id: '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5b',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  job_title: 'Entrepreneur',
  next_guarantee: 'offered',
})

/** Context of Ada Lovelace without purchases, with `changes`. */
export function sampleContext(changes: Partial<AccountContext['data']> = {}): AccountContext {
  const data = sampleAccount(changes)
  const { prices, subscriptions, deal, hide_bundle_deal } = data
  return { success: true, message: null, data, prices, subscriptions, deal, hide_bundle_deal }
}

/** Ada after she bought the Master Course. */
export const masterCourseContext = () => sampleContext({ entitlements: { ...noEntitlements, master_course: true, slack_standard: true } })

/** The Master Course in the list of courses, with `changes`. */
export const sampleCourseSummary = sampleOf(courses.list.responses[200].shape.data.element, {
  id: 'master-course',
  product: 'master_course',
  name: 'Master Course',
  text: 'From idea to product.',
  sessions: 15,
  tutorials: 69,
  free_tutorials: 5,
  state: 'locked',
  next_guarantee: 'offered',
})

const richText = (text: string) => (text ? [{ plain_text: text }] : [])

export const sampleCourse = (title = 'Vibe Coding', text = 'From idea to product.'): Course => ({
  id: 'master-course',
  properties: { Name: { title: richText(title) }, Text: { rich_text: richText(text) }, sessions: { relation: [{ id: 'idea' }] } },
})

/** An embedded player that loads without a network. */
export const sampleVideo = '<figure><div class="video-frame"><iframe srcdoc="video" title="Video"></iframe></div></figure>'

const tutorialSummary = courses.sessions.responses[200].shape.data.element.shape.tutorials.element

export const sampleTutorial = (id: string, changes: Partial<SessionSummary['tutorials'][number]> = {}) =>
  sampleOf(tutorialSummary, { id, name: `Tutorial ${id}`, duration: 12 })(changes)

export const sampleSession = (number: number, changes: Partial<SessionSummary> = {}): SessionSummary => {
  const tutorials = changes.tutorials ?? [sampleTutorial(`t${number}`, { free: changes.free ?? false })]
  return {
    id: `session-${number}`,
    number,
    name: `Session ${number}`,
    description: `About session ${number}`,
    free: false,
    tutorials_number: tutorials.length,
    ...changes,
    tutorials,
  }
}

export const sampleSessionDetail = (id: string, name = 'From idea to brief', description = 'Turn a hunch into a page.'): SessionDetail => ({
  id,
  course_id: 'master-course',
  properties: { Name: { title: richText(name) }, Description: { rich_text: richText(description) } },
  checkpoint: null,
})

/** The note on the sample tutorial before it is written. */
export const emptyNote = { tutorial_id: 'brief', text: '', updated_at: null } satisfies Note

/** A tutorial with all parts, with `changes`. */
export const sampleContent = (changes: Partial<TutorialContent> = {}): TutorialContent => ({
  description: { html: '<p>You write the brief.</p>' },
  tools: { html: '<ul><li>A text editor</li></ul>' },
  prompt: { html: '<p>Write a <strong>brief</strong>.</p>' },
  transition: { html: '<p>Next you cut it down.</p>' },
  'code-sample': { html: '<pre class="code" data-language="javascript" tabindex="0"><code>const a = 1\nconst b = 2</code></pre>' },
  video: { html: sampleVideo },
  tips: [
    { parent_html: '<p>Read it aloud</p>', children_html: '<p>Where you stumble, the tool stumbles.</p>' },
    { parent_html: '<p>Keep it short</p>', children_html: '<p>One page is enough.</p>' },
  ],
  next: { next_tutorial: null, before_tutorial: null },
  duration: 12,
  diagram_url: '/api/files/diagram',
  diagram_size: { width: 1200, height: 800 },
  diagram_description: 'A brief leads to a plan.',
  facts_checked_on: null,
  tutorial_name: 'Write the brief',
  tutorial_description: 'One page, one reader.',
  feedback_component: null,
  ...changes,
})

export const samplePublicTutorial = sampleOf(publicTutorial, {
  id: 'cut',
  name: 'Cut it down',
  description: 'Leave out what is not needed.',
  duration: 8,
  course: { id: 'master-course', name: 'Master Course' },
  session: { id: 'idea', number: 1, name: 'Idea' },
  number: 2,
})

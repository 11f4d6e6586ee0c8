import type { Amounts } from './currencies.ts'

type Course = Readonly<{
  title: string
  /** The course within a sentence, with its article if it has one. */
  inText: string
  /** One sentence that describes it. */
  summary: string
  /** What the buyer gets, in display order. */
  includes: readonly string[]
  amounts: Amounts
  /** An earlier price, always shown as such. */
  oldAmounts?: Amounts
  /** The lower price for accounts whose Studio holds when they begin the checkout. */
  studioAmounts?: Amounts
}>

/**
 * The courses that the academy sells, by the id that the property “Product” of their page in Notion names. Everything about a course follows its row:
 * offer, package, entitlement, prices, the flag in a checkout, and who opens its pages. The first course is the Master Course.
 */
export const COURSES = {
  master_course: {
    title: 'Master Course',
    inText: 'the Master Course',
    summary: 'Learn to build with AI, from first brief to a working product.',
    includes: [
      'Video tutorials, grouped into sessions',
      'Prompts and code samples to copy',
      'The community of learners on Slack',
      'Paid once, yours to keep',
    ],
    amounts: { eur: 259_00, usd: 299_00 },
    oldAmounts: { eur: 499_00, usd: 499_00 },
  },
} as const satisfies Record<string, Course>

/** The id of a course in the catalog, by which it is sold. The id in URLs is another one: the slug of its page. */
export type CourseId = keyof typeof COURSES

/** The Master Course, to which the routes and texts of the specification lead. */
export const FIRST_COURSE: CourseId = 'master_course'

export const COURSE_IDS = Object.keys(COURSES) as CourseId[]

export const isCourseId = (name: string): name is CourseId => Object.hasOwn(COURSES, name)

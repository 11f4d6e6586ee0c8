import * as ordinary from '../courses.ts'
import { type Amounts, CURRENCIES } from '../currencies.ts'

/** Returns the same number in each currency. */
const inEachCurrency = (amount: number) => Object.fromEntries(CURRENCIES.map((currency) => [currency, amount])) as Amounts

const thirdCourse = {
  title: 'Third Time',
  inText: 'Third Time',
  summary: 'A course without a page in the sample content.',
  includes: ['Tutorials'],
  amounts: inEachCurrency(50_00),
}

/** The rows of the academy, and two further ones. The first of these is the second course of the sample content. */
export const COURSES = {
  ...ordinary.COURSES,
  data_course: {
    title: 'Data for Product Managers',
    inText: 'Data for Product Managers',
    summary: 'Ask your product’s data yourself, and know when an answer is wrong.',
    includes: ['Tutorials, grouped into sessions', 'Prompts and queries to copy', 'Paid once, yours to keep'],
    amounts: { ...inEachCurrency(79_00), usd: 89_00 },
    studioAmounts: { ...inEachCurrency(63_00), usd: 71_00 },
  },
  third_course: thirdCourse,
}

export type CourseId = ordinary.CourseId
export const { FIRST_COURSE } = ordinary
export const COURSE_IDS = Object.keys(COURSES) as CourseId[]
export const isCourseId = (name: string): name is CourseId => Object.hasOwn(COURSES, name)

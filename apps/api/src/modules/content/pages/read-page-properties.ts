import { COURSE_IDS, type CourseId, isCourseId } from '@academy/catalog'
import { isVisible } from '@academy/contract/text'
import type { PageObjectResponse } from '@notionhq/client'
import { PageRefused } from '../mirror/page-refused.ts'
import {
  choiceOf,
  choicesOf,
  fileUrlOf,
  isChecked,
  normalizeNotionId,
  numberOf,
  oneLine,
  optionalCheckbox,
  optionalChoiceOrText,
  optionalDay,
  optionalNumber,
  optionalStatus,
  optionalText,
  optionalUrl,
  publicIdOf,
  relatedPages,
  textOf,
  titleOf,
  urlOf,
} from '../notion/page-properties.ts'

/** The values of “Status”. A workspace may do without the property, and a page without a value: both count as published. */
const STATUSES = { published: 'Published', draft: 'Draft' } as const

/** Returns whether “Status” says that the page is a draft. @throws PageRefused for a value that is neither. */
export function isDraft(page: PageObjectResponse): boolean {
  const status = optionalStatus(page, 'Status')
  if (status === null || status.toLowerCase() === STATUSES.published.toLowerCase()) return false
  if (status.toLowerCase() === STATUSES.draft.toLowerCase()) return true
  throw new PageRefused('status_unknown', `“Status” says “${status}”. Choose “${STATUSES.draft}” or “${STATUSES.published}”.`)
}

const identityOf = (page: PageObjectResponse) => ({
  notion_page_id: normalizeNotionId(page.id),
  public_id: publicIdOf(page),
  name: titleOf(page),
  last_edited_time: new Date(page.last_edited_time),
})

const named = <T extends { name: string }>(properties: T): T => {
  if (!isVisible(properties.name)) throw new PageRefused('name_missing', 'The page has no name.')
  return properties
}

function belongsTo(page: PageObjectResponse, relation: string, what: string): string {
  const [parent] = relatedPages(page, relation)
  if (!parent) {
    const reason = `The page belongs to no ${what}, so learners do not see it. Choose one in “${relation}”.`
    throw new PageRefused(`${relation}_missing`, reason, { withdraws: true })
  }
  return parent
}

function minutesOf(minutes: number | null, property: string): number | null {
  if (minutes !== null && (minutes < 0 || minutes > 24 * 60))
    throw new PageRefused('duration_invalid', `“${property}” is in minutes, from 0 to 1440.`)
  return minutes
}

// A property that older workspaces lack is read as an optional one.

/** Returns the course of the catalog that a page is; null where the property is missing or empty. */
function productOf(page: PageObjectResponse): CourseId | null {
  const product = optionalChoiceOrText(page, 'Product')
  if (product === null || isCourseId(product)) return product
  throw new PageRefused(
    'product_unknown',
    `“Product” says “${product}”, which is not in the catalog. Choose one of: ${COURSE_IDS.join(', ')}.`,
  )
}

/** Returns the days on which a course opens. */
function openingsOf(page: PageObjectResponse) {
  const [opens_on, studio_opens_on] = [optionalDay(page, 'Opens on'), optionalDay(page, 'Opens for the Studio on')]
  if (studio_opens_on !== null && (opens_on === null || opens_on < studio_opens_on))
    throw new PageRefused(
      'opens_crossed',
      `“Opens for the Studio on” (${studio_opens_on}) must be before “Opens on” (${opens_on ?? 'empty: at once'}). Change one of the two days.`,
    )
  return { opens_on, studio_opens_on }
}

/** Returns the properties of a course. A course may have no name yet. */
export const readCourseProperties = (page: PageObjectResponse) => ({
  ...identityOf(page),
  description: textOf(page, 'Text'),
  video_url: optionalUrl(page, 'Video'),
  product: productOf(page),
  ...openingsOf(page),
})

export const readSessionProperties = (page: PageObjectResponse) => ({
  ...named(identityOf(page)),
  description: textOf(page, 'Description'),
  course_page_id: belongsTo(page, 'course', 'course'),
  position: numberOf(page, 'Order'),
  free: isChecked(page, 'Free'),
})

export const readTutorialProperties = (page: PageObjectResponse) => ({
  ...named(identityOf(page)),
  description: textOf(page, 'Description'),
  session_page_id: belongsTo(page, 'session', 'session'),
  position: numberOf(page, 'Order'),
  free: isChecked(page, 'Free'),
  vip: isChecked(page, 'VIP'),
  duration: minutesOf(numberOf(page, 'Duration'), 'Duration'),
  read_minutes: minutesOf(optionalNumber(page, 'Reading'), 'Reading'),
  build_minutes: minutesOf(optionalNumber(page, 'Building'), 'Building'),
  feedback: choiceOf(page, 'Feedback'),
  video_url: urlOf(page, 'Video'),
  diagram_url: fileUrlOf(page, 'Diagram'),
  diagram_description: optionalText(page, 'Diagram description') || null,
  facts_checked_on: optionalDay(page, 'Facts checked on'),
})

/** Returns the properties of a resource of the Prompt Library. */
export const readResourceProperties = (page: PageObjectResponse) => ({
  ...named(identityOf(page)),
  description: textOf(page, 'Description'),
  position: numberOf(page, 'Order'),
  tags: choicesOf(page, 'Tag'),
  premium: isChecked(page, 'Premium'),
  sample: optionalCheckbox(page, 'Sample'),
  tried_with: oneLine(optionalText(page, 'Tried with')) || null,
  tried_on: optionalDay(page, 'Tried on'),
  tries: optionalText(page, 'Tries') || null,
  use_when: optionalText(page, 'Use when').replace(/\.$/, '') || null,
  content: optionalText(page, 'Content'),
  code_sample: optionalText(page, 'CodeSample'),
  related: relatedPages(page, 'Related').filter((id) => id !== normalizeNotionId(page.id)),
})

export type CourseProperties = ReturnType<typeof readCourseProperties>
export type SessionProperties = ReturnType<typeof readSessionProperties>
export type TutorialProperties = ReturnType<typeof readTutorialProperties>
export type ResourceProperties = ReturnType<typeof readResourceProperties>

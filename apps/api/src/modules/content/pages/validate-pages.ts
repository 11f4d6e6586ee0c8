import { hash } from 'node:crypto'
import type { PageObjectResponse } from '@notionhq/client'
import { type PageKind, PageRefused, PageWithdrawn, type RefusedPage } from '../mirror/page-refused.ts'
import { normalizeNotionId, type OptionalProperty, optionalPropertiesOf, reportedTitle } from '../notion/page-properties.ts'
import type { Draft, Mirror, PublishedPage, StoredRefusal } from './content.store.ts'
import type { PagePlace } from './equal-orders.ts'
import {
  type CourseProperties,
  isDraft,
  type ResourceProperties,
  readCourseProperties,
  readResourceProperties,
  readSessionProperties,
  readTutorialProperties,
  type SessionProperties,
  type TutorialProperties,
} from './read-page-properties.ts'

/** A kind of page, with the values of its properties. */
export type PageProperties =
  | { kind: 'course'; properties: CourseProperties }
  | { kind: 'session'; properties: SessionProperties }
  | { kind: 'tutorial'; properties: TutorialProperties }
  | { kind: 'resource'; properties: ResourceProperties }

/**
 * A listed page with its properties, or why it may not be published. Without Notion's response, because all pages of a workspace are in memory
 * at the same time.
 */
export type ValidatedPage = {
  kind: PageKind
  id: string
  title: string
  url: string
  created_time: string
  last_edited_time: Date
  /** A hash of its properties; empty if they are invalid. */
  properties_digest: string
  /** The optional properties that its database has. */
  optional_properties: OptionalProperty[]
  outcome: Outcome
}

type Outcome = PageProperties | PageRefused | PageWithdrawn

function outcomeOf(kind: PageKind, page: PageObjectResponse): Outcome {
  if (page.is_archived) return new PageWithdrawn('archived')
  try {
    return isDraft(page) ? new PageWithdrawn('draft') : readProperties(kind, page)
  } catch (error) {
    if (error instanceof PageRefused) return error
    throw error
  }
}

/**
 * Reads the properties of a page, also of a draft.
 * @throws PageRefused when they are invalid.
 */
export function readProperties(kind: PageKind, page: PageObjectResponse): PageProperties {
  switch (kind) {
    case 'course':
      return { kind, properties: readCourseProperties(page) }
    case 'session':
      return { kind, properties: readSessionProperties(page) }
    case 'tutorial':
      return { kind, properties: readTutorialProperties(page) }
    case 'resource':
      return { kind, properties: readResourceProperties(page) }
  }
}

/** Returns whether a page may be published. */
export const isPublishable = (outcome: Outcome): outcome is PageProperties =>
  !(outcome instanceof PageRefused || outcome instanceof PageWithdrawn)

/** Leaves the signature of upload URLs out of the hash, because each response has a new one. Only the path identifies the file. */
const withoutSignature = (key: string, value: unknown): unknown => {
  if (key === 'last_edited_time') return undefined
  return key === 'diagram_url' && typeof value === 'string' ? value.split('?')[0] : value
}

/**
 * Returns a hash of the properties: Notion does not update a page's edit time for every change of them. The keys `kind` and `facts` are part of
 * the stored hashes: under other names, the next sync would read every page again.
 */
function digestOf(outcome: Outcome): string {
  if (!isPublishable(outcome)) return ''
  return hash('sha256', JSON.stringify({ kind: outcome.kind, facts: outcome.properties }, withoutSignature), 'base64url')
}

/** Validates a page by its own properties. */
export function validatePage(kind: PageKind, page: PageObjectResponse): ValidatedPage {
  const outcome = outcomeOf(kind, page)
  return {
    kind,
    id: normalizeNotionId(page.id),
    title: reportedTitle(page),
    url: page.url,
    created_time: page.created_time,
    last_edited_time: new Date(page.last_edited_time),
    properties_digest: digestOf(outcome),
    optional_properties: optionalPropertiesOf(kind, page),
    outcome,
  }
}

/** Returns the parent of a page: the course of a session, the session of a tutorial. */
export const parentOf = ({ kind, properties }: PageProperties): { kind: PageKind; id: string } | undefined => {
  if (kind === 'session') return { kind: 'course', id: properties.course_page_id }
  return kind === 'tutorial' ? { kind: 'session', id: properties.session_page_id } : undefined
}

/** Returns the place of a page that may be published; none for a course. */
export const placeOf = ({ id, title, outcome }: ValidatedPage): PagePlace[] =>
  isPublishable(outcome) && outcome.kind !== 'course'
    ? [{ page_id: id, title, kind: outcome.kind, parent: parentOf(outcome)?.id ?? null, position: outcome.properties.position }]
    : []

/** Refuses a page that refers to a missing one: its parent, or a related page. */
function missingReference(page: PageProperties, existing: Set<string>): PageRefused | undefined {
  const parent = parentOf(page)
  if (parent && !existing.has(`${parent.kind} ${parent.id}`))
    return new PageRefused(
      `${parent.kind}_gone`,
      `The ${parent.kind} that this ${page.kind} belongs to no longer exists, so learners do not see it. Choose another one in “${parent.kind}”.`,
      { withdraws: true },
    )
  if (page.kind === 'resource' && page.properties.related.some((id) => !existing.has(`resource ${id}`)))
    return new PageRefused('related_gone', '“Related” names a page that is not in the Library. Remove it.')
  return undefined
}

/** Pages of the mirror that are not listed, because they were not edited. */
type Unlisted = {
  pages: Map<string, PublishedPage>
  refusals: Map<string, Pick<StoredRefusal, 'kind' | 'rule'>>
  drafts: Map<string, Pick<Draft, 'kind'>>
}

/** Returns the pages of the mirror without the listed ones. */
export function withoutListed({ publishedPages, refusals, drafts }: Mirror, listed: { has(id: string): boolean }): Unlisted {
  const unlisted = <T>(all: Map<string, T>) => new Map([...all].filter(([id]) => !listed.has(id)))
  return { pages: unlisted(publishedPages), refusals: unlisted(refusals), drafts: unlisted(drafts) }
}

const none: Unlisted = { pages: new Map(), refusals: new Map(), drafts: new Map() }

/** The state of the mirror that a run compares with the listed pages. */
type ValidationContext = {
  publishedPages: Map<string, PublishedPage>
  /** The id of the one course that this academy shows. */
  courseId: string
  /** The other pages of the mirror; an incremental run does not list them. */
  unlisted?: Unlisted
}

/**
 * Validates every listed page against the others: a course that is not shown, an id that is taken, a missing parent. Courses come before their
 * sessions, and these before their tutorials.
 */
export function validatePages(listed: ValidatedPage[], { publishedPages, courseId, unlisted = none }: ValidationContext): ValidatedPage[] {
  const pages = refuseOtherCourses(listed, publishedPages, courseId, unlisted)
  const others = [...unlisted.pages, ...unlisted.refusals, ...unlisted.drafts].map(([id, { kind }]) => `${kind} ${id}`)
  const existing = new Set([...pages.filter(exists).map(({ kind, id }) => `${kind} ${id}`), ...others])
  return refuseTakenIds(
    refusePages(pages, (page) => missingReference(page, existing)),
    publishedPages,
    unlisted.pages,
  )
}

/** Returns the pages, with a refusal in place of those publishable ones for which `refusalOf` returns one. */
const refusePages = (
  pages: ValidatedPage[],
  refusalOf: (page: PageProperties, entry: ValidatedPage) => PageRefused | undefined,
): ValidatedPage[] =>
  pages.map((entry) => {
    const refusal = isPublishable(entry.outcome) ? refusalOf(entry.outcome, entry) : undefined
    return refusal ? { ...entry, outcome: refusal } : entry
  })

/** Returns whether a page counts as existing: a draft does, an archived page does not. */
const exists = ({ outcome }: ValidatedPage): boolean => !(outcome instanceof PageWithdrawn && outcome.by === 'archived')

/** The published course keeps the configured id, whatever its slug is now: a run with a changed slug waited for a confirmation before. */
function withCourseId(entry: ValidatedPage, courseId: string): ValidatedPage {
  if (!isPublishable(entry.outcome) || entry.outcome.kind !== 'course') return entry
  return { ...entry, outcome: { kind: 'course', properties: { ...entry.outcome.properties, public_id: courseId } } }
}

/** Returns the public id and the name that a page has after the run: a refused page keeps those of its published version, if it has one. */
function identityAfterRun(
  { id, outcome }: ValidatedPage,
  publishedPages: Map<string, PublishedPage>,
): Pick<PublishedPage, 'public_id' | 'name'> | undefined {
  if (isPublishable(outcome)) return outcome.properties
  return outcome instanceof PageRefused && !outcome.withdraws ? publishedPages.get(id) : undefined
}

type Claim = Pick<ValidatedPage, 'id' | 'created_time'>

/**
 * Returns the order in which pages with the same id may own it: first the page that is published with it, so that a copied page never takes over
 * its original's URL; then the oldest.
 */
const byClaim = (publishedId: string | undefined) => (a: Claim, b: Claim) =>
  Number(b.id === publishedId) - Number(a.id === publishedId) || a.created_time.localeCompare(b.created_time) || a.id.localeCompare(b.id)

const slugTaken = (slug: string, owner: string | undefined, options = {}) =>
  new PageRefused('slug_taken', `The slug “${slug}” belongs to the page “${owner || 'Untitled'}”. Choose another one.`, options)

/** Returns the page of the configured course: by slug, otherwise the one that is published as it. */
export function findCourse(
  pages: ValidatedPage[],
  publishedPages: Map<string, PublishedPage>,
  courseId: string,
): ValidatedPage | undefined {
  const courses = pages.filter(({ kind }) => kind === 'course')
  const published = courses.find(({ id }) => publishedPages.get(id)?.public_id === courseId)
  const claimants = courses.filter((entry) => identityAfterRun(entry, publishedPages)?.public_id === courseId)
  return claimants.toSorted(byClaim(published?.id))[0] ?? published
}

/** Refuses every course but the configured one, with its sessions and tutorials. */
function refuseOtherCourses(
  pages: ValidatedPage[],
  publishedPages: Map<string, PublishedPage>,
  courseId: string,
  unlisted: Unlisted,
): ValidatedPage[] {
  const course = findCourse(pages, publishedPages, courseId)
  const refused = new Set([...unlisted.refusals].flatMap(([id, { kind, rule }]) => (isOfOtherCourse(kind, rule) ? [id] : [])))
  return pages.map((entry) => {
    if (entry.id === course?.id) return withCourseId(entry, courseId)
    if (!isPublishable(entry.outcome)) return entry
    const refusal =
      entry.kind === 'course' && entry.outcome.properties.public_id === courseId
        ? slugTaken(courseId, course?.title, { withdraws: true })
        : otherCourse(entry.outcome, courseId, refused)
    if (!refusal) return entry
    refused.add(entry.id)
    return { ...entry, outcome: refusal }
  })
}

/** Returns whether a page is refused because it is not of the configured course. */
const isOfOtherCourse = (kind: PageKind, rule: string): boolean => rule === 'other_course' || (kind === 'course' && rule === 'slug_taken')

function otherCourse(page: PageProperties, courseId: string, refused: Set<string>): PageRefused | undefined {
  const options = { withdraws: true }
  if (page.kind === 'course') {
    const reason = `This academy shows one course, the one with the slug “${courseId}”. The slug of this course is “${page.properties.public_id}”. Several courses are not supported yet.`
    return new PageRefused('other_course', reason, options)
  }
  const parent = parentOf(page)
  if (!parent || !refused.has(parent.id)) return undefined
  return new PageRefused(
    'other_course',
    `The ${page.kind} belongs to a course that this academy does not show: it shows “${courseId}”.`,
    options,
  )
}

/** Refuses the pages whose id another page owns. Repeats this, because a refused page keeps its published id, which yet another page may want. */
function refuseTakenIds(
  pages: ValidatedPage[],
  publishedPages: Map<string, PublishedPage>,
  unlisted: Map<string, PublishedPage>,
): ValidatedPage[] {
  const taken = takenIds(pages, publishedPages, unlisted)
  if (!pages.some(({ id, outcome }) => isPublishable(outcome) && taken.has(id))) return pages
  const rest = refusePages(pages, (_, { id }) => taken.get(id))
  return refuseTakenIds(rest, publishedPages, unlisted)
}

/** Returns the refusals of the pages whose id another page owns. */
function takenIds(
  pages: ValidatedPage[],
  publishedPages: Map<string, PublishedPage>,
  unlisted: Map<string, PublishedPage>,
): Map<string, PageRefused> {
  const owners = new Map([...publishedPages].map(([id, { kind, public_id }]) => [`${kind} ${public_id}`, id]))
  const claims = [
    ...pages.flatMap((entry) => {
      const { id, kind, created_time } = entry
      const identity = identityAfterRun(entry, publishedPages)
      return identity ? [{ id, kind, created_time, public_id: identity.public_id, name: identity.name }] : []
    }),
    ...[...unlisted].map(([id, { kind, public_id, name }]) => ({ id, kind, public_id, name, created_time: '' })),
  ]
  const refusals = new Map<string, PageRefused>()
  for (const [publicId, claimants] of Map.groupBy(claims, ({ kind, public_id }) => `${kind} ${public_id}`)) {
    const [owner, ...others] = claimants.toSorted(byClaim(owners.get(publicId)))
    for (const { id, public_id } of others) refusals.set(id, slugTaken(public_id, owner?.name))
  }
  return refusals
}

/** Returns a refusal for reports. */
export const refusedPage = (
  { id, kind, title, url }: Pick<ValidatedPage, 'id' | 'kind' | 'title' | 'url'>,
  { rule, message }: PageRefused,
): RefusedPage => ({ page_id: id, kind, title, url, rule, reason: message })

import { hash } from 'node:crypto'
import { COURSE_IDS, type CourseId, FIRST_COURSE } from '@academy/catalog'
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
  refusals: Map<string, Pick<StoredRefusal, 'kind'>>
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
  /** The id of the Master Course in URLs. */
  courseId: string
  /** The other pages of the mirror; an incremental run does not list them. */
  unlisted?: Unlisted
}

/**
 * Validates every listed page against the others: a course that is not in the catalog, an id that is taken, a missing parent. Courses come before their
 * sessions, and these before their tutorials.
 */
export function validatePages(listed: ValidatedPage[], { publishedPages, courseId, unlisted = none }: ValidationContext): ValidatedPage[] {
  const pages = checkProducts(listed, publishedPages, courseId, unlisted.pages)
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

/**
 * The page of the Master Course keeps the configured id, whatever its slug is now: a run with a changed slug waited for a confirmation before. It may
 * do without “Product”.
 */
function asFirstCourse(entry: ValidatedPage, courseId: string): ValidatedPage {
  if (!isPublishable(entry.outcome) || entry.outcome.kind !== 'course') return entry
  return { ...entry, outcome: { kind: 'course', properties: { ...entry.outcome.properties, public_id: courseId, product: FIRST_COURSE } } }
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

/** Returns “Product” of a course that may be published; null if it is empty, and for every other page. */
const productOf = ({ outcome }: ValidatedPage): CourseId | null =>
  isPublishable(outcome) && outcome.kind === 'course' ? outcome.properties.product : null

/** Returns the page of the Master Course: by “Product”, by slug, otherwise the one that is published as it. */
export function findCourse(
  pages: ValidatedPage[],
  publishedPages: Map<string, PublishedPage>,
  courseId: string,
): ValidatedPage | undefined {
  const courses = pages.filter((entry) => entry.kind === 'course' && (productOf(entry) ?? FIRST_COURSE) === FIRST_COURSE)
  const published = courses.find(({ id }) => publishedPages.get(id)?.public_id === courseId)
  const claimants = courses.filter(
    (entry) => productOf(entry) === FIRST_COURSE || identityAfterRun(entry, publishedPages)?.public_id === courseId,
  )
  return claimants.toSorted(byClaim(published?.id))[0] ?? published
}

/** The Master Course is what the academy sells from its first day: dashboard, welcome page and bundle would offer what cannot be bought yet. */
function refusalOfDays({ opens_on }: CourseProperties): PageRefused | undefined {
  if (opens_on === null || opens_on <= new Date().toISOString().slice(0, 10)) return undefined
  return new PageRefused(
    'opens_later',
    `The Master Course cannot open later (${opens_on}). Leave “Opens on” and “Opens for the Studio on” empty. Until it is ready, choose Draft in “Status”.`,
  )
}

/** Refuses each course page that does not say which course of the catalog it is, and those of a course that has a page. */
function checkProducts(
  pages: ValidatedPage[],
  publishedPages: Map<string, PublishedPage>,
  courseId: string,
  unlisted: Map<string, PublishedPage>,
): ValidatedPage[] {
  const first = findCourse(pages, publishedPages, courseId)
  const named = pages.map((entry) => (entry.id === first?.id ? asFirstCourse(entry, courseId) : entry))
  const checked = refusePages(named, (page, { id }) => {
    if (page.kind !== 'course') return undefined
    if (id === first?.id) return refusalOfDays(page.properties)
    const { product, public_id } = page.properties
    const published = publishedPages.get(id)?.product ?? product
    if (product === null && public_id === courseId) return slugTaken(courseId, first?.title, { withdraws: true })
    if (product === null)
      return new PageRefused(
        'product_missing',
        `“Product” is empty. Choose the course of the catalog that this page is: ${COURSE_IDS.join(', ')}.`,
      )
    if (published === product) return undefined
    const reason = `The page is published as “${published}”, which learners have bought. Change “Product” back, or use another page for “${product}”.`
    return new PageRefused('product_changed', reason)
  })
  const owners = productOwners(checked, publishedPages, unlisted)
  return refusePages(checked, (page, { id }) => {
    const owner = page.kind === 'course' && page.properties.product !== null ? owners.get(page.properties.product) : undefined
    if (page.kind !== 'course' || owner === undefined || owner.id === id) return undefined
    return new PageRefused(
      'product_taken',
      `The page “${owner.name || 'Untitled'}” is the course “${page.properties.product}” already. Choose another one in “Product”.`,
    )
  })
}

/** Returns the page of each course of the catalog: the one that is published as it, else the oldest. */
function productOwners(pages: ValidatedPage[], publishedPages: Map<string, PublishedPage>, unlisted: Map<string, PublishedPage>) {
  const claims = [
    ...pages.flatMap((entry) => {
      const identity = identityAfterRun(entry, publishedPages)
      const product = productOf(entry) ?? publishedPages.get(entry.id)?.product
      return identity && product ? [{ id: entry.id, created_time: entry.created_time, name: identity.name, product }] : []
    }),
    ...[...unlisted].flatMap(([id, { product, name }]) => (product ? [{ id, created_time: '', name, product }] : [])),
  ]
  const publishedAs = new Map([...publishedPages].map(([id, { product }]) => [product, id]))
  return new Map(
    [...Map.groupBy(claims, ({ product }) => product)].map(([product, claimants]) => [
      product,
      claimants.toSorted(byClaim(publishedAs.get(product)))[0],
    ]),
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

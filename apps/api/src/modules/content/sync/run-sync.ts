import type { Db } from '../../../database/open-database.ts'
import { ConfirmationRequired, confirmationKey } from '../mirror/confirmation-required.ts'
import { contentRefusals, type SyncKind } from '../mirror/content.table.ts'
import { NotionUnusable, PAGE_FAILED, PageRefused, PageWithdrawn, pageKinds } from '../mirror/page-refused.ts'
import { type Databases, findDatabases } from '../notion/find-databases.ts'
import { readWorkspace } from '../notion/read-workspace.ts'
import type { BuildContext } from '../pages/build-context.ts'
import { buildPage } from '../pages/build-pages.ts'
import {
  dropRefusals,
  dropUnusedFiles,
  loadMirror,
  type Mirror,
  type PublishedPage,
  publishPage,
  type Replacements,
  type StoredRefusal,
  saveDrafts,
  saveRefusal,
  unpublishPage,
} from '../pages/content.store.ts'
import {
  isPublishable,
  type PageProperties,
  refusedPage,
  type ValidatedPage,
  validatePage,
  validatePages,
  withoutListed,
} from '../pages/validate-pages.ts'
import { RENDERER_VERSION } from '../render/version.ts'
import { indexMissingPages } from '../search/search-index.store.ts'
import { checkSources, type SourceEdits } from './check-sources.ts'
import { confirmationReasons, withdrawnPages } from './confirmation-reasons.ts'
import { CHEAP_REQUESTS, editedSince } from './edited-since.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import { currentProperties, lostPropertyReasons } from './lost-properties.ts'
import { loadPinnedDatabases, savePinnedDatabases } from './pinned-databases.store.ts'
import { replacementsOf } from './replaced-pages.ts'
import { type SyncRun, setKind } from './sync-runs.store.ts'

export type SyncCounts = Pick<SyncRun, 'listed' | 'fetched' | 'published' | 'unpublished' | 'refused' | 'refusals'> & {
  /** The number of refused pages after the run. */
  totalRefused: number
}

type SyncContext = BuildContext & {
  db: Db
  run_id: string
  /** The requested kind. */
  kind: SyncKind
  /** The id of the Master Course in URLs. */
  courseId: string
  /** The key of what an admin confirmed, if this run follows a confirmation. */
  confirmed: string | undefined
  /** Updated during the run, so that a failed run reports how far it came. */
  counts: SyncCounts
}

type PublishContext = SyncContext & { replacements: Replacements }

/** The pages that Notion listed. */
type Listing = {
  pages: ValidatedPage[]
  isFull: boolean
  sources: SourceEdits
  /** The slugs of the listed courses, by page. */
  slugs: Map<string, string>
}

/**
 * Returns whether content read at `fetched_at` may lack an edit: Notion rounds edit times down to the minute, and the content is from the same
 * minute, or just after it by our clock.
 */
function mayLackAnEdit(lastEdit: number, fetched_at: Date): boolean {
  if (lastEdit % 60_000 !== 0) return false
  const age = fetched_at.getTime() - lastEdit
  return age > -60_000 && age < 90_000
}

/** Returns whether a page shows the current originals of its synced blocks. */
const hasCurrentSources = (page: PublishedPage, sources: SourceEdits): boolean =>
  page.synced_from.every(({ page_id, last_edited_time }) => {
    const now = sources.get(page_id)
    // One of the next runs checks the remaining sources.
    if (now === undefined) return true
    if (now === null || last_edited_time === null) return now === last_edited_time
    // A read loads the edit times of sources last. It may lack an edit that was made after it began.
    return now === Date.parse(last_edited_time) && now <= page.fetched_at.getTime() && !mayLackAnEdit(now, page.fetched_at)
  })

/** Returns whether a published or refused version is the listed one, and was rendered by this version of the renderer. */
const isOfThisVersion = (stored: PublishedPage | StoredRefusal, entry: ValidatedPage): boolean =>
  stored.last_edited_time.getTime() === entry.last_edited_time.getTime() &&
  stored.properties_digest === entry.properties_digest &&
  stored.renderer === RENDERER_VERSION

const isCurrent = (page: PublishedPage | undefined, entry: ValidatedPage, sources: SourceEdits): boolean =>
  page !== undefined &&
  isOfThisVersion(page, entry) &&
  !page.lacks_file &&
  !page.awaits_day &&
  !mayLackAnEdit(page.last_edited_time.getTime(), page.fetched_at) &&
  hasCurrentSources(page, sources)

/** Returns whether reading the page again would give the same result. */
const staysRefused = (refusal: StoredRefusal | undefined, entry: ValidatedPage): refusal is StoredRefusal =>
  refusal !== undefined && !refusal.may_pass_later && isOfThisVersion(refusal, entry)

/** Lists the recent edits if they are enough to know what changed, otherwise everything. */
async function listPages(ctx: SyncContext, databases: Databases, mirror: Mirror): Promise<Listing> {
  const { db, run_id, kind } = ctx
  const since = kind === 'incremental' ? await editedSince(db, run_id, mirror.publishedPages, mirror.refusals) : undefined
  const recent = since && (await listWorkspace(ctx, databases, mirror, { editedSince: since }))
  // An unlisted page that has to be read again can only be found by listing everything.
  if (recent && unlistedAreCurrent(mirror.publishedPages, recent)) return recent
  if (kind === 'incremental') await setKind(db, run_id, 'full')
  return await listWorkspace(ctx, databases, mirror, { checked: recent?.sources })
}

type ListOptions = { editedSince?: Date; checked?: SourceEdits | undefined }

async function listWorkspace(
  { db, notion, signal, courseId }: SyncContext,
  databases: Databases,
  mirror: Mirror,
  { editedSince: since, checked }: ListOptions,
): Promise<Listing> {
  const { publishedPages } = mirror
  const sentBefore = notion.requestsSent()
  const listedPages = await readWorkspace(databases, { notion, signal, select: validatePage, editedSince: since })
  const listed = new Map(listedPages.map(({ id, last_edited_time }) => [id, last_edited_time.getTime()]))
  // One request listed the root page.
  const budget = Math.max(1, CHEAP_REQUESTS - 1 - (notion.requestsSent() - sentBefore))
  const sources = checked ? new Map([...checked, ...listed]) : await checkSources(publishedPages, { db, notion, signal, listed, budget })
  return {
    pages: validatePages(listedPages, { publishedPages, courseId, ...(since && { unlisted: withoutListed(mirror, listed) }) }),
    isFull: since === undefined,
    sources,
    slugs: new Map(
      listedPages.flatMap(({ id, kind, outcome }) =>
        kind === 'course' && isPublishable(outcome) ? [[id, outcome.properties.public_id]] : [],
      ),
    ),
  }
}

function unlistedAreCurrent(publishedPages: Map<string, PublishedPage>, { pages, sources }: Listing): boolean {
  const listed = new Set(pages.map(({ id }) => id))
  return [...publishedPages].every(([id, page]) => listed.has(id) || hasCurrentSources(page, sources))
}

/**
 * Runs one sync with Notion: lists recent edits or everything, withdraws deleted pages, and publishes each changed page. Replaced pages are withdrawn
 * when their successors are published.
 * @throws ConfirmationRequired before anything changes, when an admin has to confirm the run; other errors when Notion is unreachable or its response
 * invalid. Pages published until then stay, and so do replaced pages without a successor, until the next run.
 */
export async function runSync(ctx: SyncContext): Promise<void> {
  const { db, notion, signal, counts, courseId, confirmed } = ctx
  const mirror = await loadMirror(db)
  const { pinned, acceptedSlug, knownProperties } = await loadPinnedDatabases(db, notion.rootPageId)
  const { databases, reasons: databaseReasons } = await findDatabases(notion, pinned, signal)
  const listing = await listPages(ctx, databases, mirror)
  const { pages, isFull, slugs } = listing
  counts.listed = pages.filter(({ outcome }) => !(outcome instanceof PageWithdrawn)).length

  const run = { publishedPages: mirror.publishedPages, pages, isFull }
  const properties = currentProperties(knownProperties, pages)
  const reasons = [
    ...databaseReasons,
    ...lostPropertyReasons(knownProperties, properties),
    ...confirmationReasons(run, { courseId, acceptedSlug, slugs }),
  ]
  if (reasons.length > 0 && confirmationKey(reasons) !== confirmed) throw new ConfirmationRequired(reasons)
  const confirmedSlug = reasons.find(({ rule }) => rule === 'course_slug_changed')?.subject.split(' ')[1]
  await savePinnedDatabases(db, notion.rootPageId, {
    databases,
    acceptedSlug: confirmedSlug ?? acceptedSlug,
    knownProperties: properties,
  })

  const withdrawn = withdrawnPages(run)
  const replacements = replacementsOf(withdrawn, run)
  await unpublish(
    ctx,
    [...withdrawn].filter(([id]) => !replacements.pages.has(id)),
  )
  await recordWithdrawn(ctx, listing, mirror)
  // Parents come first: a page that moves to a new parent never lacks one.
  for (const kind of pageKinds) {
    const ofKind = pages.filter((entry) => entry.kind === kind)
    await forEachConcurrently(ofKind, (entry) => publishOrRefuse({ ...ctx, replacements }, entry, listing, mirror))
  }
  // Before replaced pages are withdrawn: their successors may be among those that failed.
  endIfPagesFailed(counts, 1)
  await unpublish(ctx, replacements.pages)
  await dropUnusedFiles(db)
  await indexMissingPages(db, signal)
  counts.totalRefused = await db.$count(contentRefusals)
}

/** The number of pages that Notion fails to return after which a run reads no further ones: Notion has an outage. */
const MAX_FAILED_PAGES = 10

/** Throws when Notion failed to return at least `least` pages, so that the run is repeated soon. */
function endIfPagesFailed({ refusals }: SyncCounts, least: number): void {
  const failed = refusals.filter(({ rule }) => rule === PAGE_FAILED)
  if (failed.length < least) return
  throw new NotionUnusable(`Notion fails to return ${failed.map(({ title }) => `“${title}”`).join(', ')}. The next sync tries again.`)
}

async function unpublish({ db, counts }: SyncContext, pages: Iterable<[string, PublishedPage]>): Promise<void> {
  for (const [id, { kind }] of pages) {
    await unpublishPage(db, kind, id)
    counts.unpublished += 1
  }
}

/** Records the drafts, and deletes the refusals of withdrawn and deleted pages. */
async function recordWithdrawn({ db }: SyncContext, { pages, isFull }: Listing, { refusals }: Mirror): Promise<void> {
  const drafts = pages.filter(({ outcome }) => outcome instanceof PageWithdrawn && outcome.by === 'draft')
  await saveDrafts(
    db,
    pages.map(({ id }) => id),
    drafts.map(({ id, kind, title, url, last_edited_time }) => ({ notion_page_id: id, kind, title, url, last_edited_time })),
    isFull,
  )
  const withdrawn = new Set(pages.filter(({ outcome }) => outcome instanceof PageWithdrawn).map(({ id }) => id))
  const listed = new Set(pages.map(({ id }) => id))
  await dropRefusals(
    db,
    [...refusals.keys()].filter((id) => withdrawn.has(id) || (isFull && !listed.has(id))),
  )
}

async function publishOrRefuse(
  ctx: PublishContext,
  entry: ValidatedPage,
  { sources }: Listing,
  { publishedPages, refusals }: Mirror,
): Promise<void> {
  const { id, outcome } = entry
  if (outcome instanceof PageWithdrawn) return
  const refusal = refusals.get(id)
  const rereads = ctx.kind === 'everything'
  const fetched_at = ctx.now()
  try {
    if (outcome instanceof PageRefused) throw outcome
    if (!rereads && staysRefused(refusal, entry)) throw new PageRefused(refusal.rule, refusal.reason)
    if (rereads || refusal || !isCurrent(publishedPages.get(id), entry, sources)) await publish(ctx, entry, outcome)
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error
    await refuse(ctx, entry, error, { previous: refusal, fetched_at })
  }
}

async function publish(ctx: PublishContext, entry: ValidatedPage, page: PageProperties): Promise<void> {
  ctx.counts.fetched += 1
  const { files, ...built } = await buildPage(page, ctx)
  // A run that lost the lock meanwhile must not publish over what the next one publishes.
  ctx.signal.throwIfAborted()
  if (await publishPage(ctx.db, built, files, entry.properties_digest, ctx.replacements)) ctx.counts.published += 1
}

async function refuse(
  { db, counts, log }: SyncContext,
  page: ValidatedPage,
  refusal: PageRefused,
  { previous, fetched_at }: { previous: StoredRefusal | undefined; fetched_at: Date },
): Promise<void> {
  const refused = refusedPage(page, refusal)
  counts.refused += 1
  counts.refusals.push(refused)
  const isNew = previous?.rule !== refusal.rule || previous.reason !== refusal.message
  log[isNew ? 'warn' : 'debug'](refused, 'a page is not published')
  await saveRefusal(db, refused, {
    last_edited_time: page.last_edited_time,
    properties_digest: page.properties_digest,
    // The next run validates the properties again in any case: their validity may depend on other pages.
    may_pass_later:
      refusal.mayPassLater || page.outcome instanceof PageRefused || mayLackAnEdit(page.last_edited_time.getTime(), fetched_at),
    renderer: RENDERER_VERSION,
  })
  endIfPagesFailed(counts, MAX_FAILED_PAGES)
}

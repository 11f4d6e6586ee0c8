import type { Db } from '../../plugins/database.ts'
import { buildPage } from './build-pages.ts'
import {
  countRefusals,
  dropRefusals,
  dropUnusedFiles,
  type KnownPage,
  type KnownRefusal,
  knownPages,
  knownRefusals,
  publishPage,
  saveRefusal,
  unpublishPage,
} from './content.store.ts'
import type { SyncKind } from './content.table.ts'
import { eachOf } from './each-of.ts'
import { editedSince } from './edited-since.ts'
import { type Facts, type JudgedPage, judgedAlone, judgePages, refusedPage, type Unlisted } from './judge-pages.ts'
import { readWorkspace, type Workspace } from './notion/read-workspace.ts'
import { NotionUnusable, PageRefused, pageKinds, type RefusedPage } from './page-refused.ts'
import type { BuildContext } from './read-page.ts'
import { RENDERER } from './render/version.ts'
import { setKind } from './sync-runs.store.ts'

export type SyncCounts = {
  listed: number
  fetched: number
  published: number
  unpublished: number
  refused: number
  refusals: RefusedPage[]
  /** How many pages are refused when the run is over, by whichever run. */
  standing: number
}

export type SyncContext = BuildContext & {
  db: Db
  run_id: string
  /** What was asked for. */
  kind: SyncKind
  /** Written as the run goes, so that a run that breaks off tells how far it came. */
  counts: SyncCounts
}

/**
 * Notion rounds the time of an edit down to the minute: a copy taken within that minute, or just after it by our clock, may lack a
 * later edit of the same minute.
 */
function mayLackAnEdit({ last_edited_time, fetched_at }: KnownPage): boolean {
  if (last_edited_time.getTime() % 60_000 !== 0) return false
  const age = fetched_at.getTime() - last_edited_time.getTime()
  return age > -60_000 && age < 90_000
}

const isCurrent = (known: KnownPage | undefined, { last_edited_time }: JudgedPage): boolean =>
  known !== undefined &&
  known.last_edited_time.getTime() === last_edited_time.getTime() &&
  (known.renderer ?? RENDERER) === RENDERER &&
  !mayLackAnEdit(known)

/** Whether reading the page again could only end as it did before. */
const staysRefused = (known: KnownRefusal | undefined, { last_edited_time }: JudgedPage): known is KnownRefusal =>
  known !== undefined &&
  !known.may_pass_later &&
  known.renderer === RENDERER &&
  known.last_edited_time.getTime() === last_edited_time.getTime()

/** Lists the pages to look at, judged. A look at everything also takes back what is gone. */
async function listPages(ctx: SyncContext, known: Map<string, KnownPage>, refusals: Map<string, KnownRefusal>): Promise<JudgedPage[]> {
  const { db, notion, run_id, kind, signal } = ctx
  const since = kind === 'incremental' ? await editedSince(db, run_id, known, refusals) : undefined
  const workspace = await readWorkspace(notion, signal, judgedAlone, since)
  if (since) return judgePages(workspace, known, unlistedIn(workspace, known, refusals))

  await setKind(db, run_id, 'full')
  const pages = judgePages(workspace, known)
  refuseEmptied(workspace, known)
  await takeBack(ctx, new Set(pages.map(({ id }) => id)), known, refusals)
  return pages
}

function unlistedIn(workspace: Workspace<JudgedPage>, known: Map<string, KnownPage>, refusals: Map<string, KnownRefusal>): Unlisted {
  const listed = new Set(pageKinds.flatMap((kind) => workspace[kind].map(({ id }) => id)))
  const unlisted = <T>(all: Map<string, T>) => new Map([...all].filter(([id]) => !listed.has(id)))
  return { pages: unlisted(known), refusals: unlisted(refusals) }
}

/**
 * One look at Notion: lists what was edited, or everything and takes back what is gone, and reads and publishes what changed, each page
 * by itself.
 * @throws when Notion cannot be reached or understood; whatever was published until then stays.
 */
export async function runSync(ctx: SyncContext): Promise<void> {
  const { db, counts } = ctx
  const [known, refusals] = [await knownPages(db), await knownRefusals(db)]
  const pages = await listPages(ctx, known, refusals)
  counts.listed = pages.length

  await eachOf(pages, async (entry) => {
    const { id, verdict } = entry
    const refusal = refusals.get(id)
    try {
      if (verdict instanceof PageRefused) throw verdict
      if (staysRefused(refusal, entry)) throw new PageRefused(refusal.rule, refusal.reason)
      if (refusal || !isCurrent(known.get(id), entry)) await publish(ctx, verdict)
    } catch (error) {
      if (!(error instanceof PageRefused)) throw error
      await refuse(ctx, entry, error, refusal)
    }
  })
  await dropUnusedFiles(db)
  counts.standing = await countRefusals(db)
}

async function publish(ctx: SyncContext, page: Facts): Promise<void> {
  if (page.kind !== 'session') ctx.counts.fetched += 1
  const { files, ...built } = await buildPage(page, ctx)
  // Whoever lost the lock meanwhile must not publish over what the next one publishes.
  ctx.signal.throwIfAborted()
  if (await publishPage(ctx.db, built, files)) ctx.counts.published += 1
}

async function refuse(
  { db, counts, log }: SyncContext,
  page: JudgedPage,
  refusal: PageRefused,
  before: KnownRefusal | undefined,
): Promise<void> {
  const refused = refusedPage(page, refusal)
  counts.refused += 1
  counts.refusals.push(refused)
  const isNew = before?.rule !== refusal.rule || before.reason !== refusal.message
  log[isNew ? 'warn' : 'debug'](refused, 'a page is not published')
  await saveRefusal(db, refused, {
    last_edited_time: page.last_edited_time,
    // What the properties say is judged anew each time anyway, and may change with other pages.
    may_pass_later: refusal.mayPassLater || page.verdict instanceof PageRefused,
    renderer: RENDERER,
  })
}

/** A database that lists nothing at all, though it did before, was rather closed to the integration than emptied by its authors. */
function refuseEmptied(workspace: Workspace<unknown>, known: Map<string, KnownPage>): void {
  for (const kind of pageKinds) {
    const before = [...known.values()].filter((page) => page.kind === kind).length
    if (before > 0 && workspace[kind].length === 0) {
      throw new NotionUnusable(`Notion lists no ${kind} at all any more, where there were ${before}: nothing is taken back for that`)
    }
  }
}

async function takeBack(
  { db, counts }: SyncContext,
  there: Set<string>,
  known: Map<string, KnownPage>,
  refusals: Map<string, KnownRefusal>,
): Promise<void> {
  for (const [id, { kind }] of known) {
    if (there.has(id)) continue
    await unpublishPage(db, kind, id)
    counts.unpublished += 1
  }
  await dropRefusals(
    db,
    [...refusals.keys()].filter((id) => !there.has(id)),
  )
}

import type { Db } from '../../../database/open-database.ts'
import { PageRefused, pageKinds } from '../mirror/page-refused.ts'
import { loadMirror, type PublishedPage } from '../pages/content.store.ts'
import { isPublishable, type PageProperties, parentOf, type ValidatedPage, validatePages, withoutListed } from '../pages/validate-pages.ts'

type Context = {
  db: Db
  /** The id of the Master Course in URLs. */
  courseId: string
  /** Reads a page from Notion, because the mirror may lack its newest edits. Returns undefined for one that is gone. */
  readPage: (id: string) => Promise<ValidatedPage | undefined>
}

/**
 * Returns why a sync would refuse a page with valid properties because of other pages: one that it names is gone, its course has
 * another page, or its slug is taken.
 */
export async function refusalByOthers(
  page: ValidatedPage & { outcome: PageProperties },
  { db, courseId, readPage }: Context,
): Promise<PageRefused | undefined> {
  const mirror = await loadMirror(db)
  const { publishedPages } = mirror
  const read = new Map<string, ValidatedPage | undefined>([[page.id, page]])
  const readWithParents = async (id: string): Promise<void> => {
    if (read.has(id)) return
    read.set(id, undefined)
    const other = await readPage(id)
    read.set(id, other)
    const parent = other && isPublishable(other.outcome) ? parentOf(other.outcome) : undefined
    if (parent) await readWithParents(parent.id)
  }
  const { kind, properties } = page.outcome
  const hasSlug = (other: PublishedPage) => other.kind === kind && other.public_id === properties.public_id
  const [slugOwner] = [...publishedPages].find(([, other]) => hasSlug(other)) ?? []
  const related = kind === 'resource' ? properties.related.filter((id) => !publishedPages.has(id)) : []
  const named = [parentOf(page.outcome)?.id, slugOwner, ...related].filter((id) => id !== undefined)
  await Promise.all(named.map(readWithParents))
  const listed = [...read.values()]
    .filter((refusal) => refusal !== undefined)
    .toSorted((a, b) => pageKinds.indexOf(a.kind) - pageKinds.indexOf(b.kind))
  const validated = validatePages(listed, { publishedPages, courseId, unlisted: withoutListed(mirror, read) })
  const outcome = validated.find(({ id }) => id === page.id)?.outcome
  return outcome instanceof PageRefused ? outcome : undefined
}

import type { PageObjectResponse } from '@notionhq/client'
import { type Claim, refuseTakenIds } from './claim-slugs.ts'
import type { KnownPage, KnownRefusal } from './content.store.ts'
import { pageIdOf } from './notion/ids.ts'
import { reportedTitle } from './notion/page-properties.ts'
import type { Workspace } from './notion/read-workspace.ts'
import {
  type CourseFacts,
  courseFacts,
  type ResourceFacts,
  resourceFacts,
  type SessionFacts,
  sessionFacts,
  type TutorialFacts,
  tutorialFacts,
} from './page-facts.ts'
import { type PageKind, PageRefused, pageKinds, type RefusedPage } from './page-refused.ts'

/** What the properties of a page say. */
export type Facts =
  | { kind: 'course'; facts: CourseFacts }
  | { kind: 'session'; facts: SessionFacts }
  | { kind: 'tutorial'; facts: TutorialFacts }
  | { kind: 'resource'; facts: ResourceFacts }

/**
 * A page that Notion lists, and what its properties say, or why they keep it from being published. Not the answer it came in: all pages
 * of a workspace are in memory at the same time.
 */
export type JudgedPage = {
  kind: PageKind
  id: string
  title: string
  url: string
  created_time: string
  last_edited_time: Date
  verdict: Facts | PageRefused
}

function factsOf(kind: PageKind, page: PageObjectResponse): Facts | PageRefused {
  try {
    switch (kind) {
      case 'course':
        return { kind, facts: courseFacts(page) }
      case 'session':
        return { kind, facts: sessionFacts(page) }
      case 'tutorial':
        return { kind, facts: tutorialFacts(page) }
      case 'resource':
        return { kind, facts: resourceFacts(page) }
    }
  } catch (error) {
    if (error instanceof PageRefused) return error
    throw error
  }
}

/** Judges a page by its own properties. */
export const judgedAlone = (kind: PageKind, page: PageObjectResponse): JudgedPage => ({
  kind,
  id: pageIdOf(page.id),
  title: reportedTitle(page),
  url: page.url,
  created_time: page.created_time,
  last_edited_time: new Date(page.last_edited_time),
  verdict: factsOf(kind, page),
})

const parentOf = ({ kind, facts }: Facts): { kind: PageKind; id: string } | undefined => {
  if (kind === 'session') return { kind: 'course', id: facts.course_page_id }
  return kind === 'tutorial' ? { kind: 'session', id: facts.session_page_id } : undefined
}

/** What a page names that is not there: the page above it, or one that it is related to. */
function lostLink(page: Facts, there: Set<string>): PageRefused | undefined {
  const parent = parentOf(page)
  if (parent && !there.has(`${parent.kind} ${parent.id}`))
    return new PageRefused(
      `${parent.kind}_gone`,
      `The ${parent.kind} that this ${page.kind} belongs to is not there any more. Choose another one.`,
    )
  if (page.kind === 'resource' && page.facts.related.some((id) => !there.has(`resource ${id}`)))
    return new PageRefused('related_gone', '“Related” names a page that is not in the Library. Take it out.')
  return undefined
}

/** Pages that the mirror knows of and that are not listed, because nobody edited them. */
export type Unlisted = { pages: Map<string, KnownPage>; refusals: Map<string, Pick<KnownRefusal, 'kind'>> }

const none: Unlisted = { pages: new Map(), refusals: new Map() }

/**
 * Judges every listed page by those beside it as well: an id that is taken, a page it belongs to that is gone. `known` are the published pages; of these `unlisted` are there as well, though Notion was not asked for them.
 */
export function judgePages(workspace: Workspace<JudgedPage>, known: Map<string, KnownPage>, unlisted = none): JudgedPage[] {
  const pages = pageKinds.flatMap((kind) => workspace[kind])
  const others = [...unlisted.pages, ...unlisted.refusals].map(([id, { kind }]) => `${kind} ${id}`)
  const there = new Set([...pages.map(({ kind, id }) => `${kind} ${id}`), ...others])
  const taken = takenIds(pages, known, unlisted.pages)
  return pages.map((entry) => {
    if (entry.verdict instanceof PageRefused) return entry
    const refusal = lostLink(entry.verdict, there) ?? taken.get(entry.id)
    return refusal ? { ...entry, verdict: refusal } : entry
  })
}

function takenIds(pages: JudgedPage[], known: Map<string, KnownPage>, unlisted: Map<string, KnownPage>): Map<string, PageRefused> {
  const holders = new Map([...known].map(([id, { kind, public_id }]) => [`${kind} ${public_id}`, id]))
  const found = new Map<string, PageRefused>()
  for (const [kind, rivals] of Map.groupBy(pages, (entry) => entry.kind)) {
    const claims: Claim[] = rivals.flatMap(({ verdict, created_time }) => {
      if (verdict instanceof PageRefused) return []
      const { notion_page_id, public_id, name } = verdict.facts
      return [{ notion_page_id, public_id, name, created_time }]
    })
    for (const [notion_page_id, page] of unlisted) if (page.kind === kind) claims.push({ ...page, notion_page_id, created_time: '' })
    for (const [id, refusal] of refuseTakenIds(claims, (publicId) => holders.get(`${kind} ${publicId}`))) found.set(id, refusal)
  }
  return found
}

/** A refusal as it is reported to people. */
export const refusedPage = (
  { id, kind, title, url }: Pick<JudgedPage, 'id' | 'kind' | 'title' | 'url'>,
  { rule, message }: PageRefused,
): RefusedPage => ({ page_id: id, kind, title, url, rule, reason: message })

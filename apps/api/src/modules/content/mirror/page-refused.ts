import { cleanText } from '../render/escape.ts'

/** The kinds of pages in the mirror. Each has one database in Notion. */
export const pageKinds = ['course', 'session', 'tutorial', 'resource'] as const
export type PageKind = (typeof pageKinds)[number]

/** A page that is not published. The reason says what the author can do. */
export type RefusedPage = { page_id: string; kind: PageKind; title: string; url: string; rule: string; reason: string }

/** The rule of a page for which Notion answers with an error of its own. */
export const PAGE_FAILED = 'page_failed'

/** Ends the processing of one page. Its last valid version stays published, unless the refusal `withdraws` it. */
export class PageRefused extends Error {
  override name = 'PageRefused'
  /** A code, e.g. `slug_taken`. */
  readonly rule: string
  /** Whether the page may pass next time without an edit, because the cause is outside it. */
  readonly mayPassLater: boolean
  /** Whether the last valid version is withdrawn as well. */
  readonly withdraws: boolean

  constructor(rule: string, reason: string, { mayPassLater = false, withdraws = false } = {}) {
    // A reason quotes the author's text, and may cut it inside a character.
    super(cleanText(reason))
    this.rule = rule
    this.mayPassLater = mayPassLater
    this.withdraws = withdraws
  }
}

/** A draft, or a page that is archived in Notion. */
export class PageWithdrawn {
  readonly by: 'draft' | 'archived'

  constructor(by: 'draft' | 'archived') {
    this.by = by
  }
}

/** Notion's response was invalid or incomplete, so the run may draw no conclusions from it. */
export class NotionUnusable extends Error {
  override name = 'NotionUnusable'
}

/** Kinds of pages that the mirror holds, one database in Notion each. */
export const pageKinds = ['course', 'session', 'tutorial', 'resource'] as const
export type PageKind = (typeof pageKinds)[number]

/** A page that is not published, and why: the text tells an author what to do about it. */
export type RefusedPage = { page_id: string; kind: PageKind; title: string; url: string; rule: string; reason: string }

/** Ends the work on one page; its last good version stays as it is, unless the refusal `withdraws` it. */
export class PageRefused extends Error {
  override name = 'PageRefused'
  /** A short word for machines and lists, e.g. `slug_taken`. */
  readonly rule: string
  /** Whether the same page may pass next time without an edit: the cause lies outside of it. */
  readonly mayPassLater: boolean
  /** Whether learners must not see the last good version either. */
  readonly withdraws: boolean

  constructor(rule: string, reason: string, { mayPassLater = false, withdraws = false } = {}) {
    super(reason)
    this.rule = rule
    this.mayPassLater = mayPassLater
    this.withdraws = withdraws
  }
}

/** A page that its author keeps from learners: a draft, or one that is archived in Notion. */
export class PageWithdrawn {
  readonly by: 'draft' | 'archived'

  constructor(by: 'draft' | 'archived') {
    this.by = by
  }
}

/** Notion answered something that its API never answers, or not all of it. Nothing may be concluded from such a run. */
export class NotionUnusable extends Error {
  override name = 'NotionUnusable'
}

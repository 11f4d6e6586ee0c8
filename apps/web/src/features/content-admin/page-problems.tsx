import type { ContentState } from '@academy/contract'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { ArrowUpRight, CircleCheck } from '../../ui/icons.ts'
import { pluralize } from '../../ui/pluralize.ts'
import { RuledList, Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'

type PageProblemsProps = Pick<ContentState, 'refused' | 'warnings'> & {
  /** Whether a sync has succeeded; before, problems are unknown. */
  hasSynced: boolean
}

/** Pages with problems: refused pages first, then pages published with warnings. */
export function PageProblems({ refused, warnings, hasSynced }: PageProblemsProps) {
  if (refused.length === 0 && warnings.length === 0) {
    if (!hasSynced) return null
    return (
      <Section title="Pages with problems">
        <p className="flex items-center gap-2">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-positive" />
          No problems found.
        </p>
      </Section>
    )
  }
  return (
    <>
      {refused.length > 0 && (
        <Section title={`${pluralize(refused.length, 'page')} refused`}>
          <RuledList>
            {refused.map((page) => (
              <Row key={page.page_id + page.rule} page={page}>
                <p className="mt-1 max-w-prose">{page.reason}</p>
                <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
                  {page.still_shown ? <Badge>Last good version shown</Badge> : <Badge tone="danger">Not shown</Badge>}
                  <span>{page.database}</span>
                  <span>
                    Rule{' '}
                    <code translate="no" className="font-code text-[0.9em] text-ink">
                      {page.rule}
                    </code>
                  </span>
                  <span>
                    since <Timestamp at={page.since} />
                  </span>
                </p>
              </Row>
            ))}
          </RuledList>
        </Section>
      )}
      {warnings.length > 0 && (
        <Section title={`${pluralize(new Set(warnings.map(({ page_id }) => page_id)).size, 'page')} shown with a warning`}>
          <RuledList>
            {warnings.map((page, index) => (
              <Row key={index} page={page}>
                <p className="mt-1 max-w-prose text-muted">{page.warning}</p>
              </Row>
            ))}
          </RuledList>
        </Section>
      )}
    </>
  )
}

/** A page with a link to Notion. */
export function Row({ page, children }: { page: { title: string; url: string }; children: ReactNode }) {
  return (
    <li className="py-4">
      <h3 className="font-text text-base tracking-normal">
        <a href={page.url} target="_blank" rel="noopener noreferrer" className="text-link font-semibold">
          {page.title || 'Untitled'}
          <ArrowUpRight aria-hidden="true" className="ml-1 inline size-4" />
          <span className="sr-only"> (opens in Notion)</span>
        </a>
      </h3>
      {children}
    </li>
  )
}

import type { ContentState } from '@academy/contract'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { RuledList, Section } from '../../ui/section.tsx'

/** The pages that their authors marked as drafts, each with a preview. */
export function DraftList({ drafts }: Pick<ContentState, 'drafts'>) {
  if (drafts.length === 0) return null
  return (
    <Section title="Drafts">
      <RuledList>
        {drafts.map(({ page_id, title, database }) => (
          <li key={page_id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
            <span className="min-w-0">
              <span className="font-semibold">{title || 'Untitled'}</span> <span className="text-sm text-muted">{database}</span>
            </span>
            <Link to={paths.contentPreview(page_id)} className="text-link py-1 text-sm font-semibold">
              Preview<span className="sr-only"> of {title || 'Untitled'}</span>
            </Link>
          </li>
        ))}
      </RuledList>
    </Section>
  )
}

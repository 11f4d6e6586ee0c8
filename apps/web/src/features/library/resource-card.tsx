import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { ArrowRight } from '../../ui/icons.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { LibraryEntry } from './library-entry.ts'
import { prefetchResource } from './library-queries.ts'
import { ResourceTags } from './resource-tags.tsx'

type ResourceCardProps = {
  entry: Omit<LibraryEntry, 'searchText'>
  headingLevel: 2 | 3
}

/** Content of a card, inside a `relative` frame. The whole card is a link. */
export function ResourceCard({ entry, headingLevel }: ResourceCardProps) {
  const client = useQueryClient()
  const prefetch = () => prefetchResource(client, entry.id)
  const Heading = `h${headingLevel}` as const
  return (
    <>
      <div className="flex-1 p-5">
        <Heading className="text-lg leading-snug">{entry.title}</Heading>
        {entry.description && <p className="mt-2 line-clamp-4 text-sm text-muted">{entry.description}</p>}
      </div>
      <div className="px-5 pb-4">
        <ResourceTags entry={entry} />
      </div>
      <Link
        to={paths.resource(entry.id)}
        state={{ fromList: true }}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className="flex min-h-11 items-center justify-between gap-2 rounded-b-lg border-t border-rule px-5 text-sm font-semibold -outline-offset-2 transition-colors group-hover:bg-sunken after:absolute after:inset-0"
      >
        <span>
          View Resource
          <VisuallyHidden>: {entry.title}</VisuallyHidden>
        </span>
        <ArrowRight
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-ink"
        />
      </Link>
    </>
  )
}

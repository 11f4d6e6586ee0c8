import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { copyErrorToast } from '../../ui/copy-block.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ArrowRight } from '../../ui/icons.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { LibraryEntry } from './library-entry.ts'
import { loadFirstPrompt, partQuery, prefetchResource } from './library-queries.ts'
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
      <CardPrompt entry={entry} />
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

/** The first two lines of the prompt, with a button that copies all of it (PROMPT-50). */
function CardPrompt({ entry: { id, title, excerpt } }: Pick<ResourceCardProps, 'entry'>) {
  const client = useQueryClient()
  const lines = useRef<HTMLParagraphElement>(null)
  const prefetch = () => void client.prefetchQuery(partQuery(id, 'prompt'))
  if (!excerpt) return null
  return (
    <div className="mx-5 mb-4 flex items-start gap-3 rounded-md bg-code py-2 pr-2 pl-3">
      <p
        ref={lines}
        className="line-clamp-2 min-w-0 flex-1 font-code text-xs leading-5 whitespace-pre-line text-muted [overflow-wrap:anywhere]"
      >
        {excerpt}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only fetches what the button inside copies. It lies above the link of the card. */}
      <span className="relative z-10 shrink-0" onPointerEnter={prefetch} onFocus={prefetch}>
        <CopyButton
          text={() => loadFirstPrompt(client, id)}
          source={() => lines.current}
          onError={copyErrorToast('the content')}
          className="min-w-24"
        >
          Copy
          <VisuallyHidden>: {title}</VisuallyHidden>
        </CopyButton>
      </span>
    </div>
  )
}

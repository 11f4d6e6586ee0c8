import { fillTemplate } from '@academy/contract/prompt-template'
import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { CardLink } from '../../ui/card-link.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { LibraryEntry } from './library-entry.ts'
import { loadFirstPrompt, partQuery, prefetchResource } from './library-queries.ts'
import { ResourceTags } from './resource-tags.tsx'

/** The content of a card. Its parent needs the class `relative`, because the link covers the whole parent. */
export function ResourceCard({ entry }: { entry: LibraryEntry }) {
  const client = useQueryClient()
  const prefetch = () => prefetchResource(client, entry.id)
  return (
    <>
      <div className="flex-1 p-5">
        <h2 className="text-lg leading-snug">{entry.title}</h2>
        {entry.description && <p className="mt-2 line-clamp-4 text-sm text-muted">{entry.description}</p>}
      </div>
      <CardPrompt entry={entry} />
      <div className="px-5 pb-4">
        <ResourceTags entry={entry} />
      </div>
      <CardLink to={paths.resource(entry.id)} label="View Resource" title={entry.title} onPointerEnter={prefetch} onFocus={prefetch} />
    </>
  )
}

/** The first two lines of the prompt, with a button that copies all of it. */
function CardPrompt({ entry: { id, title, excerpt } }: { entry: LibraryEntry }) {
  const client = useQueryClient()
  const prefetch = () => void client.prefetchQuery(partQuery(id, 'prompt'))
  if (!excerpt) return null
  return (
    <div className="mx-5 mb-4 flex items-start gap-3 rounded-md bg-code py-2 pr-2 pl-3">
      <p translate="no" className="line-clamp-2 min-w-0 flex-1 font-code text-xs leading-5 whitespace-pre-line text-muted wrap-anywhere">
        {fillTemplate(excerpt, {})}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only fetches what the button inside copies. It lies above the link of the card. */}
      <span className="relative z-10 shrink-0" onPointerEnter={prefetch} onFocus={prefetch}>
        {/* The two lines are not the prompt, so a failure selects nothing. */}
        <CopyButton text={() => loadFirstPrompt(client, id)} source={() => null} subject="the content" className="min-w-24">
          Copy
          <span className="sr-only">: {title}</span>
        </CopyButton>
      </span>
    </div>
  )
}

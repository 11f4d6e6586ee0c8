import { fillTemplate } from '@academy/contract/prompt-template'
import { useQueryClient } from '@tanstack/react-query'
import { recordCopy } from '../../account/record-copy.ts'
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
      <div className="flex flex-1 flex-col gap-3 p-5 pb-3">
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 text-lg leading-snug">{entry.title}</h2>
          {entry.excerpt && <CopyPrompt entry={entry} />}
        </div>
        {entry.description && <p className="line-clamp-4 text-sm text-muted">{entry.description}</p>}
        {entry.excerpt && (
          <p
            translate="no"
            aria-hidden="true"
            className="mt-auto rounded-md bg-code px-3 py-2 font-code text-xs leading-5 text-muted wrap-anywhere"
          >
            <span className="line-clamp-4 whitespace-pre-line">{fillTemplate(entry.excerpt, {})}</span>
          </p>
        )}
      </div>
      <CardLink
        to={paths.resource(entry.id)}
        label="View Resource"
        title={entry.title}
        beside={<ResourceTags entry={entry} />}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      />
    </>
  )
}

/** Copies the whole prompt. */
function CopyPrompt({ entry: { id, title } }: { entry: LibraryEntry }) {
  const client = useQueryClient()
  const prefetch = () => void client.prefetchQuery(partQuery(id, 'prompt'))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only fetches what the button inside copies. It lies above the link of the card.
    <span className="relative z-10 -mt-1.5 -mr-2.5 shrink-0" onPointerEnter={prefetch} onFocus={prefetch}>
      {/* The lines of the card are not the prompt, so a failure selects nothing. */}
      <CopyButton
        text={() => loadFirstPrompt(client, id)}
        source={() => null}
        subject="the content"
        onCopied={() => recordCopy({ kind: 'library', id })}
        variant="ghost"
        size="icon"
      >
        {`Copy: ${title}`}
      </CopyButton>
    </span>
  )
}

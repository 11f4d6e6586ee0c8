import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { recordCopy } from '../../account/record-copy.ts'
import { useAccount } from '../../account/use-account.ts'
import { libraryQuery, loadFirstPrompt } from '../../features/library/library-queries.ts'
import { promptsQuery } from '../../features/prompts/prompt-queries.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LabelWithSubject } from '../../ui/label-with-subject.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatCount } from '../../ui/pluralize.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const MAX_PROMPTS = 3

/** The Studio on the dashboard of subscribers: a search of the Prompt Library, and the user's newest prompts or the library's first ones. */
export function StudioCard() {
  const isLoaded = useAccount().status === 'loaded'
  const own = useQuery({ ...promptsQuery(), enabled: isLoaded })
  const hasNone = own.data?.length === 0
  return (
    <section
      aria-labelledby="studio-card"
      data-private
      className="min-h-86 rounded-lg border border-rule-strong bg-surface p-6 sm:min-h-74"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h2 id="studio-card" className="text-xl">
          Your Studio
        </h2>
        <LibrarySearch />
      </div>
      <div className="mt-5 flex min-h-9 items-center justify-between gap-3">
        <h3 className="text-base">{hasNone ? 'From the library' : 'Newest prompts'}</h3>
        <LinkButton to={paths.myPrompts()} variant="secondary" size="sm">
          {own.data ? `My Prompts (${formatCount(own.data.length)})` : 'My Prompts'}
        </LinkButton>
      </div>
      {hasNone ? (
        <LibraryPrompts />
      ) : (
        <QueryView query={own} loading={<ListSkeleton />} errorTitle="We couldn't load your prompts" headingLevel={3}>
          {(prompts) => (
            <PromptList prompts={prompts.map(({ id, title, content }) => ({ to: paths.myPrompt(id), title, text: content }))} />
          )}
        </QueryView>
      )}
    </section>
  )
}

/** The first prompts of the library, for users without own ones. */
function LibraryPrompts() {
  const client = useQueryClient()
  return (
    <QueryView query={useQuery(libraryQuery())} loading={<ListSkeleton />} errorTitle="Error loading resources" headingLevel={3}>
      {(entries) =>
        entries.length === 0 ? (
          <p className="mt-3 max-w-prose text-muted">No prompts yet. They appear here as soon as they are published.</p>
        ) : (
          <PromptList
            prompts={entries
              .filter(({ excerpt }) => excerpt !== '')
              .map(({ id, title }) => ({
                to: paths.resource(id),
                title,
                text: () => loadFirstPrompt(client, id),
                onCopied: () => recordCopy({ kind: 'library', id }),
              }))}
          />
        )
      }
    </QueryView>
  )
}

type ListedPrompt = { to: string; title: string } & Pick<ComponentProps<typeof CopyButton>, 'text' | 'onCopied'>

const PromptList = ({ prompts }: { prompts: ListedPrompt[] }) => (
  <ul className="mt-2 divide-y divide-rule">
    {prompts.slice(0, MAX_PROMPTS).map(({ to, title, ...copy }) => (
      <li key={to} className="flex min-h-12 items-center gap-3 py-1.5">
        <Link to={to} dir="auto" className="min-w-0 flex-1 line-clamp-2 wrap-anywhere font-semibold hover:underline">
          {title}
        </Link>
        {/* The prompt is not on the page, so a failure selects nothing. */}
        <CopyButton {...copy} source={() => null} subject="the content" variant="ghost">
          <LabelWithSubject label="Copy" subject={title} />
        </CopyButton>
      </li>
    ))}
  </ul>
)

const ListSkeleton = () => <Skeleton className="mt-3 h-32" />

/** Opens the Prompt Library with the matches. */
function LibrarySearch() {
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  return (
    <form
      className="flex gap-2 max-sm:w-full"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(search.trim() ? `${paths.resources()}?${new URLSearchParams({ search })}` : paths.resources())
      }}
    >
      <div className="min-w-0 flex-1 sm:w-80">
        <SearchBox label="Search the Prompt Library" placeholder="Search the Prompt Library" value={search} onChange={setSearch} />
      </div>
      <Button type="submit" variant="secondary">
        Search
      </Button>
    </form>
  )
}

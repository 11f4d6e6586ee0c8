import type { SearchResult } from '@academy/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { useModal } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { ArrowRight, BookOpen, Clock, Library, Lock, NotebookPen, Play, Search, X } from '../../ui/icons.ts'
import { pluralize } from '../../ui/pluralize.ts'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useHasElapsed } from '../../ui/use-has-elapsed.ts'
import { type Destination, destinationOf } from './destination.ts'
import { matchingPages, type PageOption, pageOptions } from './page-options.ts'
import { addRecentSearch, recentSearches } from './recent-searches.ts'
import { glossaryQuery, matchingTerms, searchQuery } from './search-queries.ts'

const MAX_QUERY_LENGTH = 200
const DEBOUNCE_MS = 120
/** The wait after which a skeleton is shown. In a shorter wait it would only flicker. */
const SLOW_MS = 300

const kindNames: Record<SearchResult['kind'], string> = {
  tutorial: 'Tutorial',
  prompt: 'Prompt',
  code: 'Code',
  tip: 'Pro tip',
  transcript: 'Video',
  session: 'Session',
  resource: 'Prompt Library',
  own_prompt: 'My prompt',
  own_note: 'My note',
}

const iconOf = (kind: SearchResult['kind']) => {
  if (kind === 'resource') return Library
  if (kind === 'own_prompt' || kind === 'own_note') return NotebookPen
  return kind === 'transcript' ? Play : BookOpen
}

/** One line of the list: a page, an earlier search, or a result. */
type Option = { key: string; content: ReactNode; choose: () => void }

/** Searches everything. The field is a combobox, the results its listbox; the focus stays in the field. */
export function SearchPalette({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const modal = useModal(onClose, field)
  const listId = useId()
  const navigate = useNavigate()
  const { request, isLocked: lacks } = useFeatureAccess()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  /** Whether Enter was pressed before the results of the text were there. */
  const [isEntered, setEntered] = useState(false)
  const typed = text.trim()
  const q = useDebounced(typed, DEBOUNCE_MS)
  const { data: glossary = [] } = useQuery(glossaryQuery())
  const search = useQuery({ ...searchQuery(q), enabled: q !== '', placeholderData: keepPreviousData })

  const go = (destination: Destination) => {
    if (typed) addRecentSearch(typed)
    onClose()
    if ('to' in destination) void navigate(destination.to)
    else request(destination.feature)
  }
  const pageOption = (page: PageOption): Option => {
    const isLocked = page.feature !== undefined && lacks(page.feature)
    return {
      key: `page ${page.to}`,
      choose: () => go(page.feature !== undefined && isLocked ? { feature: page.feature } : { to: page.to }),
      content: <Line icon={ArrowRight} title={page.name} place="Page" isLocked={isLocked} />,
    }
  }
  const resultOption = (result: SearchResult): Option => ({
    key: `${result.kind} ${result.id} ${result.seconds ?? ''} ${result.snippet?.map((segment) => segment.text).join('') ?? ''}`,
    choose: () => go(destinationOf(result)),
    content: (
      <Line
        icon={iconOf(result.kind)}
        title={<Segments segments={result.title} />}
        place={[kindNames[result.kind], result.seconds === null ? '' : `at ${formatTime(result.seconds)}`, result.place]
          .filter((part, index, all) => part !== '' && all.indexOf(part) === index)
          .join(' · ')}
        snippet={result.snippet && <Segments segments={result.snippet} />}
        isLocked={result.locked}
      />
    ),
  })
  const recentOption = (query: string): Option => ({
    key: `recent ${query}`,
    choose: () => changeText(query),
    content: <Line icon={Clock} title={query} place="Searched before" />,
  })
  const termOption = ({ term, meaning }: (typeof glossary)[number]): Option => ({
    key: `term ${term}`,
    choose: () => go({ to: `${paths.glossary()}?search=${encodeURIComponent(term)}` }),
    content: <Line icon={BookOpen} title={term} place="Glossary" snippet={meaning} />,
  })
  const changeText = (next: string) => {
    setText(next)
    setActive(0)
    setEntered(false)
    field.current?.focus()
  }

  const results = typed === '' ? [] : (search.data ?? [])
  const immediate =
    typed === '' ? [...recentSearches().map(recentOption), ...pageOptions.map(pageOption)] : matchingPages(typed).map(pageOption)
  const terms = matchingTerms(glossary, typed)
  const found = [results.map(resultOption), terms.terms.map(termOption)]
  // A word that is typed whole is meant; its beginning is a word of the search first.
  const options = [...immediate, ...(terms.isExact ? found.toReversed() : found).flat()]
  const isAnswered = typed !== '' && q === typed && !search.isFetching
  const isSettled = isAnswered && search.data !== undefined
  const activeId = options[active] && `${listId}-${active}`

  // Keeps the chosen line in view; the focus itself never leaves the field.
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const chooseActive = useEffectEvent(() => {
    setEntered(false)
    if (isSettled) options[active]?.choose()
  })
  useEffect(() => {
    if (isEntered && isAnswered) chooseActive()
  }, [isEntered, isAnswered])

  const onKeyDown = (event: KeyboardEvent) => {
    // Safari ends a composition before the Enter that accepts it, and marks that key by 229
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const last = options.length - 1
    const moves: Record<string, number> = { ArrowDown: active >= last ? 0 : active + 1, ArrowUp: active <= 0 ? last : active - 1 }
    const next = moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      setEntered(false)
      setActive(Math.max(0, next))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // Until then the first result is one of an earlier text. A line that the user has moved to is meant.
      if (isSettled || active > 0 || immediate.length > 0) options[active]?.choose()
      else setEntered(true)
    }
  }

  return (
    <dialog
      {...modal}
      aria-label="Search"
      className="dialog-panel m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-surface text-ink sm:mx-auto sm:mt-[12vh] sm:h-auto sm:max-h-[70vh] sm:w-[min(40rem,calc(100vw-2rem))] sm:rounded-lg sm:border sm:border-rule sm:shadow-floating"
    >
      <div className="flex h-full flex-col sm:max-h-[70vh]">
        <div className="flex items-center gap-3 border-b border-rule pr-2 pl-4">
          <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label="Search everything"
            aria-expanded={options.length > 0}
            aria-controls={listId}
            aria-activedescendant={activeId}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={MAX_QUERY_LENGTH}
            placeholder="Search tutorials, videos, prompts..."
            value={text}
            onChange={(event) => changeText(event.target.value)}
            onKeyDown={onKeyDown}
            className="h-14 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-muted"
          />
          <Button variant="ghost" size="icon" aria-label="Close search" onClick={onClose}>
            <X aria-hidden="true" />
          </Button>
        </div>
        <p role="status" className="sr-only">
          {isSettled ? pluralize(options.length, 'result') : ''}
        </p>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2" data-private>
          <div
            id={listId}
            role="listbox"
            tabIndex={-1}
            aria-label={typed === '' ? 'Suggestions' : 'Results'}
            aria-busy={typed !== '' && !isSettled}
          >
            {options.map(({ key, content, choose }, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a listbox are those of its combobox
              <div
                key={key}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                // The focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={choose}
                onPointerMove={() => index !== active && setActive(index)}
                className={cx('cursor-pointer rounded-md px-3 py-2.5', index === active && 'bg-sunken forced-colors:outline-2')}
              >
                {content}
              </div>
            ))}
          </div>
          {typed !== '' && search.isLoadingError && (
            <ErrorState
              title="We couldn't search"
              message="Check your connection, and try again."
              onRetry={() => void search.refetch()}
              retrying={search.isFetching}
              headingLevel={2}
            />
          )}
          {search.isPending && search.isFetching && <SlowSearch />}
          {isSettled && options.length === 0 && (
            <p className="px-3 py-6 text-muted">Nothing found for “{typed}”. Try fewer or other words.</p>
          )}
        </div>
      </div>
    </dialog>
  )
}

type LineProps = { icon: typeof BookOpen; title: ReactNode; place: string; snippet?: ReactNode; isLocked?: boolean }

function Line({ icon: Icon, title, place, snippet, isLocked = false }: LineProps) {
  return (
    <span className="flex gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className={cx('block truncate font-medium', isLocked && 'text-locked')}>{title}</span>
        {snippet && <span className="mt-0.5 line-clamp-2 text-sm wrap-anywhere">{snippet}</span>}
        <span className="mt-0.5 block truncate text-xs text-muted">{place}</span>
      </span>
      {isLocked && (
        <span className="mt-0.5 shrink-0">
          <Lock aria-hidden="true" className="size-4 text-locked" />
          <span className="sr-only">Locked</span>
        </span>
      )}
    </span>
  )
}

function SlowSearch() {
  const isSlow = useHasElapsed(SLOW_MS)
  return isSlow ? (
    <div className="flex flex-col gap-4 p-3">
      {[0, 1, 2].map((line) => (
        <div key={line} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  ) : null
}

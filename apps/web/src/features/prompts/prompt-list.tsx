import type { UserPrompt } from '@academy/contract'
import { foldText } from '@academy/contract/fold-text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { toastFailure } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { BodyMatches } from '../../ui/body-matches.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyStateText, emptyStateClasses } from '../../ui/empty-state.tsx'
import { Download, Plus, Upload } from '../../ui/icons.ts'
import { InfiniteGrid } from '../../ui/infinite-grid.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { NoMatches } from '../../ui/no-matches.tsx'
import { formatCount, pluralize } from '../../ui/pluralize.ts'
import { saveFile } from '../../ui/save-file.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { TagFilter } from '../../ui/tag-filter.tsx'
import { useUrlSearch } from '../../ui/use-url-search.ts'
import { findInBodies } from './prompt-bodies.ts'
import { PromptCard } from './prompt-card.tsx'
import { promptsToMarkdown } from './prompt-markdown.ts'
import { ORDERS, type Order, orders, parseOrder, promptTags, sortPrompts } from './prompt-order.ts'
import { promptsQuery } from './prompt-queries.ts'
import { PromptQuotaNotice } from './prompt-quota-notice.tsx'

type PromptListProps = {
  prompts: UserPrompt[]
  onCreate: () => void
  onEdit: (prompt: UserPrompt) => void
  onDelete: (prompt: UserPrompt) => void
}

/** The cards, by default newest first, with a search in titles and descriptions. */
export function PromptList({ prompts, onCreate, onEdit, onDelete }: PromptListProps) {
  const { params, search, box, updateSearch, reset } = useUrlSearch()
  // The search box renders first; the cards follow in a render that the next keystroke interrupts.
  const deferredSearch = useDeferredValue(search)
  const words = deferredSearch.trim()
  const orderId = useId()
  const order = parseOrder(params.get('sort'))
  const tags = promptTags(prompts)
  const tag = params.get('tag')
  const setParam = (name: 'sort' | 'tag', value: string | null) =>
    updateSearch(search, (url) => (value === null ? url.delete(name) : url.set(name, value)))
  const { found, inBodies } = useMatches(prompts, deferredSearch, tag, order)
  // Not in the JSX: there the compiler would make a new function, and all cards, on every keystroke.
  const showCard = (prompt: UserPrompt) => <PromptCard prompt={prompt} onEdit={onEdit} onDelete={onDelete} />
  const totalText = pluralize(prompts.length, 'prompt')
  return (
    <div>
      <div className="mb-6 empty:hidden">
        <PromptQuotaNotice prompts={prompts} />
      </div>
      <div className="flex flex-col gap-4">
        <SearchBox label="Search prompts" placeholder="Search prompts..." {...box} />
        {/* The buttons stay: an import into an empty list must not close its dialog after the first prompt. */}
        <div className={prompts.length === 0 ? emptyStateClasses : undefined}>
          {prompts.length === 0 && (
            <EmptyStateText title="No prompts yet">
              Save a prompt that worked, with a title you'll search for and a note on when to use it.
            </EmptyStateText>
          )}
          <TransferButtons prompts={prompts} onCreate={onCreate} />
        </div>
        {tags.length > 0 && <TagFilter tags={tags} selected={tag} onSelect={(next) => setParam('tag', next)} />}
      </div>
      {prompts.length > 0 && (
        <>
          <div className="mt-6 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p role="status" className="text-sm text-muted tabular-nums">
              {found.length === prompts.length ? totalText : `${formatCount(found.length)} of ${totalText}`}
            </p>
            <div className="flex items-center gap-2">
              <label htmlFor={orderId} className="text-sm text-muted">
                Sort
              </label>
              <Select
                id={orderId}
                value={order}
                onChange={({ target }) => setParam('sort', target.value === 'newest' ? null : target.value)}
                options={orders.map((value) => [value, ORDERS[value].label])}
              />
            </div>
          </div>
          {found.length > 0 && (
            <InfiniteGrid items={found} listKey={`${deferredSearch} ${tag} ${order}`} noun="prompt">
              {showCard}
            </InfiniteGrid>
          )}
          {inBodies.length > 0 && (
            <BodyMatches found={inBodies.map(({ prompt: { id, title }, snippet }) => ({ to: paths.myPrompt(id), title, snippet }))} />
          )}
          {found.length === 0 && inBodies.length === 0 && (
            <NoMatches nouns="prompts" onShowAll={() => reset((url) => url.delete('tag'))}>
              No matches for {words ? <span data-private>{tag === null ? `“${words}”` : `“${words}” under ${tag}`}</span> : 'this tag'}.
              Search covers titles, descriptions and contents.
            </NoMatches>
          )}
        </>
      )}
    </div>
  )
}

/** Returns the prompts that match, in an order, and those of which only the bodies do. A hook of its own, so that the compiler keeps its result while only the search box changes. */
function useMatches(prompts: UserPrompt[], search: string, tag: string | null, order: Order) {
  // Folded once, not on every keystroke.
  const searchTexts = useMemo(() => prompts.map(({ title, description }) => `${foldText(title)}\n${foldText(description)}`), [prompts])
  const words = foldText(search).trim()
  const tagged = (prompt: UserPrompt) => tag === null || prompt.tags.includes(tag)
  const found = sortPrompts(
    prompts.filter((prompt, index) => searchTexts[index]?.includes(words) && tagged(prompt)),
    order,
  )
  const listed = new Set(found)
  const others = prompts.filter((prompt) => tagged(prompt) && !listed.has(prompt))
  return { found, inBodies: words === '' ? [] : findInBodies(others, words) }
}

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

/** Imports and exports prompts as Markdown. With an empty list, the first button writes a prompt. */
function TransferButtons({ prompts, onCreate }: { prompts: UserPrompt[]; onCreate: () => void }) {
  const { request } = useFeatureAccess()
  const [isImporting, setImporting] = useState(false)
  const client = useQueryClient()
  const { mutate: exportAll, isPending: isExporting } = useMutation({
    // The cached list may lack what a program or another tab has saved meanwhile.
    mutationFn: () => client.fetchQuery({ ...promptsQuery(), staleTime: 0 }),
    onSuccess: (all) => {
      // The oldest first: imported in this order, the newest is on top again.
      const oldestFirst = all.toReversed().map(({ code, ...prompt }) => ({ ...prompt, code: code ?? null }))
      saveFile('my-prompts.md', promptsToMarkdown(oldestFirst), 'text/markdown')
    },
    onError: (error) => toastFailure("We couldn't export your prompts", error),
  })
  return (
    <div className="flex flex-wrap gap-2">
      {prompts.length === 0 && (
        <Button size="sm" aria-haspopup="dialog" onClick={onCreate}>
          <Plus aria-hidden="true" />
          Write your first prompt
        </Button>
      )}
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => request('my_prompts') && setImporting(true)}>
        <Upload aria-hidden="true" />
        Import
      </Button>
      {prompts.length > 0 && (
        <Button variant="secondary" size="sm" pending={isExporting} onClick={() => request('my_prompts') && exportAll()}>
          {!isExporting && <Download aria-hidden="true" />}
          Export
        </Button>
      )}
      {isImporting && <ImportDialog existing={prompts} onClose={() => setImporting(false)} />}
    </div>
  )
}

import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteGrid } from '../../ui/infinite-grid.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { useUrlSearch } from '../../ui/use-url-search.ts'
import { PromptCard } from './prompt-card.tsx'
import { PromptQuotaNotice } from './prompt-quota-notice.tsx'
import { filterPrompts, type SavedPrompt, type SearchablePrompt } from './saved-prompt.ts'

type PromptListProps = { prompts: SearchablePrompt[]; onEdit: (prompt: SavedPrompt) => void; onDelete: (prompt: SavedPrompt) => void }

/** The cards, newest first, with a search (PROMPT-01, PROMPT-03). */
export function PromptList({ prompts, onEdit, onDelete }: PromptListProps) {
  const { search, setSearch, flush, updateSearch } = useUrlSearch()
  const searchBox = <SearchBox label="Search prompts" placeholder="Search prompts..." value={search} onChange={setSearch} onBlur={flush} />
  if (prompts.length === 0) {
    return (
      <div className="flex flex-col gap-6">
        {searchBox}
        <EmptyState title="No prompts yet">
          Save a prompt that worked, with a title you'll search for and a note on when to use it. Choose New Prompt to add the first one.
        </EmptyState>
      </div>
    )
  }
  const found = filterPrompts(prompts, search)
  const all = pluralize(prompts.length, 'prompt')
  return (
    <div>
      <div className="mb-6 empty:hidden">
        <PromptQuotaNotice prompts={prompts} />
      </div>
      {searchBox}
      <p role="status" className="mt-6 mb-3 text-sm text-muted tabular-nums">
        {found.length === prompts.length ? all : `${found.length.toLocaleString('en')} of ${all}`}
      </p>
      {found.length > 0 ? (
        <InfiniteGrid items={found} listKey={search} noun="prompt">
          {(prompt) => <PromptCard prompt={prompt} onEdit={onEdit} onDelete={onDelete} />}
        </InfiniteGrid>
      ) : (
        <EmptyState
          title="No prompts found"
          action={
            <Button variant="secondary" size="sm" onClick={() => updateSearch('')}>
              Show all prompts
            </Button>
          }
        >
          No matches for <span data-private>“{search.trim()}”</span>. Search covers titles and descriptions.
        </EmptyState>
      )}
    </div>
  )
}
